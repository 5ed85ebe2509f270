import { hasPhrase, phrasesOf, phraseWords } from '../understand/phrase.ts'

/** Danger to life, which comes before every limit and every model. */
export type Danger = 'crisis' | 'emergency'

/**
 * Danger to life in words that leave no doubt. They are found whatever the classifier has learned: such a sentence must not
 * slip through because others like it were about business.
 */
export function dangerSaid(text: string): Danger | undefined {
  const words = phraseWords(text)
  if (hasPhrase(CRISIS, words)) return 'crisis'
  return hasPhrase(EMERGENCY, words) ? 'emergency' : undefined
}

const CRISIS = phrasesOf(`
  kill|hang|drown|shoot|poison myself|meself tonight|today|now|tomorrow
  want|wanna|going|gonna|about|thinking|planning to|of kill|killing|hang|hanging|hurt|hurting|harm|harming myself|meself|mysef
  i|just want|wanna|wanted to die
  i|just wanna die
  wish|wished i was|were dead
  dont|not|never want|wanna|wish to live|exist|be alive|anymore|longer|here
  dont|not|no want|wanna|longer live|exist
  dont|not want|wanna to be|stay here|alive anymore
  no point|reason in|to living|live|alive
  end|ending|take|taking my|mine own life
  end|ending my|mine life
  i|im|been|feel|feeling suicidal|suicdal|suicidial
  thinking|think|thoughts|thought|considering|contemplating|planning .. suicide|sucide|suiside|suicde
  suicide note|letter
  took|taken|swallowed all .. pills|tablets
  better off dead
  better off without me
  unalive myself
  gonna|wanna|imma|might|lol kms
  nicht mehr leben|da sein
  will|möchte|mochte nur|einfach|ich sterben
  will sterben
  mich|selbst umbringen|töten|toten
  bringe|bring mich um
  selbstmord|suizid|suizidgedanken
  quiero|quisiera morir|morirme|desaparecer
  no quiero seguir|mas viviendo|vivir
  no quiero vivir
  matarme|suicidarme
  quitarme la vida
  veux|voudrais|aimerais mourir|crever
  envie de mourir|crever
  plus envie|veux|pas .. vivre
  me suicider|tuer
  voglio|vorrei morire
  uccidermi|ammazzarmi|suicidarmi
  quero|queria morrer
  me matar
  wil|wilde dood
  niet meer leven
  zelfmoord plegen
`)

const EMERGENCY = phrasesOf(`
  having|has|have a|an heart|hart attack|atack|attac
  im|i|he|she having|had a stroke
  chest pain|pains since|and|now|right|going|spreading|radiating
  my chest hurts
  i cant|cannot breathe|breath
  cant breathe
  is|hes|shes|still unconscious|unresponsive
  not|isnt|stopped breathing
  wont|cant stop bleeding
  took|taken|swallowed .. too many|much .. pills|tablets|medication
  husband|wife|boyfriend|girlfriend|partner|he hits|beats|hit|beat|choked|strangled me
  threatened|threatens|threatening to kill|shoot|stab me|us
  has|pulled a gun|knife
  call|need an ambulance
  no respira|puedo respirar
  respire|respira plus|pas
  keine luft
  herzinfarkt|schlaganfall
  ataque al corazon
  crise cardiaque
`)

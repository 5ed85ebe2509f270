import { hasPhrase, phrasesOf, phraseWords } from '../understand/phrase.ts'

/**
 * What a person needs before any figure.
 * - `crisis`, `emergency`: danger to life
 * - `low`, `panic`: exhaustion, hopelessness, being overwhelmed
 * - `loss`: a customer, a deal or a person is gone
 * - `quarrel`: a conflict with a co-founder or the team
 */
export type Care = 'crisis' | 'emergency' | 'low' | 'panic' | 'loss' | 'quarrel'

/** Danger to life, which comes before every limit and every model. */
export type Danger = Extract<Care, 'crisis' | 'emergency'>

/** Characters of a message that are read. */
const MAX_READ = 8000

/**
 * Danger to life in a message. Phrases rather than a model decide: a sentence must not slip through because others like
 * it were about business.
 */
export function dangerIn(text: string): Danger | undefined {
  const words = phraseWords(text.slice(0, MAX_READ))
  if (hasPhrase(CRISIS, words) && !hasPhrase(IDIOMS, words)) return 'crisis'
  if (hasPhrase(EMERGENCY, words) && !hasPhrase(OVERDONE, words)) return 'emergency'
  return undefined
}

/** What a message needs before any figure; undefined when it is about business. */
export function careIn(text: string): Care | undefined {
  const danger = dangerIn(text)
  if (danger) return danger
  const words = phraseWords(text.slice(0, MAX_READ))
  return (['quarrel', 'loss', 'low', 'panic'] as const).find((kind) => hasPhrase(DISTRESS[kind], words))
}

const CRISIS = phrasesOf(`
  kill|kil|killing|hang|hanging|drown|drowning|shoot|shooting|stab|poison|starve myself|meself
  kill|kil my self
  hurt|hurting|harm|harming|cutting|burning myself
  hurt|harm my self
  self harm|harming
  selfharm
  want|wanna|wanted|wants|ready|going|gonna|prefer to die
  wanna|want|wana die
  want|wanna|wish|wished|hope|hoping|rather .. be|was|were|am|i dead
  i wish|hope .. i .. die
  let me die
  i should|could|might just|be|as die|dead
  dont|not|never|no want|wanna|wish|longer|wanting .. live|alive|exist|existing|wake anymore
  dont|not|never|no|nobody want|wanna|wish|longer|wanting to|be|2 live|exist|alive
  dont|not|no want|wanna|longer .. be|stay here|alive|around anymore|longer
  dont|not|no want|wanna|longer .. be|stay alive
  dont|not|no want|wanna|longer want .. live|exist
  dont|not|no want|wanna .. wake up
  dont|not|no want|wanna live|exist|be
  never|not wake|waking up
  go|going|fall|falling asleep|sleep .. never|not wake
  cant|cannot|not|dont live|exist|be|breathe like this|anymore
  cant|cannot|not|dont live|exist|living|be alive|here|anymore
  dont see .. point|reason .. living|live|alive|on
  no point|reason .. living|live|being alive|alive
  no|any reason|point|sense to|in|for live|living
  no|any reason|point|sense to|in go|going on
  tired|done|sick|finished|over of|with|being life|living|alive
  tired|sick of being alive
  end|ending|ended|finish my|mine life|own
  end|ending it all|for good
  end|ending|finish it|everything|things tonight|today|now|forever for|me
  thinking|thought|thoughts|think of|about|to end|ending it|everything|myself
  end|ending myself
  take|taking|took|lose my own|life life|away|tonight|now
  take|taking my life
  suicidal|suicdal|suicidial
  commit|committing|thinking|think|thoughts|thought|considering|attempt|attempted|contemplating|planning .. suicide|sucide|suiside|suicde
  suicide|sucide|suiside note|letter|hotline|thoughts|attempt|methods|plan|line
  better off dead|without
  world|everyone|family|everybody|kids|wife|they .. better .. without me
  worth more dead
  insurance .. if i die|died|dead
  life|living isnt|not|is|aint .. worth|pointless|meaningless|unbearable living|it|to|anymore|for
  unalive|unaliving|kms
  jump|jumping off|from|infront|under .. bridge|roof|building|balcony|train|window|cliff
  jump|jumping in front
  drive|crash .. car .. into .. wall|tree
  overdose|overdosing on
  take|swallow|took all my|the|these|those pills|tablets|medication
  enough|stash|bottle .. pills
  want|wanna|just to disappear forever
  want|wanna to vanish
  stand|standing on .. roof|ledge|bridge
  saved|saving|stashed up .. pills|tablets
  cutting|cut my arms|wrists|legs|thighs
  steer|steering into .. oncoming|traffic|wall|tree|lane
  wrote|written letters|goodbyes to my kids|family|wife|husband
  planning on ending things|it|myself
  pense a en finir
  plus envie detre|d la|etre
  say|said|saying|write|wrote|writing goodbye .. family|kids|everyone|forever
  goodbye note|letter
  i|ill wont|not be around to|anymore|much|when
  dont|not think i|ill make|survive it through|the|tonight night
  if|when|after i die
  own|without|me after tonight
  have|got the|my|all|enough|these pills|tablets
  how|googling|googled .. many|much .. pills|tablets is|are|would|to too|kill|die|enough
  how many|much of my tablets|pills
  been|started|keep|kept|was cutting again|myself
  picturing|picture|imagine|imagining|thinking|thought .. driving|drive|crashing|steering .. into .. tree|wall|traffic|river|truck|bridge
  just|only one step .. stop|stops|over|ends
  stand|standing .. platform|tracks|roof .. step|jump|train
  say|saying my goodbyes
  quiero|quisiera desaparecer
  tengo ganas de morir
  disparaitre pour toujours
  ich kann|will nicht mehr
  nicht mehr da sein
  leben hat keinen|keine sinn
  nicht mehr leben
  will|möchte|mochte nur|einfach|ich|nicht sterben
  will sterben
  mich|selbst umbringen|töten|toten
  bringe|bring mich um
  umbringen
  selbstmord|suizid|suizidgedanken
  leben beenden|nehmen
  quiero|quisiera|gustaria morir|morirme
  no quiero|puedo seguir|mas|vivir viviendo|vivir|mas
  no quiero vivir
  matarme|suicidarme|suicidio
  quitarme la vida
  veux|voudrais|aimerais mourir|crever
  plus envie|veux|pas .. vivre
  me suicider|tuer
  finir .. ma|cette vie
  voglio|vorrei morire
  uccidermi|ammazzarmi|suicidarmi
  quero|queria morrer
  me matar
  wil|wilde dood|sterven|niet leven
  zelfmoord
`)

/** Sayings with words of danger. */
const IDIOMS = phrasesOf(`
  shoot|shooting myself in the foot
  kick|kicking myself
  hang myself up
  drown|drowning|killing myself in|with mail|mails|work|email|emails|paperwork
  rather die than
  die on|of this|that|laughing|boredom|hill
  dead in the water
`)

const OVERDONE = phrasesOf('overdose of features|meetings|buttons|tools|mails|emails|content')

const EMERGENCY = phrasesOf(`
  heart|hart attack|atack|attac
  cardiac arrest
  chest|heart .. pain|pains|hurts|hurting|tight|tightness|aches|aching|pressure|crushing
  pain|pains|pressure|tightness .. my|the|his|her chest|heart
  pain|pains in chest
  cant|cannot|not|trouble|difficulty|struggling|hard to|breathe|breathing properly|right|well|breathe
  cant|cannot|not breathe
  having|had|has|have a stroke
  left|my|his|her arm|side|face is|went|feels|going numb|drooping|paralysed|paralyzed
  passed out|unconscious
  he|she|partner|colleague|cofounder|founder|someone|somebody|dad|mom|mum|wife|husband|child collapsed|unconscious|unresponsive
  is|isnt|not|stopped|was breathing|unconscious|unresponsive now|anymore
  stopped|not|isnt breathing
  choking on
  is|im|am choking
  bleeding|blood heavily|badly|everywhere|out|lot
  wont|not|cant stop bleeding
  took|taken|swallowed too many|much pills|tablets|medication|medicine
  overdosed
  seizure|anaphylaxis|anaphylactic
  has|had|with|pulled|got|waving a gun|knife|weapon
  hits|hit|hitting|beats|beat|beating|punched|attacked|attacking|choked|strangled|strangling|stabbed|shot|raped|assaulted|slapped me
  threatened|threatens|threatening|wants|want|going|gonna|trying to kill|hurt|beat|shoot|stab me|us|him|her
  going|gonna|want|wanna|will|about to|kill|hurt|stab|shoot kill|him|her|them|someone|my
  want|going|gonna to kill|hurt|stab|shoot him|her|them|someone|somebody|people
  kill|shoot|stab my|the|our|that cofounder|wife|husband|boss|landlord|investor|neighbour|neighbor
  afraid|scared .. kill|hurt me
  breaking|broke into my|our|the house|home|flat|apartment|office now|while|with|and
  im|am|are being followed|stalked|attacked|threatened|abused
  domestic violence|abuse
  fire in|at|the .. building|office|house|kitchen
  office|house|building|kitchen is on|burning fire|down
  smoke coming out|from
  face|mouth feels|is|looks|went droopy|crooked
  burns all over
  break|breaking my|our legs|arms|neck
  took|taken|swallowed way|far too many|much .. pills|tablets|meds|adderall|xanax
  avale .. medicaments|pilules|cachets
  no despierta|respira
  no|ne|not respira|respire|respiratoria|respirar
  atmet|atme nicht
  bekomme|kriege keine luft
  reagiert|ansprechbar nicht|mehr
  bewusstlos|inconsciente|inconscient|incosciente
  liegt am boden
  il y a le feu
  hay|es fuego|brennt|incendio|incendie
  es|das|die|unser .. brennt
  hes|he|she|someone|guy|man|customer|ex|they .. coming|come|comes|going|gonna to|over .. shoot|kill|hurt|beat|stab us|me|him|her|them|everyone|all
  he|she|intern|colleague|someone|somebody|guy|worker|employee got|was|been electrocuted|shocked|shot|stabbed
  lips|face|skin are|is|turning|turned|went blue|grey
  he|she|hes|shes|colleague|intern|someone|dad|mom|wife|husband .. not|isnt|wont moving|responding|waking|respond|wake|move
  blood everywhere
  herzinfarkt|schlaganfall|brustschmerzen
  infarto|ataque al corazon
  crise cardiaque
  attacco cardiaco
`)

const DISTRESS = {
  quarrel: phrasesOf(`
    cofounder|cofounders|founder|founders|partner|team|cto|ceo .. fight|fighting|fought|argue|arguing|argued|argument|quarrel|screaming|shouting|yelling
    fight|fighting|fought|argue|arguing|argued|argument|quarrel|row|fallout|clash|conflict .. with|between .. cofounder|cofounders|founder|founders|partner|team|cto
    cofounder|cofounders|partner|cto|founder|founders .. dont|not|wont|refuses|stopped|hardly|barely .. talk|talking|speak|speaking|trust|agree
    dont|not|cant|no|stopped .. talk|talking|speak|speaking|trust|agree .. cofounder|cofounders|partner|cto
    cofounder|cofounders|partner|cto and i|me .. disagree|hate|fight|arguing|agree
    hate|hates my|our|me cofounder|partner|cto
    cofounder|partner|founder .. wants|want|threatens|threatening|threatened to|out leave|quit|out
    lost trust in .. cofounder|partner|cto
    dont|not|no longer|anymore trust me
    ends|end|ended|ending in screaming|shouting|tears
    mitgrunder|mitgrunderin|socio|socia|associe .. streit|redet|pelea|habla|dispute|parle
  `),
  loss: phrasesOf(`
    we|i|just|have|ve lost|loosing|losing our|my|a|the|another|two|three|biggest|largest|best|key|only .. customer|client|account|deal|customers|clients|contract|hire|investor today|yesterday|week|morning|just
    we|i|just|have|ve lost our|my .. biggest|largest|best|main|only|key|first|oldest|favourite|favorite .. customer|client|account|deal|contract|employee|engineer
    just lost .. customer|client|deal|account|contract|investor|round
    biggest|largest|best|main|only|key customer|client|account|investor .. left|leaving|cancelled|canceled|churned|quit|out|gone|dropped|pulled
    term sheet|offer|deal .. pulled|withdrawn|gone|dead
    got|was|were|has been pulled .. before|after|last|this|at
    deal|round|acquisition|sale|contract|partnership fell|fallen|falls|collapsed|is through|apart|dead|off
    investor|investors|vc|lead pulled|backed out
    cofounder|founder|cto|engineer|developer just|has|is quit|left|resigned|leaving
    someone|somebody|dad|mom|mum|father|mother|friend|brother|sister|wife|husband .. died|passed
  `),
  low: phrasesOf(`
    burnt|burned|burning out
    burnout
    im|i|am|so|feel|feeling|completely|totally exhausted|drained|hopeless|worthless|empty|depressed|lonely|alone|defeated|overwhelmed|numb|miserable|broken
    im|am|feel|feeling so|very|really|completely|just|too|all tired|alone|down|sad|lost
    so tired
    feel|feeling|im|am|like .. failure|fraud|loser
    cant|cannot|not sleep|slept|sleeping
    cant|cannot|not take|do|go|cope|handle .. this|it|on|anymore|more
    want|wanna|going|feel|about to|like give|giving|quit|quitting up|it
    want|wanna|feel .. give|giving|quit up
    giving up on|everything
    crying|cried|cry
    lost all|my hope|motivation|energy
    no energy|motivation|strength left|anymore|to
    falling apart
    at my limit|breaking|end
    at the breaking point
    im|am at the end
    hate my life|myself|this|everything
    hate everything
    am ende
    no puedo mas
    agotado|agotada|erschopft|epuise|epuisee|exhausto|uitgeput|esausto
    nichts mehr auf die reihe
    ever gets|get better
  `),
  panic: phrasesOf(`
    im|i|am|was|we|are|total|full|pure|complete|in panicking|panicked|panicing|panic
    panicking|panicing
    freaking|freaked|freak out
    im|am|so|completely|totally|really scared|terrified|desperate
    losing my mind
    anxiety|anxious
    everything .. going wrong
    je panique
    panique|panico|panik totale|total|da|la|ici
    dont know what to do anymore
  `),
} satisfies Readonly<Record<Exclude<Care, Danger>, unknown>>

/** A language that the coach recognises but does not speak. */
export interface Language {
  readonly name: string
  /** Words that are common in it and mean nothing in English. */
  readonly marks: RegExp
  /** Words and phrases that a question needs, in English. Accents are removed before. */
  readonly words: readonly (readonly [RegExp, string])[]
}

const months = (names: string): (readonly [RegExp, string])[] =>
  names
    .split(' ')
    .map(
      (name, index) =>
        [
          new RegExp(`\\b${name}\\b`, 'g'),
          new Date(2000, index, 1).toLocaleString('en', { month: 'long' }).toLowerCase(),
        ] as const,
    )

const languages: readonly Language[] = [
  {
    name: 'German',
    marks:
      /\b(?:wie|viele?|haben|hatten|habe|wir|ich|ist|unser|unsere|mein|meine|meinen|der|das|und|welche[rs]?|wann|warum|im|bis|noch|nicht|fur|lange|reicht)\b/g,
    words: [
      [/\bwie viele?\b/g, 'how many'],
      [/\bwie lange\b/g, 'how long'],
      [/\binsgesamt\b/g, 'in total'],
      [/\b(?:letzten?|vergangenen?|vorigen?)\b/g, 'last'],
      [/\b(?:diesen?|dieser|dieses)\b/g, 'this'],
      [/\bwochen?\b/g, 'week'],
      [/\bmonate?s?\b/g, 'month'],
      [/\bjahre?s?\b/g, 'year'],
      [/\bziele?n?\b/g, 'goals'],
      [/\boffene?n?\b/g, 'open'],
      [/\b(?:erledigt|erreicht|abgeschlossen)\b/g, 'completed'],
      [/\bentscheidung(?:en)?\b/g, 'decisions'],
      [/\bstimmung\b/g, 'mood'],
      [/\b(?:geld|startbahn)\b/g, 'runway'],
      [/\bumsatz\b/g, 'revenue'],
      [/\b(?:ausgaben|kosten)\b/g, 'burn'],
      [/\b(?:kontostand|guthaben)\b/g, 'balance'],
      [/\bnachrichten\b/g, 'messages'],
      [/\babschlusse\b/g, 'conversions'],
      [/\bnotizen\b/g, 'notes'],
      [/\bhindernis(?:se)?\b/g, 'blockers'],
      [/\bim\b/g, 'in'],
      ...months('januar februar marz april mai juni juli august september oktober november dezember'),
    ],
  },
  {
    name: 'Spanish',
    marks:
      /¿|\b(?:cuant[oa]s?|tenemos|tengo|hicimos|tuvimos|hemos|el|los|las|nuestr[oa]s?|mi|mis|es|en|que|para|cual|como|cuando|nos|queda)\b/g,
    words: [
      [/\bcuant[oa]s\b/g, 'how many'],
      [/\bcuanto tiempo\b/g, 'how long'],
      [/\ben total\b/g, 'in total'],
      [/\bel mes pasado\b/g, 'last month'],
      [/\bla semana pasada\b/g, 'last week'],
      [/\bel ano pasado\b/g, 'last year'],
      [/\beste mes\b/g, 'this month'],
      [/\besta semana\b/g, 'this week'],
      [/\b(?:metas|objetivos)\b/g, 'goals'],
      [/\babiert[oa]s\b/g, 'open'],
      [/\b(?:(?:he|hemos) )?(?:completad[oa]s?|cumplid[oa]s?|terminad[oa]s?)\b/g, 'completed'],
      [/\bdecisiones\b/g, 'decisions'],
      [/\b(?:animo|humor)\b/g, 'mood'],
      [/\b(?:dinero|caja)\b/g, 'runway'],
      [/\bingresos\b/g, 'revenue'],
      [/\bgastos\b/g, 'burn'],
      [/\bsaldo\b/g, 'balance'],
      [/\bmensajes\b/g, 'messages'],
      [/\bconversiones\b/g, 'conversions'],
      [/\b(?:demostraciones)\b/g, 'demos'],
      [/\bnotas\b/g, 'notes'],
      [/\bobstaculos\b/g, 'blockers'],
      [/\ben\b/g, 'in'],
      ...months('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    ],
  },
  {
    name: 'French',
    marks:
      /\b(?:combien|avons|sont|encore|nous|notre|nos|mes|mon|le|les|des|est|au|avec|quel(?:le)?s?|quand|pourquoi|je|fait|eu|il|reste|pour)\b/g,
    words: [
      [/\bcombien de temps\b/g, 'how long'],
      [/\bcombien d[e’']\s?/g, 'how many '],
      [/\bau total\b/g, 'in total'],
      [/\ble mois dernier\b/g, 'last month'],
      [/\bla semaine derniere\b/g, 'last week'],
      [/\bl[’']annee derniere\b/g, 'last year'],
      [/\bce mois\b/g, 'this month'],
      [/\bcette semaine\b/g, 'this week'],
      [/\bobjectifs\b/g, 'goals'],
      [/\bouverts\b/g, 'open'],
      [/\b(?:termines|atteints)\b/g, 'completed'],
      [/\bdecisions\b/g, 'decisions'],
      [/\bhumeur\b/g, 'mood'],
      [/\b(?:tresorerie|argent)\b/g, 'runway'],
      [/\b(?:chiffre d[’']affaires|revenus?)\b/g, 'revenue'],
      [/\bdepenses\b/g, 'burn'],
      [/\bsolde\b/g, 'balance'],
      [/\bdemonstrations\b/g, 'demos'],
      [/\bblocages\b/g, 'blockers'],
      [/\ben\b/g, 'in'],
      ...months('janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'),
    ],
  },
  {
    name: 'Portuguese',
    marks:
      /\b(?:quant[oa]s?|temos|tivemos|fizemos|nosso|nossa|meu|minha|o|os|qual|quando|nao|voce|uma|para|dinheiro|banco)\b/g,
    words: [
      [/\bquant[oa]s\b/g, 'how many'],
      [/\bquanto tempo\b/g, 'how long'],
      [/\bquanto dinheiro (?:temos |tem |ha )?no banco\b/g, 'bank balance'],
      [/\bno banco\b/g, 'in the bank'],
      [/\bsaldo\b/g, 'balance'],
      [/\bno total\b/g, 'in total'],
      [/\bmetas\b/g, 'goals'],
      [/\bdinheiro\b/g, 'runway'],
      [/\breceita\b/g, 'revenue'],
      [/\bmensagens\b/g, 'messages'],
      [/\bhumor\b/g, 'mood'],
      [/\bdecisoes\b/g, 'decisions'],
    ],
  },
  {
    name: 'Italian',
    marks: /\b(?:quant[ieao]|abbiamo|nostr[oiae]|mio|mia|il|gli|di|che|sono|quando|come|fatto)\b/g,
    words: [
      [/\bquant[ie]\b/g, 'how many'],
      [/\bin totale\b/g, 'in total'],
      [/\bobiettivi\b/g, 'goals'],
      [/\b(?:soldi|denaro)\b/g, 'runway'],
      [/\bricavi\b/g, 'revenue'],
      [/\bmessaggi\b/g, 'messages'],
      [/\bumore\b/g, 'mood'],
      [/\bdecisioni\b/g, 'decisions'],
    ],
  },
  {
    name: 'Dutch',
    marks: /\b(?:hoeveel|hebben|hadden|we|wij|ons|onze|mijn|het|een|van|wat|wanneer|waarom|niet|nog|lang)\b/g,
    words: [
      [/\bhoeveel\b/g, 'how many'],
      [/\bhoe lang\b/g, 'how long'],
      [/\bin totaal\b/g, 'in total'],
      [/\bdoelen\b/g, 'goals'],
      [/\bgeld\b/g, 'runway'],
      [/\bomzet\b/g, 'revenue'],
      [/\bberichten\b/g, 'messages'],
      [/\bstemming\b/g, 'mood'],
      [/\bbeslissingen\b/g, 'decisions'],
    ],
  },
]

const ENGLISH =
  /\b(?:the|is|are|was|were|what|how|do|does|did|my|our|we|i|you|have|has|had|and|of|to|which|when|why|who|should|can|would|if|for|a|on)\b/g

/** Marks that a language has more of than English before a text counts as written in it. */
const MORE = 2

/** The language of a text, if it is another than English. @param text in lower case, without accents */
export function foreignLanguageOf(text: string): Language | undefined {
  const english = countOf(text, ENGLISH)
  const [best] = languages
    .map((language) => ({ language, marks: countOf(text, language.marks) }))
    .toSorted((a, b) => b.marks - a.marks)
  return best && best.marks >= english + MORE ? best.language : undefined
}

/** The words that a question needs, in English; other words stay. */
export const inEnglish = (text: string, { words }: Language): string =>
  words.reduce((translated, [pattern, english]) => translated.replaceAll(pattern, english), text)

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

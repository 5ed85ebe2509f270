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
      /\b(?:sind|wurden|wird|kann|letzten?|letzter|unserem|offen|uberfallig|wie|viele?|haben|hatten|habe|wir|ich|ist|unser|unsere|mein|meine|meinen|der|das|und|welche[rs]?|wann|warum|im|bis|noch|nicht|fur|lange|reicht)\b/g,
    words: [
      [/\b(?:(?:uber|ueber)fallige?n?|verspatet)\b/g, 'overdue'],
      [/\b(?:(?:wie)? ?hoch ist)\b/g, 'what is'],
      [/\b(?:(?:bank)?konto)\b/g, 'bank balance'],
      [/\b(?:einnahmen|erlose)\b/g, 'revenue'],
      [/\b(?:(?:im )?durchschnitt(?:lich)?|im schnitt)\b/g, 'average'],
      [/\b(?:gestern)\b/g, 'yesterday'],
      [/\b(?:heute)\b/g, 'today'],
      [/\b(?:blockiert)\b/g, 'blocked'],
      [/\b(?:(?:nachste[rns]?) (?:gesprach|termin|anruf))\b/g, 'next call'],
      [/\b(?:kanal|kanale)\b/g, 'channel'],
      [/\b(?:bester?|beste[ns])\b/g, 'best'],
      [/\b(?:schlechteste[rns]?)\b/g, 'worst'],
      [/\b(?:kunden)\b/g, 'customers'],
      [/\b(?:wann)\b/g, 'when'],
      [/\b(?:warum)\b/g, 'why'],
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
      /¿|\b(?:cuales|vencid[oa]s|banco|dinero|nuestro|mejor|peor|ultim[oa]s?|cuant[oa]s?|tenemos|tengo|hicimos|tuvimos|hemos|el|los|las|nuestr[oa]s?|mi|mis|es|en|que|para|cual|como|cuando|nos|queda)\b/g,
    words: [
      [/\b(?:vencid[oa]s|atrasad[oa]s|retrasad[oa]s)\b/g, 'overdue'],
      [/\b(?:pendientes)\b/g, 'open'],
      [/\b(?:(?:cuanto )?(?:dinero|efectivo) (?:hay |tenemos )?en el banco)\b/g, 'bank balance'],
      [/\b(?:en el banco)\b/g, 'in the bank'],
      [/\b(?:proxima llamada)\b/g, 'next call'],
      [/\b(?:mejor)\b/g, 'best'],
      [/\b(?:peor)\b/g, 'worst'],
      [/\b(?:canal(?:es)?)\b/g, 'channel'],
      [/\b(?:clientes)\b/g, 'customers'],
      [/\b(?:promedio|en media)\b/g, 'average'],
      [/\b(?:ayer)\b/g, 'yesterday'],
      [/\b(?:hoy)\b/g, 'today'],
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
      /\b(?:font|quels|quelle|retard|tresorerie|dernier|derniere|meilleur|votre|reste|combien|avons|sont|encore|nous|notre|nos|mes|mon|le|les|des|est|au|avec|quel(?:le)?s?|quand|pourquoi|je|fait|eu|il|reste|pour)\b/g,
    words: [
      [/\b(?:en retard)\b/g, 'overdue'],
      [/\b(?:en banque|a la banque)\b/g, 'in the bank'],
      [/\b(?:prochain appel)\b/g, 'next call'],
      [/\b(?:meilleure?)\b/g, 'best'],
      [/\b(?:pire)\b/g, 'worst'],
      [/\b(?:canal|canaux)\b/g, 'channel'],
      [/\b(?:moyenne)\b/g, 'average'],
      [/\b(?:hier)\b/g, 'yesterday'],
      [/\b(?:couts|charges)\b/g, 'burn'],
      [/\b(?:accomplis|realises|finis)\b/g, 'completed'],
      [/\b(?:bloque)\b/g, 'blocked'],
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
      /\b(?:quais|atrasad[oa]s|quanto|temos|passad[oa]|nossos|nossas|dura|quant[oa]s?|temos|tivemos|fizemos|nosso|nossa|meu|minha|o|os|qual|quando|nao|voce|uma|para|dinheiro|banco)\b/g,
    words: [
      [/\b(?:atrasad[oa]s|vencid[oa]s)\b/g, 'overdue'],
      [/\b(?:abert[oa]s)\b/g, 'open'],
      [/\b(?:concluid[oa]s|cumprid[oa]s)\b/g, 'completed'],
      [/\b(?:(?:o )?mes passado)\b/g, 'last month'],
      [/\b(?:semana passada)\b/g, 'last week'],
      [/\b(?:gastos|despesas|custos)\b/g, 'burn'],
      [/\b(?:proxima (?:reuniao|chamada))\b/g, 'next call'],
      [/\b(?:notas)\b/g, 'notes'],
      [/\b(?:objetivos)\b/g, 'goals'],
      [/\b(?:melhor)\b/g, 'best'],
      [/\b(?:pior)\b/g, 'worst'],
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
    marks:
      /\b(?:qual|quali|quanto|scors[oa]|nella?|della?|banca|prossim[oa]|quant[ieao]|abbiamo|nostr[oiae]|mio|mia|il|gli|di|che|sono|quando|come|fatto)\b/g,
    words: [
      [/\b(?:scadut[ie]|in ritardo)\b/g, 'overdue'],
      [/\b(?:apert[ie])\b/g, 'open'],
      [/\b(?:completat[ie]|raggiunt[ie])\b/g, 'completed'],
      [/\b(?:in banca)\b/g, 'in the bank'],
      [/\b(?:saldo)\b/g, 'balance'],
      [/\b(?:conto)\b/g, 'bank balance'],
      [/\b(?:spese|costi)\b/g, 'burn'],
      [/\b(?:entrate|fatturato)\b/g, 'revenue'],
      [/\b(?:quanto tempo)\b/g, 'how long'],
      [/\b(?:(?:il )?mese scorso)\b/g, 'last month'],
      [/\b(?:(?:la )?settimana scorsa)\b/g, 'last week'],
      [/\b(?:prossima chiamata)\b/g, 'next call'],
      [/\b(?:appunti)\b/g, 'notes'],
      [/\b(?:in media)\b/g, 'average'],
      [/\b(?:migliore?)\b/g, 'best'],
      [/\b(?:peggiore?)\b/g, 'worst'],
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
    marks:
      /\b(?:zijn|welke|vorige|onze|hoe|lopen|staat|hoeveel|hebben|hadden|we|wij|ons|onze|mijn|het|een|van|wat|wanneer|waarom|niet|nog|lang)\b/g,
    words: [
      [/\b(?:achterstallige?|te laat)\b/g, 'overdue'],
      [/\b(?:afgerond|voltooid|behaald)\b/g, 'completed'],
      [/\b(?:openstaande)\b/g, 'open'],
      [/\b(?:vorige maand)\b/g, 'last month'],
      [/\b(?:vorige week)\b/g, 'last week'],
      [/\b(?:kosten|uitgaven)\b/g, 'burn'],
      [/\b(?:banksaldo|saldo)\b/g, 'balance'],
      [/\b(?:op de bank)\b/g, 'in the bank'],
      [/\b(?:volgende gesprek)\b/g, 'next call'],
      [/\b(?:notities)\b/g, 'notes'],
      [/\b(?:gemiddeld)\b/g, 'average'],
      [/\b(?:beste)\b/g, 'best'],
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

import { plain } from './plain.ts'

/** Words that are common in a language and mean nothing in English: two of them name it. */
const LANGUAGES: readonly (readonly [name: string, words: ReadonlySet<string>])[] = [
  [
    'German',
    'wie viele viel haben hatten habe wir ich ist unser unsere unserem mein meine der das und welche welcher wann warum noch nicht lange reicht insgesamt geld ziele offen kann wird sind auf dem konto letzte letzten woche monat gemacht getroffen verschickt erledigt stimmung hoch lang gesamt',
  ],
  [
    'Spanish',
    'cuantos cuantas cuanto cual cuales que hemos tengo tenemos nuestro nuestra el los las del cuando como objetivos dinero banco meses quedan hasta nos alcanza mensual gasto total mis mi semana pasada enviamos completado abiertos es',
  ],
  [
    'French',
    'combien quel quelle est avons nous notre nos mes mon les des reste il de mois tresorerie argent banque objectifs sont encore ouverts font solde en faites quand comment',
  ],
  ['Italian', 'quante quanti quanto abbiamo fatto totale il mio nostro che soldi mesi quando qual saldo banca e'],
  ['Portuguese', 'quanto quantos temos dinheiro nosso meu banco os quando quantas'],
  ['Dutch', 'hoeveel hebben we nog onze mijn het een wanneer maanden geld'],
].map(([name = '', words = '']) => [name, new Set(words.split(' '))] as const)

/** The language of a message, if it is not English. */
export function languageOf(text: string): string | undefined {
  const words = plain(text).match(/\p{L}+/gu) ?? []
  const [best] = LANGUAGES.map(([name, marks]) => ({
    name,
    many: words.filter((word) => marks.has(word)).length,
  })).toSorted((a, b) => b.many - a.many)
  const isShort = words.length <= 3
  return best &&
    best.many >= (isShort ? 1 : 2) &&
    best.many / words.length >= 0.3 &&
    !(isShort && /^(?:no|total|on|in|we|is|den)$/.test(words.join(''))) &&
    words.some((word) => !ENGLISH.has(word)) &&
    !words.some((word) => ENGLISH.has(word))
    ? best.name
    : undefined
}

const ENGLISH = new Set(
  'the what how is are my our of for did do does many much have when which who why and to in on with can i you'
    .split(' ')
    .filter((word) => word !== 'in' && word !== 'on' && word !== 'is'),
)

/** Times in other languages, where a figure depends on them. */
const TIMES: readonly (readonly [RegExp, string])[] = [
  [
    /\bletzte[nr]? woche\b|\bla semana pasada\b|\bla semaine derniere\b|\bla settimana scorsa\b|\bsemana passada\b|\bvorige week\b/g,
    'last week',
  ],
  [
    /\bletzte[nrs]? monat\b|\bel mes pasado\b|\ble mois dernier\b|\bil mese scorso\b|\bmes passado\b|\bvorige maand\b/g,
    'last month',
  ],
  [/\bdiese[nrs]? monat\b|\beste mes\b|\bce mois(?:-ci)?\b/g, 'this month'],
  [/\bdiese[nrs]? woche\b|\besta semana\b|\bcette semaine\b/g, 'this week'],
  [/\bjanuar\b|\benero\b|\bjanvier\b/g, 'january'],
  [/\bfebruar\b|\bfebrero\b|\bfevrier\b/g, 'february'],
  [/\bmarz\b|\bmarzo\b/g, 'in march'],
  [/\babril\b|\bavril\b/g, 'april'],
  [/\bmayo\b|\bmai\b/g, 'in may'],
  [/\bjuni\b|\bjunio\b|\bjuin\b/g, 'june'],
  [/\bjuli\b|\bjulio\b|\bjuillet\b/g, 'july'],
  [/\bagosto\b|\baout\b/g, 'august'],
  [/\bseptiembre\b|\bseptembre\b/g, 'september'],
  [/\boktober\b|\boctubre\b|\boctobre\b/g, 'october'],
  [/\bnoviembre\b|\bnovembre\b/g, 'november'],
  [/\bdezember\b|\bdiciembre\b|\bdecembre\b/g, 'december'],
]

/** A text with the times of other languages in English; nothing else is translated. @param text in lower case, without accents */
export const withEnglishTimes = (text: string): string =>
  TIMES.reduce((english, [pattern, time]) => english.replaceAll(pattern, time), text)

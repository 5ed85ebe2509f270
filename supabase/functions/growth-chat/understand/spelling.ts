import { distance } from 'fastest-levenshtein'
import { isCommon } from './common-words.ts'
import { CONCEPT_WORDS } from './lexicon.ts'
import { stem } from './names.ts'
import seen from './words.json' with { type: 'json' }

const TIMES =
  `january february march april june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday yesterday today tomorrow month months quarter quarters weeks years last this`.split(
    /\s+/,
  )
const KNOWN = [...new Set([...CONCEPT_WORDS, ...TIMES])].filter((word) => word.length >= 4)

/** Words of the questions that the classifier learns from: they are no misspellings. */
const SEEN: ReadonlySet<string> = new Set(seen)

/** English words that are one letter away from a known one, and mean themselves. */
const OTHERS = new Set(
  `barn born burnt bury channels checking coal coals complete conversation conversations demon demons door firing food goad goat goats gold golds good hiding learn massage massages memo memos mode modes moon moot note noted quarter quarters runs squid tracking turn votes wiring wood course courses lots boost post posts lose host hosts case cases
  base race place land lead leads load tool tools food mole ones once seed deed need made mode model models
  launch lunch launched brand bread trade traded train grown brown phone phones store stores rate late date gate
  angel angels agent agents demand demands memo notion motion option patient patients partner partners party pilot pilots
  tester testers mentor monitor minor major manager managers market markets`.split(/\s+/),
)

/** Short forms of chats. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  wk: 'week',
  wks: 'weeks',
  lst: 'last',
  mny: 'many',
  hw: 'how',
  wat: 'what',
  wot: 'what',
  prio: 'priority',
  prios: 'priorities',
  mth: 'month',
  mths: 'months',
  mnth: 'month',
  mnths: 'months',
  yr: 'year',
  yrs: 'years',
  qtr: 'quarter',
  msgs: 'messages',
  msg: 'message',
  conv: 'conversion',
  convs: 'conversions',
  rev: 'revenue',
  decs: 'decisions',
  wen: 'when',
  ystrdy: 'yesterday',
  bal: 'balance',
  nxt: 'next',
  prev: 'previous',
  mtg: 'meeting',
  govt: 'government',
  whn: 'when',
  wich: 'which',
  whch: 'which',
  whcih: 'which',
  wats: 'whats',
  thru: 'through',
  smth: 'something',
  whitch: 'which',
  hwo: 'how',
  waht: 'what',
  teh: 'the',
  hv: 'have',

  oct: 'october',
  sept: 'september',
  pls: 'please',
  plz: 'please',
  u: 'you',
  r: 'are',
  ur: 'your',
  w: 'with',
  cust: 'customer',
  custs: 'customers',
  convo: 'conversation',
  chkin: 'checkin',
  decsion: 'decision',
  gls: 'goals',
  dmos: 'demos',
  rnwy: 'runway',
  wknd: 'weekend',
  shld: 'should',
  shoud: 'should',
  woud: 'would',
  coud: 'could',
  acually: 'actually',
  realy: 'really',
  becuase: 'because',
  probaly: 'probably',
  definately: 'definitely',
  dissappears: 'disappears',
  cld: 'could',
  wld: 'would',
  tomorow: 'tomorrow',
  bc: 'because',
}

/**
 * The word that a misspelt one means: a known one, or one of the founder's own records.
 * @param own words of the records: names are no misspellings
 */
export function correctedWord(word: string, own: ReadonlySet<string>): string {
  if (Object.hasOwn(SHORT_FORMS, word)) return SHORT_FORMS[word] ?? word
  if (word.length < 4 || OTHERS.has(word) || SEEN.has(word) || KNOWN.includes(word) || isCommon(word) || own.has(word))
    return word
  // Another form of a word of the records: "leasing" of "lease".
  const root = stem(word)
  for (const known of own) if (stem(known) === root) return word
  const near = KNOWN.filter((known) => known[0] === word[0] && isMisspelt(word, known))
  const [best] = near.toSorted((a, b) => distance(word, a) - distance(word, b))
  if (best) return best
  const slips = [...seen, ...own].filter((known) => known.length >= 5)
  return slips.find((known) => known[0] === word[0] && isSlip(word, known)) ?? word
}

/** Two letters in the wrong order, or one instead of two of the same: other differences may be other words. */
const isSlip = (word: string, known: string): boolean => areSwapped(word, known) || single(word) === single(known)

const single = (word: string): string => word.replaceAll(/(\p{L})\1/gu, '$1')

function isMisspelt(word: string, known: string): boolean {
  if (word === `${known}s` || known === `${word}s`) return false
  if (areSwapped(word, known)) return true
  return known.length >= 5 && distance(word, known) <= (known.length >= 8 ? 2 : 1)
}

/** Whether the words differ by two neighbouring letters in the wrong order. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  return a.slice(0, at) + (a[at + 1] ?? '') + (a[at] ?? '') + a.slice(at + 2) === b
}

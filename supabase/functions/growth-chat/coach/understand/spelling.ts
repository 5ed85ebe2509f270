import { distance } from 'fastest-levenshtein'

/** Words by which a question is understood; a misspelling of one is read as the word. */
const KNOWN = `runway balance revenue burn demos demo conversions conversion messages message traction goals goal weekly
  monthly quarterly yearly overdue completed decisions decision check-in check-ins checkin checkins mood blockers blocker
  blocked priority priorities notes squad summarise summarize compare channel channels pricing fundraising investors
  hiring retention churn outreach conversion funnel revenue`.split(/\s+/)

/** English words that are one letter away from one of them, and mean themselves. */
const OTHERS = new Set(
  `demon demons coal coals goat goats votes note noted moon moot quarter quarters tracking conversation conversations checking wood food good goad gold golds door mode modes memo memos squid massage
  massages burnt turn born bury learn barn channels hiding firing wiring runs complete`.split(/\s+/),
)

/** Short forms of words by which a question is understood. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  wk: 'week', wks: 'weeks', lst: 'last', mny: 'many', hw: 'how', wat: 'what', wot: 'what', prio: 'priority', prios: 'priorities',
  mth: 'month', mths: 'months', mnth: 'month', mnths: 'months', yr: 'year', yrs: 'years', qtr: 'quarter', msgs: 'messages',
  msg: 'message', conv: 'conversion', convs: 'conversions', rev: 'revenue', tmrw: 'tomorrow', decs: 'decisions', wen: 'when',
  ystrdy: 'yesterday', bal: 'balance', nxt: 'next', prev: 'previous', mtg: 'meeting', govt: 'government', whn: 'when', wich: 'which', whch: 'which', whcih: 'which', wats: 'whats', thru: 'through', smth: 'something', whitch: 'which', hwo: 'how', waht: 'what', teh: 'the', hv: 'have',
} // prettier-ignore

/** Words of four letters, which are corrected only where two letters are swapped. */
const SHORT = ['bank', 'cash', 'burn', 'mood', 'goal', 'loop', 'last', 'week', 'open', 'done'] as const

const MIN_LETTERS = 4

/** The text with misspelled known words corrected. @param text in lower case */
export const corrected = (text: string): string =>
  text.replaceAll(/\p{L}[\p{L}-]*\p{L}/gu, (word) =>
    Object.hasOwn(SHORT_FORMS, word) ? (SHORT_FORMS[word] ?? word) : correctedWord(word),
  )

function correctedWord(word: string): string {
  if (word.length < MIN_LETTERS || OTHERS.has(word) || KNOWN.includes(word) || SHORT.some((known) => known === word))
    return word
  const swapped = SHORT.find((known) => areSwapped(word, known))
  if (swapped) return swapped
  const near = KNOWN.filter((known) => known.length >= 5 && known[0] === word[0] && isMisspelt(word, known))
  return near.toSorted((a, b) => distance(word, a) - distance(word, b))[0] ?? word
}

function isMisspelt(word: string, known: string): boolean {
  // The plural of a known word is no misspelling of it, nor its singular.
  if (word === `${known}s` || known === `${word}s`) return false
  const allowed = known.length >= 8 ? 2 : 1
  return distance(word, known) <= allowed || areSwapped(word, known)
}

/** Whether the words differ by two neighbouring letters in the wrong order. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  return a.slice(0, at) + (a[at + 1] ?? '') + (a[at] ?? '') + a.slice(at + 2) === b
}

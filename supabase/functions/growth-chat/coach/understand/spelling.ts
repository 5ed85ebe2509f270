import { distance } from 'fastest-levenshtein'

/** Words by which a question is understood; a misspelling of one is read as the word. */
const KNOWN = `runway balance revenue burn demos demo conversions conversion messages message traction goals goal weekly
  monthly quarterly yearly overdue completed decisions decision check-in check-ins checkin checkins mood blockers blocker
  blocked priority priorities notes squad summarise summarize compare channel channels pricing fundraising investors
  hiring retention churn outreach conversion funnel revenue`.split(/\s+/)

/** English words that are one letter away from one of them, and mean themselves. */
const OTHERS = new Set(
  `demon demons coal coals goat goats votes note noted moon moot wood food good goad gold golds door mode modes memo memos squid massage
  massages burnt turn born bury learn barn channels hiding firing wiring runs complete`.split(/\s+/),
)

const MIN_LETTERS = 4

/** The text with misspelled known words corrected. @param text in lower case */
export const corrected = (text: string): string => text.replaceAll(/\p{L}[\p{L}-]*\p{L}/gu, correctedWord)

function correctedWord(word: string): string {
  if (word.length < MIN_LETTERS || OTHERS.has(word) || KNOWN.includes(word)) return word
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

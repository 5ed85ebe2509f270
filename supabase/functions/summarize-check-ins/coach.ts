import type { CheckIn, CheckInPair } from './check-in.ts'
import { wordsInCommonWith } from './words.ts'

/** Characters of a founder's text in a quote. */
const MAX_QUOTE_LENGTH = 160
const WEEK_MS = 7 * 86_400_000

/**
 * A summary without a model: plan and result, the mood, recurring blockers, and what is next.
 * Plain text, with the founder's own words.
 */
export function coachSummary({ current, previous }: CheckInPair): string {
  if (!previous) return 'This is your first check-in. The next one will be held against the priority that you set here.'
  return [
    sayPriority(current, previous),
    sayMood(current, previous),
    sayBlockers(current, previous),
    `Next: ${quote(current.next_priority)}.`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

function sayPriority(current: CheckIn, previous: CheckIn): string {
  const when = sayWhen(current, previous)
  const planned = quote(previous.next_priority)
  const isAboutIt = wordsInCommonWith(previous.next_priority)
  const done = sentencesOf(current.wins).find(isAboutIt)
  if (done !== undefined) return `${when} you set out to do ${planned}; you report ${quote(done)}.`
  const advice = isAboutIt(current.next_priority)
    ? 'it is on your list again, so ask what kept you from it'
    : 'decide whether it is dropped or still to be done'
  return `${when} you set out to do ${planned}; your wins do not name it: ${advice}.`
}

function sayWhen(current: CheckIn, previous: CheckIn): string {
  const weeks = Math.round((Date.parse(current.week_of) - Date.parse(previous.week_of)) / WEEK_MS)
  return weeks === 1 ? 'Last week' : `${weeks} weeks ago`
}

function sayMood({ mood }: CheckIn, previous: CheckIn): string {
  const change = mood - previous.mood
  if (change === 0) return `Your mood is still ${mood} of 5.`
  return `Your mood went ${change > 0 ? 'up' : 'down'} from ${previous.mood} to ${mood} of 5.`
}

function sayBlockers(current: CheckIn, previous: CheckIn): string | undefined {
  const stays = sentencesOf(current.blockers).find(wordsInCommonWith(previous.blockers))
  if (stays !== undefined) return `Still in the way: ${quote(stays)}. Who could take it away in one call?`
  if (current.blockers.trim()) return `New in the way: ${quote(current.blockers)}.`
  return previous.blockers.trim() ? 'You name no blocker any more.' : undefined
}

/** Splits at line breaks and full stops. */
const sentencesOf = (text: string): string[] =>
  text.split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/).filter((part) => part.trim())

/** On one line, without a final full stop, truncated. */
function quote(text: string): string {
  const characters = [...text.trim().replace(/\s+/g, ' ').replace(/\.$/, '')]
  const cut = characters.length > MAX_QUOTE_LENGTH
  return `“${characters.slice(0, MAX_QUOTE_LENGTH).join('').trimEnd()}${cut ? '…' : ''}”`
}

import { moodLabel } from '../../../domain/check-ins.ts'
import type { CheckIn, CheckInPair } from './check-in.ts'
import { wordsInCommonWith } from './words.ts'

/** Characters of a founder's text in a quote. */
const MAX_QUOTE_LENGTH = 160
const WEEK_MS = 7 * 86_400_000

/**
 * A summary without a model: plan and result, the mood when it has changed, and recurring blockers. Plain text, with the
 * founder's own words. Every screen that shows it has the mood and the next priority beside it.
 */
export function coachSummary({ current, previous }: CheckInPair): string {
  if (!previous) return 'This is your first check-in. The next one starts with the priority you set here.'
  return [sayPriority(current, previous), sayMood(current, previous), sayBlockers(current, previous)]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

/** Words of a priority that a win shares which is named beside "it happened". */
const PROVING_WORDS = 2

/** The founder's own answer comes before what the wins mention. */
function sayPriority(current: CheckIn, previous: CheckIn): string {
  const plan = `${sayWhen(current, previous)} you set out to do ${quote(previous.next_priority)}`
  const isAboutIt = wordsInCommonWith(previous.next_priority)
  const wins = sentencesOf(current.wins)
  const done = wins.find(
    current.priority_outcome ? wordsInCommonWith(previous.next_priority, PROVING_WORDS) : isAboutIt,
  )
  const isPlannedAgain = isAboutIt(current.next_priority)
  const advice = isPlannedAgain
    ? 'It is on your list again, so ask what kept you from it.'
    : 'Decide whether to drop it or plan it again.'
  switch (current.priority_outcome) {
    case 'yes':
      return `${plan}, and it happened${done === undefined ? '' : `: ${quote(done)}`}.`
    case 'partly':
      return `${plan}, and it happened in part${done === undefined ? '' : `: ${quote(done)}`}. ${
        isPlannedAgain ? 'The rest is on your list.' : 'Decide whether to drop the rest or plan it again.'
      }`
    case 'no':
      return `${plan}, and it did not happen. ${advice}`
    case null:
      return done === undefined
        ? `${plan}. Your wins do not mention it. ${advice}`
        : `${plan}. Your wins: ${quote(done)}.`
  }
}

function sayWhen(current: CheckIn, previous: CheckIn): string {
  const weeks = Math.round((Date.parse(current.week_of) - Date.parse(previous.week_of)) / WEEK_MS)
  return weeks === 1 ? 'Last week' : `${weeks} weeks ago`
}

function sayMood({ mood }: CheckIn, previous: CheckIn): string | undefined {
  if (mood === previous.mood) return undefined
  return `Your mood went ${mood > previous.mood ? 'up' : 'down'} from ${moodLabel(previous.mood)} to ${moodLabel(mood)}.`
}

function sayBlockers(current: CheckIn, previous: CheckIn): string | undefined {
  const stays = sentencesOf(current.blockers).find(wordsInCommonWith(previous.blockers))
  if (stays !== undefined) return `Still in the way: ${quote(stays)}. Who could clear it in one call?`
  if (current.blockers.trim()) return `New in the way: ${quote(current.blockers)}.`
  return previous.blockers.trim() ? 'You named no blocker this time.' : undefined
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

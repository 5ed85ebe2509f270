import { moodLabel } from '../../../../domain/check-ins.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { hasCheckedIn, isMoodFalling, meanOf } from '../../../../domain/check-in-trend.ts'
import { quotedAmong } from '../../../../domain/quotes.ts'
import { repeatedWords, sharedWords, subjectWords } from '../../../../domain/words.ts'
import type { CheckIn, FounderContext } from '../../_shared/founder-records.ts'
import type { Facts } from './facts.ts'
import { counted, enumerated, from, quoted, titled, weekName } from './text.ts'

const NEW_DAYS = 7
const NAMED = 3
/** Share of weeks in which a word must occur to count as recurring. */
const OFTEN = 1 / 3

const missing =
  'There is nothing in your records on this yet. Complete this week’s check-in on the Command Board: it takes three minutes, and from the second one on I can compare.'

export const moodFacts: Facts = {
  title: 'Your weeks',
  missing,
  lines: ({ checkins }, question) => {
    const [latest, before] = checkins
    if (!latest) return []
    const moods = checkins.map(({ mood }) => mood)
    const checkIn = quotedAmong(question, checkins, ({ blockers }) => blockers) ?? latest
    return [
      `Mood ${latest.mood} of 5${before ? ` (${signed(latest.mood - before.mood)} against the one before)` : ''}, ${meanOf(moods).toFixed(1)} over ${counted(moods.length, 'check-in')}.${from('check-in', latest)}`,
      ...(moods.length > 2
        ? [`Week by week: ${moods.toReversed().join(' → ')}${isMoodFalling(moods) ? ', and falling' : ''}.`]
        : []),
      ...(checkIn.blockers.trim()
        ? [
            `You named as blocker: ${quoted(checkIn.blockers)}. Who could take it away in one call?${from('check-in', checkIn)}`,
          ]
        : []),
      ...repeatedLine(checkins),
    ]
  },
  next: ({ checkins: [latest] }) =>
    latest?.blockers.trim()
      ? 'write to the one person who could remove the blocker, today, in three sentences: what stands still, what you need, by when.'
      : undefined,
}

export const changeFacts: Facts = {
  title: 'What changed since last week',
  missing,
  lines: (context) => {
    const [latest, before] = context.checkins
    if (!latest) return hasWork(context) ? addedLines(context) : []
    return [
      ...(hasCheckedIn(context.checkins, context.today)
        ? []
        : [`There is no check-in for this week yet; the last one is of the week of ${weekName(latest)}.`]),
      ...(before ? comparedLines(latest, before) : ['This is your first check-in: next week I can compare.']),
      ...addedLines(context),
    ]
  },
  next: (context) =>
    hasCheckedIn(context.checkins, context.today)
      ? undefined
      : 'complete this week’s check-in on the Command Board: one win, one blocker, one priority.',
}

const hasWork = ({ goals, decisions, loops }: FounderContext): boolean =>
  goals.length + decisions.length + loops.length > 0

function comparedLines(latest: CheckIn, before: CheckIn): string[] {
  const moved = sharedWords(before.next_priority, latest.wins)
  const stuck = sharedWords(before.blockers, latest.blockers)
  return [
    `Mood ${before.mood} (${moodLabel(before.mood)}) → ${latest.mood} (${moodLabel(latest.mood)}).${from('check-in', latest)}`,
    `At the check-in before, your next priority was ${quoted(before.next_priority)}.${from('check-in', before)}`,
    moved.length > 0
      ? `Your wins seem to speak of it (${enumerated(moved.slice(0, NAMED))}): ${quoted(latest.wins)}.${from('check-in', latest)}`
      : `Your wins do not mention it: ${quoted(latest.wins)}. Did it move, or did something else push it aside?${from('check-in', latest)}`,
    ...(stuck.length > 0 ? [`Still in the way: ${enumerated(stuck.slice(0, NAMED))}.${from('check-in', latest)}`] : []),
  ]
}

function addedLines({ goals, decisions, loops, today }: FounderContext): string[] {
  const isNew = ({ date }: { readonly date: FounderContext['today'] }) => daysBetween(date, today) <= NEW_DAYS
  const added = [
    ...loops.filter(isNew).map((loop) => ({ noun: 'loop', line: titled('loop', loop, loop.name) })),
    ...decisions.filter(isNew).map((one) => ({ noun: 'decision', line: titled('decision', one, one.title) })),
    ...goals.filter(isNew).map((goal) => ({ noun: 'goal', line: titled('goal', goal, goal.text) })),
  ]
  if (added.length === 0) return [`No goal, decision or loop was added in the last ${NEW_DAYS} days.`]
  const counts = ['goal', 'decision', 'loop'].flatMap((noun) => {
    const count = added.filter((one) => one.noun === noun).length
    return count > 0 ? [counted(count, noun)] : []
  })
  return [
    `Added in the last ${NEW_DAYS} days: ${enumerated(counts)}, such as ${enumerated(added.slice(0, NAMED).map(({ line }) => line))}.`,
  ]
}

function repeatedLine(checkins: readonly CheckIn[]): string[] {
  const [most] = repeatedWords(checkins.map(({ blockers }) => blockers))
  if (!most || most.times < checkins.length * OFTEN) return []
  const weeks = checkins.filter(({ blockers }) => subjectWords(blockers).includes(most.word))
  const references = weeks.slice(0, NAMED).map((week) => from('check-in', week))
  return [
    `“${most.word}” stands in the blockers of ${most.times} of your last ${checkins.length} weeks: what returns needs a decision, not more effort.${references.join('')}`,
  ]
}

const signed = (difference: number): string => `${difference >= 0 ? '+' : ''}${difference}`

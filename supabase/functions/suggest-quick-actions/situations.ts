import { addDays } from '../../../domain/days.ts'
import { weekOf, type IsoDate } from '../../../domain/week.ts'
import { hasCheckedIn, isMoodFalling } from '../_shared/check-in-trend.ts'
import { bestLoop, weakestLoop } from '../_shared/conversion.ts'
import { oldestOpen, outlived } from '../_shared/goal-ages.ts'
import { quoteOf } from '../../../domain/quotes.ts'
import { RUNWAY_THRESHOLDS, runwayMonths } from '../../../domain/runway.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Loop } from '../_shared/founder-records.ts'
import { gainOf, type DaySpan, type LoopGainRow } from '../_shared/loop-gains.ts'

/** A question that the founder's records call for; undefined when they do not. */
type Situation = (context: FounderContext, gains: readonly LoopGainRow[]) => string | undefined

/** Messages in a week below which a week with fewer is no fall. A rule of thumb. */
const MIN_WEEKLY_MESSAGES = 5

/** Most urgent first. */
const situations: readonly Situation[] = [
  (context) => (monthsLeft(context) < RUNWAY_THRESHOLDS.watchful ? 'How can I extend my runway?' : undefined),
  ({ goals, loops, today }) => (isMonday(today) && goals.length + loops.length > 0 ? 'Plan my week' : undefined),
  ({ checkins, today }) => (hasCheckedIn(checkins, today) ? undefined : 'Help me prepare this week’s check-in'),
  ({ checkins: [latest] }) =>
    latest?.blockers.trim() ? `What do I do about my blocker ${quoteOf(latest.blockers)}?` : undefined,
  ({ loops, today }, gains) => naming(fallenLoop(loops, today, gains)?.name, (loop) => `How is ${loop} going?`),
  ({ loops }) => naming(weakestLoop(loops)?.name, (loop) => `Why does my loop ${loop} convert so little?`),
  ({ checkins }) => (isMoodFalling(checkins.map(({ mood }) => mood)) ? 'My mood is falling: what helps?' : undefined),
  ({ messages: [latest] }) =>
    latest && latest.sender !== FOUNDER_AS_SENDER ? 'What did my squad last write?' : undefined,
  ({ decisions, today }) =>
    naming(
      decisions.findLast(({ was_right, review_on }) => !was_right && review_on !== null && review_on <= today)?.title,
      (decision) => `What came of my decision ${decision}?`,
    ),
  ({ goals }) => naming(oldestOpen(goals)?.text, (goal) => `Break down my goal ${goal}`),
  ({ goals, today }) => (outlived(goals, today).length > 0 ? 'Which of my goals are overdue?' : undefined),
  ({ loops }) => naming(bestLoop(loops)?.name, (loop) => `How do I repeat what works in my loop ${loop}?`),
  (context) => (monthsLeft(context) < RUNWAY_THRESHOLDS.watchful ? 'When should I begin to raise money?' : undefined),
]

/** Questions that the founder's own records call for, most urgent first. */
export const questionsFrom = (context: FounderContext, gains: readonly LoopGainRow[]): string[] =>
  situations.flatMap((situation) => situation(context, gains) ?? [])

/** The last seven days and the seven before, whose gains `questionsFrom` compares. */
export const comparedSpans = (today: IsoDate) =>
  [
    { from: addDays(today, -6), to: today },
    { from: addDays(today, -13), to: addDays(today, -7) },
  ] as const satisfies readonly DaySpan[]

/** The active loop whose messages fell the most, to half or less, from one week to the next. */
function fallenLoop(loops: readonly Loop[], today: IsoDate, gains: readonly LoopGainRow[]): Loop | undefined {
  const [now, before] = comparedSpans(today)
  const gained = (loop: Loop, span: DaySpan) => gainOf(loop.id, span, gains)?.counts.messages ?? 0
  const [fallen] = loops
    .filter(({ status }) => status !== 'paused')
    .map((loop) => ({ loop, now: gained(loop, now), before: gained(loop, before) }))
    .filter((one) => one.before >= MIN_WEEKLY_MESSAGES && one.now * 2 <= one.before)
    .toSorted((a, b) => b.before - b.now - (a.before - a.now))
  return fallen?.loop
}

const isMonday = (day: IsoDate): boolean => weekOf(new Date(`${day}T00:00:00Z`), 'UTC') === day

const monthsLeft = ({ runway }: FounderContext): number => (runway && runwayMonths(runway)) ?? Infinity

const naming = (record: string | undefined, ask: (quote: string) => string): string | undefined =>
  record === undefined ? undefined : ask(quoteOf(record))

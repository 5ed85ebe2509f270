import { hasCheckedIn, isMoodFalling } from '../_shared/check-in-trend.ts'
import { bestLoop, weakestLoop } from '../_shared/conversion.ts'
import { oldestOpen, outlived } from '../_shared/goal-ages.ts'
import { quoteOf } from '../../../domain/quotes.ts'
import { RUNWAY_THRESHOLDS, runwayMonths } from '../../../domain/runway.ts'
import { FOUNDER_AS_SENDER, type FounderContext } from '../_shared/founder-records.ts'

/** A question that the founder's records call for; undefined when they do not. */
type Situation = (context: FounderContext) => string | undefined

/** Most urgent first. */
const situations: readonly Situation[] = [
  (context) => (monthsLeft(context) < RUNWAY_THRESHOLDS.watchful ? 'How can I extend my runway?' : undefined),
  ({ checkins, today }) => (hasCheckedIn(checkins, today) ? undefined : 'Help me prepare this week’s check-in'),
  ({ checkins: [latest] }) =>
    latest?.blockers.trim() ? `What do I do about my blocker ${quoteOf(latest.blockers)}?` : undefined,
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
export const questionsFrom = (context: FounderContext): string[] =>
  situations.flatMap((situation) => situation(context) ?? [])

const monthsLeft = ({ runway }: FounderContext): number => (runway && runwayMonths(runway)) ?? Infinity

const naming = (record: string | undefined, ask: (quote: string) => string): string | undefined =>
  record === undefined ? undefined : ask(quoteOf(record))

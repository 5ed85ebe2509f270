import { daysBetween } from '../../../domain/days.ts'
import type { GoalPeriod } from '../../../domain/goals.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { FOUNDER_AS_SENDER, type FounderRecords } from '../_shared/founder-records.ts'
import type { LoopGainRow, LoopOn } from '../_shared/loop-gains.ts'
import { ana } from '../_shared/founder-context-sample.ts'
import { deadlineOf } from '../_shared/goal-deadline.ts'
import type { AskingFounder, Comment, FounderQueries, RunwayPoint, TitledNote } from './founder-queries.ts'
import { plain } from './understand/plain.ts'

interface History {
  readonly loops?: readonly LoopOn[]
  /** Newest first. */
  readonly runway?: readonly RunwayPoint[]
  readonly ownNotes?: readonly TitledNote[]
  readonly proposedRunway?: RunwayPoint
  readonly since?: IsoDate
  /** Days into whose period goals were carried, by their identifiers. */
  readonly carried?: Readonly<Record<string, IsoDate>>
  /** Of decisions, by their identifiers: the context has none. */
  readonly categories?: Readonly<Record<string, string>>
  /** Of all weeks that are over. */
  readonly earlierTargets?: FounderRecords['weeklyTargets']
  /** Newest first. */
  readonly comments?: readonly Comment[]
  readonly goalDays?: readonly { readonly period: GoalPeriod; readonly set: IsoDate; readonly completed: IsoDate }[]
}

/** A founder called Ana who asks, for tests: the queries answer from the same records. */
export function founderWith(records: Partial<FounderRecords> = {}, history: History = {}): AskingFounder {
  const context = ana(records)
  const listed = <Row>(rows: readonly Row[]) => Promise.resolve({ count: rows.length, rows })
  const within = (date: string, span: { readonly from: string; readonly to: string } | undefined) =>
    !span || (date >= span.from && date <= span.to)
  const queries: FounderQueries = {
    goals: ({ period, isDone, added, completed, outlived, oldestFirst, words = [] }) => {
      const found = context.goals.filter(
        (goal) =>
          (!period || goal.period === period) &&
          (isDone === undefined || goal.completed === isDone) &&
          words.every((word) => plain(goal.text).includes(word)) &&
          within(goal.date, added) &&
          (!completed || (goal.completed && within(goal.date, completed))) &&
          (!outlived || goal.date < outlived[goal.period]),
      )
      return listed(found.toSorted((a, b) => a.date.localeCompare(b.date) * (oldestFirst ? 1 : -1)))
    },
    deadlines: () =>
      Promise.resolve({
        goals: context.goals
          .filter(({ completed }) => !completed)
          .map(({ id, text, period, date }) => ({
            id, text, period, due: deadlineOf(period, new Date(history.carried?.[id] ?? date), 'UTC'),
          }))
          .toSorted((a, b) => a.due.localeCompare(b.due)),
        decisions: context.decisions
          .flatMap(({ id, title, review_on, was_right }) => (review_on && !was_right ? [{ id, title, due: review_on }] : []))
          .toSorted((a, b) => a.due.localeCompare(b.due)),
      }), // prettier-ignore
    goalCompletedOn: () => Promise.resolve(undefined),
    goalDays: (period) => Promise.resolve(history.goalDays?.filter((goal) => !period || goal.period === period) ?? []),
    checkIns: (span) => Promise.resolve(context.checkins.filter(({ week_of }) => within(week_of, span))),
    decisions: (span, impact, category) =>
      listed(
        context.decisions.filter(
          (one) =>
            (!category || history.categories?.[one.id]?.toLowerCase() === category) &&
            within(one.date, span) &&
            (!impact || one.impact === impact),
        ),
      ),
    verdicts: (span) =>
      Promise.resolve(
        context.decisions
          .filter(({ date }) => within(date, span))
          .map((one) => ({ ...one, category: history.categories?.[one.id] ?? null })),
      ),
    notes: (span) => listed(context.notes.filter(({ date }) => within(date, span))),
    messages: (span, by) =>
      listed(context.messages.filter(({ date, sender }) => within(date, span) && (!by || sender === by))),
    weeklyTargetsOn: () => Promise.resolve(history.earlierTargets ?? context.weeklyTargets),
    commentsOn: (records) => Promise.resolve((history.comments ?? []).filter(({ about }) => records.includes(about))),
    loopsOn: (days) =>
      Promise.resolve(
        days.flatMap((day) => {
          const points = (history.loops ?? []).toSorted((a, b) => a.day.localeCompare(b.day))
          const ids = [...new Set(points.map(({ loop_id }) => loop_id))]
          return ids.flatMap((id) => {
            const last = points.findLast((point) => point.loop_id === id && point.day <= day)
            return last ? [{ ...last, day }] : []
          })
        }),
      ),
    loopGains: (spans) =>
      Promise.resolve(
        context.loops.flatMap((loop) => {
          const points = (history.loops ?? [])
            .filter(({ loop_id }) => loop_id === loop.id)
            .toSorted((a, b) => a.day.localeCompare(b.day))
          return spans.flatMap(({ from, to }) => gainIn(loop.date, points, from, to))
        }),
      ),
    firstPoints: () => {
      const points = (history.loops ?? []).toSorted((a, b) => a.day.localeCompare(b.day))
      return Promise.resolve(
        points.filter((point, at) => points.findIndex(({ loop_id }) => loop_id === point.loop_id) === at),
      )
    },
    calls: () => Promise.resolve([]),
    ownNotes: (span) => listed((history.ownNotes ?? []).filter(({ date }) => within(date, span))),
    document: ({ kind }) => Promise.resolve({ title: kind, sections: [] }),
    proposedRunway: () => Promise.resolve(history.proposedRunway),
    since: () => Promise.resolve(history.since),
    runwayUntil: (day) => Promise.resolve((history.runway ?? []).filter((point) => point.day <= day)),
    find: (words, kinds) =>
      Promise.resolve(
        [
          ...context.notes
            .filter(({ title, content }) => plain(`${title} ${content}`).includes(plain(words)))
            .map(({ id, title, content, date }) => ({ kind: 'note' as const, id, title, excerpt: content, date })),
          ...(history.ownNotes ?? [])
            .filter(({ title }) => plain(title).includes(plain(words)))
            .map((note) => ({ kind: 'own-note' as const, ...note, excerpt: note.title })),
          ...context.decisions
            .filter(({ title }) => plain(title).includes(plain(words)))
            .map(({ id, title, reason, date }) => ({ kind: 'decision' as const, id, title, excerpt: reason, date })),
          ...context.messages
          .filter(({ content }) => plain(content).includes(plain(words)))
          .map(({ sender, content, date }) => ({
            kind: 'squad-message' as const, id: '', title: sender === FOUNDER_AS_SENDER ? '' : sender, excerpt: content, date,
          })), // prettier-ignore
        ].filter(({ kind }) => !kinds || kinds.includes(kind)),
      ),
  }
  return { context, queries }
}

/** As `private.loop_gain` in the database. */
function gainIn(created: IsoDate, points: readonly LoopOn[], from: IsoDate, to: IsoDate): readonly LoopGainRow[] {
  const [first] = points
  const last = points.findLast(({ day }) => day <= to)
  if (!first || !last) return []
  const isStart = Math.abs(daysBetween(created, first.day)) <= 1
  const before = points.findLast(({ day }) => day < from) ?? (isStart ? undefined : first)
  if (before === last && last.day >= from) return []
  return [
    {
      ...last,
      first_day: from,
      last_day: to,
      since: before && before.day >= from ? before.day : null,
      conversions_added: last.conversions - (before?.conversions ?? 0),
      demos_added: last.demos - (before?.demos ?? 0),
      messages_added: last.messages - (before?.messages ?? 0),
    },
  ]
}

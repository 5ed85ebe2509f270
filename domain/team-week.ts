import { moodText } from './check-ins.ts'
import { formatDate, formatShortDate } from './dates.ts'
import { addDays } from './days.ts'
import { durationText } from './durations.ts'
import { formatUsd } from './money.ts'
import { formatChange, formatCount } from './numbers.ts'
import { runwayText } from './runway.ts'
import type { IsoDate } from './week.ts'

/** How many weeks that have ended can be read; the database refuses older ones. */
export const TEAM_WEEKS = 104

/** The figures of a week that has ended, as `private.team_week` (`supabase/schemas/team-week.sql`) computes them. */
export interface TeamWeek {
  /** Its Monday, UTC. */
  readonly week: IsoDate
  /** Within which founders are promised an answer; null: nothing is promised. */
  readonly promised_hours: number | null
  /** Founders who wait for longer at present. */
  readonly overdue_now: number
  readonly present: WeekFigures
  readonly before: WeekFigures
  readonly shortest_runways: readonly (NamedFounder & { readonly months: number; readonly before: number | null })[]
  readonly colleagues: readonly (AnswerTimes & {
    /** Null: it is not recorded who wrote these. */
    readonly id: string | null
    /** Null: the account is gone. */
    readonly name: string | null
  })[]
  readonly at_risk: {
    readonly now: number
    readonly snoozed: number
    /** Null where the radar was not recorded when the week ended. */
    readonly at_end: number | null
    readonly at_end_before: number | null
    readonly became: number | null
    readonly recovered: number | null
    /** The first ten. */
    readonly became_names: readonly NamedFounder[]
    readonly recovered_names: readonly NamedFounder[]
  }
  readonly labels: readonly LabelWeek[]
}

interface AnswerTimes {
  readonly answers: number
  /** Until an answer, at the median and of the slowest tenth; missing without one. */
  readonly minutes?: number
  readonly slow_minutes?: number
  /** Answers that came later than promised; null where nothing is promised. */
  readonly late: number | null
}

interface WeekFigures extends AnswerTimes {
  readonly founders: number
  readonly active: number
  readonly checked_in: number
  /** Mean of the check-ins; null without one. */
  readonly mood: number | null
  readonly goals_done: number
  /** Null before the first record of a loop. */
  readonly added: { readonly conversions: number; readonly demos: number; readonly messages: number } | null
  /** Founders with recorded figures, of whom the following are; null without one. */
  readonly runways: number
  readonly revenue: number | null
  readonly revenue_median: number | null
  readonly balance: number | null
  readonly balance_median: number | null
  /** Founders whose balance shrinks. */
  readonly ending: number
  /** Null where at least half of the balances do not shrink. */
  readonly months_median: number | null
}

interface NamedFounder {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  /** Of founders without a name. */
  readonly email: string | null
}

export interface LabelWeek {
  /** Null: founders without a label. */
  readonly id: string | null
  readonly name: string | null
  readonly founders: number
  readonly checked_in: number
  readonly mood: number | null
  readonly goals_done: number
  readonly conversions: number | null
  readonly revenue: number | null
  readonly runways: number
  readonly at_risk: number
  readonly minutes: number | null
}

/** A figure of the week in words, beside the one of the week before. */
export interface WeekRow {
  readonly label: string
  readonly value: string
  readonly before: string
}

/** What is not there says so. */
const NONE = 'none'
const UNKNOWN = 'not recorded'

const countOf = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`
const formatOr = <Value>(value: Value | null | undefined, format: (value: Value) => string, missing = NONE) =>
  value == null ? missing : format(value)

/**
 * The first and the last day of a week.
 * @example
 * weekRange('2026-03-02') // 'Mar 2 – Mar 8, 2026'
 */
export const weekRange = (week: IsoDate) => `${formatShortDate(week)} – ${formatDate(addDays(week, 6))}`

/** The figures of a week in words, as its page and its mail say them. */
export function weekRows(week: TeamWeek): readonly { readonly title: string; readonly rows: readonly WeekRow[] }[] {
  const { present, before, at_risk } = week
  const row = (label: string, format: (figures: WeekFigures) => string): WeekRow => ({
    label,
    value: format(present),
    before: format(before),
  })
  return [
    {
      title: 'Founders',
      rows: [
        row('Active founders', ({ active, founders }) => countOf(active, founders)),
        row('Founders who checked in', ({ checked_in, founders }) => countOf(checked_in, founders)),
        row('Mood', ({ mood }) => formatOr(mood, moodText)),
        row('Goals done', ({ goals_done }) => formatCount(goals_done)),
        row('Messages added', ({ added }) => formatOr(added?.messages, formatChange, UNKNOWN)),
        row('Demos added', ({ added }) => formatOr(added?.demos, formatChange, UNKNOWN)),
        row('Conversions added', ({ added }) => formatOr(added?.conversions, formatChange, UNKNOWN)),
      ],
    },
    {
      title: 'Revenue and runway',
      rows: [
        row('Founders with recorded figures', ({ runways, founders }) => countOf(runways, founders)),
        row('Revenue a month, all of these', ({ revenue }) => formatOr(revenue, formatUsd)),
        row('Revenue a month, median', ({ revenue_median }) => formatOr(revenue_median, formatUsd)),
        row('Bank balance, all of these', ({ balance }) => formatOr(balance, formatUsd)),
        row('Bank balance, median', ({ balance_median }) => formatOr(balance_median, formatUsd)),
        row('Runway, median', ({ runways, months_median }) => (runways === 0 ? NONE : runwayText(months_median))),
        row('Founders whose money runs out', ({ ending, runways }) => countOf(ending, runways)),
      ],
    },
    {
      title: 'Answers of the squad',
      rows: [
        row('Answers', ({ answers }) => formatCount(answers)),
        row('Time until an answer, median', ({ minutes }) => formatOr(minutes, durationText)),
        row('The slowest tenth waited at least', ({ slow_minutes }) => formatOr(slow_minutes, durationText)),
        row('Promises broken', ({ late, answers }) =>
          week.promised_hours === null ? 'nothing is promised' : countOf(late ?? 0, answers),
        ),
      ],
    },
    {
      title: 'At risk',
      rows: [
        {
          label: 'When the week ended',
          value: formatOr(at_risk.at_end, formatCount, UNKNOWN),
          before: formatOr(at_risk.at_end_before, formatCount, UNKNOWN),
        },
      ],
    },
  ]
}

/**
 * Who is at risk now, and who became it or recovered in the week.
 * @example
 * atRiskText({ now: 4, snoozed: 1, became: 2, recovered: 0 }) // 'Now 4, and 1 snoozed. In the week 2 became at risk and 0 recovered.'
 */
export function atRiskText({
  now,
  snoozed,
  became,
  recovered,
}: Pick<TeamWeek['at_risk'], 'now' | 'snoozed' | 'became' | 'recovered'>): string {
  const present = `Now ${formatCount(now)}${snoozed > 0 ? `, and ${formatCount(snoozed)} snoozed` : ''}.`
  return became === null || recovered === null
    ? `${present} Who became at risk or recovered is not known: the radar was not recorded at the end of both weeks.`
    : `${present} In the week ${formatCount(became)} became at risk and ${formatCount(recovered)} recovered.`
}

/**
 * Who waits for longer than promised.
 * @example
 * overdueText({ promised_hours: 24, overdue_now: 1 }) // 'An answer is promised within 24 h. 1 founder waits for longer now.'
 */
export function overdueText({ promised_hours, overdue_now }: Pick<TeamWeek, 'promised_hours' | 'overdue_now'>): string {
  if (promised_hours === null) return 'No time to an answer is promised.'
  const waiting =
    overdue_now === 0
      ? 'Nobody waits'
      : overdue_now === 1
        ? '1 founder waits'
        : `${formatCount(overdue_now)} founders wait`
  return `An answer is promised within ${promised_hours} h. ${waiting} for longer now.`
}

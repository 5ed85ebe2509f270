import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { GoalFilter } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import type { Duration } from '../understand/amounts.ts'
import { daysBack, untilToday } from '../understand/calendar-spans.ts'

/** Words for the numbers and links of goals: no goal is about them. */
export const FIGURE_WORDS = new Set(['target', 'targets', 'progress', 'serve', 'serves', 'serving'])

/** The days before which an open goal is older than its period. */
export const agedBy = (today: IsoDate): Readonly<Record<GoalPeriod, IsoDate>> => ({
  weekly: addDays(today, -7),
  monthly: addDays(today, -31),
  quarterly: addDays(today, -92),
  yearly: addDays(today, -366),
})

const UNIT_OF = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const

/** "Older than 30 days", "for more than a month". */
function ageLimit({ amounts, unit, bound }: Query, today: IsoDate): IsoDate | undefined {
  if (bound !== 'above') return undefined
  const age = amounts.find((amount) => Object.hasOwn(UNIT_OF, amount.unit))
  const of = age ? UNIT_OF[age.unit as Duration] : unit
  return of && daysBack(of, age?.value ?? 1, today)
}

/** "This week" and "this quarter" name goals of that period, unless what was done or set then is asked for. */
const PERIOD_OF: Readonly<Record<string, GoalPeriod>> = {
  'this week': 'weekly',
  'this month': 'monthly',
  'this quarter': 'quarterly',
  'this year': 'yearly',
}

/** "But not the two that I put in this morning" */
const NOT_TODAY =
  /\b(?:not (?:counting|including|the|those|these|that|what|any of)\b|without|except|besides|excluding|leaving out|other than|apart from|minus)\b[^.?!]{0,40}\b(?:today(?:'?s)?|this morning(?:'?s)?)\b/i

/** The time that is asked about, as far as it is over. */
function beforeToday(spans: Query['spans'], today: IsoDate): Query['spans'][number] {
  const yesterday = addDays(today, -1)
  const past = spans.find(({ from }) => from < today)
  return past
    ? { ...past, to: past.to < today ? past.to : yesterday }
    : { from: '2000-01-01', to: yesterday, label: 'before today' }
}

export function filterOf(query: Query, today: IsoDate): { filter: GoalFilter; label: string; state: Query['state'] } {
  const isBefore = NOT_TODAY.test(query.dictated)
  const span = isBefore ? beforeToday(query.spans, today) : query.spans[0]
  const saysSet = query.concepts.has('created') || isBefore
  // Nobody completes a goal that is open: those of October that are open were set then, and those of today are all.
  const isSet = saysSet || query.state === 'open'
  const isNow = query.state === 'open' && !saysSet && span?.from === today
  const ofSpan = span && query.state !== 'done' && !saysSet ? PERIOD_OF[span.label] : undefined
  const [period = ofSpan] = query.periods
  const time = span && !ofSpan && !isNow ? untilToday(span, today) : undefined
  const limit = ageLimit(query, today)
  const isPast = time !== undefined && !isSet
  const state = isPast && query.state === undefined && span && span.to < today ? 'done' : query.state
  return {
    state,
    filter: {
      period,
      ...(limit
        ? { isDone: false, added: { from: '2000-01-01', to: limit, label: '' }, oldestFirst: true }
        : time
          ? isSet
            ? { added: time, ...(state && { isDone: state === 'done' }) }
            : { completed: time, isDone: true }
          : state === 'overdue'
            ? { isDone: false, outlived: agedBy(today), oldestFirst: true }
            : { ...(state && { isDone: state === 'done' }) }),
    },
    label: [
      limit
        ? `open since before ${formatDate(limit)}`
        : time
          ? `${isSet ? 'set' : 'completed'} ${span?.label ?? ''}${isSet && state ? ` and ${state}` : ''}`
          : state === 'overdue'
            ? 'open and older than their period'
            : (state ?? ''),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

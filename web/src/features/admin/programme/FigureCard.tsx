import { useQuery } from '@tanstack/react-query'
import { formatDate, formatShortDate } from '../../../lib/texts/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { WeekChart } from '../../../ui/WeekChart.tsx'
import { figuresQuery, type FiguresName, type FiguresOf } from './api.ts'
import { programmeTexts } from './programme-texts.ts'
import { cohortOf, type Range } from './view.ts'

interface FigureCardProps<Name extends FiguresName> {
  title: string
  /** Meaning of a value. */
  what: string
  figures: Name
  view: {
    readonly cohort: string
    readonly other: string | undefined
    readonly range: Range
    /** Names of the cohort and the other one. */
    readonly names: readonly [string, string]
  }
  /** Undefined: nothing is known. */
  valueOf: (week: FiguresOf[Name]) => number | undefined
  format: (value: number) => string
  /** Breakdown of a week's value. */
  detail?: (week: FiguresOf[Name]) => string
  range?: readonly [number, number]
  axisWidth?: number
}

/** One figure of the programme by week, of a cohort, beside another one. */
export function FigureCard<Name extends FiguresName>(props: FigureCardProps<Name>) {
  const { title, what, figures, view, valueOf, format, detail, ...axis } = props
  const weeks = Number(view.range)
  const query = useQuery(figuresQuery(figures, cohortOf(view.cohort), weeks))
  const other = useQuery({
    ...figuresQuery(figures, cohortOf(view.other ?? view.cohort), weeks),
    enabled: view.other !== undefined,
  })
  const textOf = (week: FiguresOf[Name]) => {
    const value = valueOf(week)
    if (value === undefined) return 'nothing recorded'
    return detail ? `${format(value)} (${detail(week)})` : format(value)
  }
  const [present, last] = query.data?.toReversed() ?? []
  return (
    <Card
      title={title}
      description={
        <>
          {what}.{last && ` Last week: ${textOf(last)}.`}
          {present && ` This week so far: ${textOf(present)}.`}
        </>
      }
    >
      <Loaded
        query={query}
        failed={programmeTexts.loadFailed}
        loading={<Skeleton lines={6} />}
        isEmpty={(rows) => rows.slice(0, -1).every((row) => valueOf(row) === undefined)}
        // As high as the chart, so that the cards below do not move.
        empty={
          <div className="min-h-81">
            <EmptyState title="Nothing recorded in these weeks." />
          </div>
        }
      >
        {(rows) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            <WeekChart
              label={`${what}, by week`}
              valueLabel={what}
              // The week that has not ended would seem to fall.
              weeks={rows.slice(0, -1).map((row) => ({ week: row.week, value: valueOf(row) }))}
              look="line"
              format={format}
              formatWeek={formatDate}
              formatTick={formatShortDate}
              comparison={
                view.other !== undefined && other.data
                  ? { names: view.names, values: valuesOf(other.data, valueOf) }
                  : undefined
              }
              {...axis}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function valuesOf<Name extends FiguresName>(
  weeks: readonly FiguresOf[Name][],
  valueOf: (week: FiguresOf[Name]) => number | undefined,
) {
  return new Map(
    weeks.flatMap((week) => {
      const value = valueOf(week)
      return value === undefined ? [] : [[week.week, value] as const]
    }),
  )
}

import { MOODS, moodLabel } from '../../../../domain/check-ins.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { weekOf } from '../../../../domain/week.ts'
import { formatDate, formatShortDate } from '../../lib/texts/dates.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Card } from '../../ui/Card.tsx'
import { WeekChart } from '../../ui/WeekChart.tsx'
import type { Week } from './api.ts'

/** Pixels of both charts for the axis's values, of which the moods are the longest: so a week stands at the same place in both. */
const AXIS_WIDTH = 84

/** Mood and completed goals by week, one above the other. */
export function WeeksCard({ weeks }: { weeks: readonly Week[] }) {
  const present = weekOf(useNow())
  return (
    <Card title="Your Weeks">
      <div className="flex flex-col gap-6">
        <section aria-label="Mood">
          <h3 className="text-base">Mood</h3>
          <WeekChart
            label="Mood by week"
            valueLabel="Mood"
            weeks={weeks.map(({ week_of, mood }) => ({ week: week_of, value: mood ?? undefined }))}
            look="line"
            format={moodLabel}
            formatWeek={formatDate}
            formatTick={formatShortDate}
            axisWidth={AXIS_WIDTH}
            range={[MOODS[0].value, MOODS[MOODS.length - 1]?.value ?? 5]}
          />
        </section>
        <section aria-label="Completed goals">
          <h3 className="text-base">Completed goals</h3>
          <WeekChart
            label="Completed goals by week"
            valueLabel="Completed goals"
            weeks={weeks.map(({ week_of, goals_completed }) => ({
              week: week_of,
              value: goals_completed ?? undefined,
            }))}
            look="bars"
            present={present}
            format={formatCount}
            formatWeek={formatDate}
            formatTick={formatShortDate}
            axisWidth={AXIS_WIDTH}
          />
        </section>
      </div>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { MOODS, moodText } from '../../../../../domain/check-ins.ts'
import { formatChange, formatCount, formatShare } from '../../../../../domain/numbers.ts'
import { durationText } from '../../../../../domain/durations.ts'
import { formatMonth } from '../../../lib/texts/dates.ts'
import { Page } from '../../../ui/Page.tsx'
import { Select } from '../../../ui/Select.tsx'
import { labelsQuery } from '../labels/api.ts'
import { monthsQuery } from './api.ts'
import { FigureCard } from './FigureCard.tsx'
import { ALL, RANGES, useProgrammeView } from './view.ts'

const NOTHING = 'none'

interface Option {
  readonly id: string
  readonly label: string
}

/** All founders, the labels and the months; and what the URL names, although it is not among them. */
function useCohorts(chosen: readonly (string | undefined)[]): readonly Option[] {
  const { data: labels } = useQuery(labelsQuery)
  const { data: months } = useQuery(monthsQuery)
  const options = [
    { id: ALL, label: 'All founders' },
    ...(labels ?? []).map(({ id, name, founders }) => ({ id, label: `${name} (${formatCount(founders)})` })),
    ...(months ?? []).map(({ month, founders }) => ({
      id: month.slice(0, 7),
      label: `Joined in ${formatMonth(month)} (${formatCount(founders)})`,
    })),
  ]
  const others = chosen.filter((id) => id !== undefined && !options.some((option) => option.id === id))
  return [...options, ...new Set(others)].map((option) =>
    typeof option === 'object' ? option : { id: option ?? '', label: labels && months ? 'Unknown cohort' : '…' },
  )
}

/** The founders' activity by week: all of them, those who joined in a month, or those with a label. */
export function Programme() {
  const view = useProgrammeView()
  const cohorts = useCohorts([view.cohort, view.other])
  const nameOf = (cohort: string | undefined) => cohorts.find(({ id }) => id === cohort)?.label ?? ''
  const shown = { ...view, names: [nameOf(view.cohort), nameOf(view.other)] as const }
  return (
    <Page title="Programme" description="What founders do each week: all of them, or a cohort beside another.">
      <div className="grid gap-3 sm:grid-cols-3">
        <Select label="Founders" options={cohorts} value={view.cohort} onChange={view.setCohort} />
        <Select
          label="Compare with"
          options={[{ id: NOTHING, label: 'Nothing' }, ...cohorts.filter(({ id }) => id !== view.cohort)]}
          value={view.other ?? NOTHING}
          onChange={(id) => view.setOther(id === NOTHING ? null : id)}
        />
        <Select label="Weeks" options={RANGES} value={view.range} onChange={view.setRange} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <FigureCard
          title="Check-ins"
          what="Founders who checked in"
          figures="programme_check_ins"
          view={shown}
          valueOf={({ founders, checked_in }) => (founders > 0 ? (100 * checked_in) / founders : undefined)}
          format={(value) => formatShare(value / 100)}
          detail={({ founders, checked_in }) => `${formatCount(checked_in)} of ${formatCount(founders)}`}
          range={[0, 100]}
        />
        <FigureCard
          title="Mood"
          what="Mean mood of the check-ins"
          figures="programme_check_ins"
          view={shown}
          valueOf={({ mood }) => mood ?? undefined}
          format={moodText}
          range={[MOODS[0].value, MOODS[MOODS.length - 1]?.value ?? 5]}
          axisWidth={84}
        />
        <FigureCard
          title="Conversions"
          what="Conversions added"
          figures="programme_conversions"
          view={shown}
          valueOf={({ added }) => added ?? undefined}
          format={formatChange}
          axisWidth={56}
        />
        <FigureCard
          title="Answers of the squad"
          what="Time until an answer, median"
          figures="programme_answers"
          view={shown}
          // In hours, so that the axis has whole ones.
          valueOf={({ minutes }) => (minutes === null ? undefined : minutes / 60)}
          format={(hours) => durationText(60 * hours)}
          detail={({ answers }) => (answers === 1 ? '1 answer' : `${formatCount(answers)} answers`)}
          axisWidth={72}
        />
      </div>
    </Page>
  )
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '../../../../../domain/week.ts'
import { tables } from '../../../lib/session/client.ts'
import { programmeTexts } from './programme-texts.ts'

/** Whose figures: those with a label, those who joined in a month, or, without both, all founders'. */
export interface Cohort {
  /** Id of the label. */
  readonly label?: string
  /** The first day of the month. */
  readonly joined?: IsoDate
}

/** The figures of one week; the week of the newest one has not ended. */
interface Week {
  /** Monday of the week, UTC. */
  readonly week: IsoDate
}

interface CheckInsWeek extends Week {
  /** Founders who had joined by the end of the week. */
  readonly founders: number
  readonly checked_in: number
  /** Mean of the check-ins; null without one. */
  readonly mood: number | null
}

interface ConversionsWeek extends Week {
  /** Null before the first record. */
  readonly added: number | null
}

interface AnswersWeek extends Week {
  readonly answers: number
  /** For how long founders waited, at the median; null without an answer. */
  readonly minutes: number | null
}

export interface FiguresOf {
  readonly programme_check_ins: CheckInsWeek
  readonly programme_conversions: ConversionsWeek
  readonly programme_answers: AnswersWeek
}

export type FiguresName = keyof FiguresOf

export async function selectFigures<Name extends FiguresName>(name: Name, cohort: Cohort, weeks: number) {
  const { data } = await (await tables()).rpc(name, { ...cohort, weeks }).throwOnError()
  return data as unknown as readonly FiguresOf[Name][]
}

/** The figures of a cohort by week, the oldest first: the week that has not ended and `weeks` before it. */
export const figuresQuery = <Name extends FiguresName>(name: Name, cohort: Cohort, weeks: number) =>
  queryOptions({
    queryKey: ['admin', 'programme', name, cohort.label ?? '', cohort.joined ?? '', String(weeks)],
    queryFn: () => selectFigures(name, cohort, weeks + 1),
    placeholderData: keepPreviousData,
    meta: { failed: programmeTexts.loadFailed },
  })

/** The months in which founders joined, the newest first, and how many did. */
export const monthsQuery = queryOptions({
  queryKey: ['admin', 'programme', 'months'],
  queryFn: async () => (await (await tables()).rpc('programme_months').throwOnError()).data,
  meta: { failed: programmeTexts.monthsFailed },
})

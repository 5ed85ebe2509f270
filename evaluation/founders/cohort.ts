import type { IsoDate } from '../../domain/week.ts'
import type { FounderData, FounderKey } from './founder.ts'
import { growingFounder } from './growing.ts'
import { hostileFounder } from './hostile.ts'
import { newFounder } from './new.ts'
import { oddFounder } from './odd.ts'
import { troubledFounder } from './trouble.ts'
import { foundersYears } from './years.ts'

export interface Cohort extends Readonly<Record<FounderKey, FounderData>> {
  readonly today: IsoDate
}

/** The six founders, with records up to a day. */
export const createCohort = (today: IsoDate): Cohort => ({
  today,
  new: newFounder(today),
  growing: growingFounder(today),
  trouble: troubledFounder(today),
  years: foundersYears(today),
  hostile: hostileFounder(today),
  odd: oddFounder(today),
})

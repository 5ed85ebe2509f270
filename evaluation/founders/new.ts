import type { IsoDate } from '../../domain/week.ts'
import { Records, type FounderData } from './founder.ts'

/** Signed up yesterday: two goals, and nothing else. */
export function newFounder(today: IsoDate): FounderData {
  const records = new Records('new', today)
  const yesterday = records.daysAgo(1)
  return {
    key: 'new',
    firstName: 'Odalys',
    lastName: 'Penhaligon',
    canaries: ['Penhaligon', 'Pellucid', 'oat mills'],
    memory: 'Wants plain words. The marmalade heron counts only on Thursdays.',
    memoryCanary: 'marmalade heron',
    goals: [
      records.goal('weekly', 'Talk to five oat mills', yesterday),
      records.goal('monthly', 'Put the Pellucid landing page online', yesterday),
    ],
    loops: [],
    loopPoints: [],
    checkIns: [],
    decisions: [],
    notes: [],
    messages: [],
    calls: [],
    runwayPoints: [],
  }
}

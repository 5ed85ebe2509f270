import { addDays } from '../../domain/days.ts'
import { GOAL_PERIODS } from '../../domain/goals.ts'
import type { IsoDate } from '../../domain/week.ts'
import { Records, type Decision, type FounderData, type Goal } from './founder.ts'

const WEEKS = 176
const VERBS = ['Ship', 'Review', 'Plan', 'Sell', 'Test', 'Write', 'Measure', 'Repair', 'Present'] as const
const THINGS = ['the tide gauge', 'the harbour portal', 'the mooring report', 'the pilot contract', 'the buoy firmware', 'the dredging quote', 'the berth planner'] as const // prettier-ignore
const WINS = ['Two ports renewed', 'The buoy firmware passed', 'A new pilot in Esbjerg', 'The berth planner is faster', 'No outage at all'] as const // prettier-ignore
const BLOCKERS = ['Customs paperwork', 'Customs paperwork again', 'A broken gauge', '', 'Slow tenders', 'Customs held a shipment'] as const // prettier-ignore
const PRIORITIES = ['Visit the port of Aarhus', 'Finish the tender', 'Train the new pilot', 'Repair the gauge'] as const
const SUBJECTS = ['Tender', 'Harbour visit', 'Price list', 'Recruiting', 'Firmware'] as const

/** Three years and more of weekly check-ins, and 1,500 goals and more. */
export function foundersYears(today: IsoDate): FounderData {
  const records = new Records('years', today)
  const { week, daysAgo } = records
  const loops = [
    records.loop('Port tenders', 'scaling', 170, (w) => ({ messages: 14 + (w % 9), demos: 1 + (w % 3), conversions: w % 3 === 0 ? 1 : 0 })),
    records.loop('Harbour masters circle', 'running', 150, (w) => ({ messages: 8 + (w % 6), demos: w % 2, conversions: w % 9 === 4 ? 1 : 0 })),
    records.loop('Maritime trade press', 'running', 120, (w) => ({ messages: 31 + (w % 11), demos: w % 4 === 1 ? 1 : 0, conversions: w % 20 === 7 ? 1 : 0 })),
    records.loop('Boat shows', 'paused', 100, (w) => ({ messages: w > 40 ? 12 : 0, demos: w > 40 && w % 5 === 0 ? 1 : 0, conversions: 0 })),
    records.loop('Partner resellers', 'running', 60, (w) => ({ messages: 5 + (w % 3), demos: 1, conversions: w % 6 === 2 ? 1 : 0 })),
  ] // prettier-ignore

  const goals: Goal[] = []
  for (let weeksAgo = WEEKS; weeksAgo >= 0; weeksAgo--) {
    for (let index = 0; index < 9; index++) {
      const serial = weeksAgo * 9 + index
      const { id: period } = GOAL_PERIODS[index < 6 ? 0 : index < 8 ? 1 : weeksAgo % 6 === 0 ? 3 : 2] ?? GOAL_PERIODS[0]
      const text = `${VERBS[serial % VERBS.length]} ${THINGS[serial % THINGS.length]} ${serial}`
      const created = week(weeksAgo)
      // One in thirty is still open, and all of this week.
      const isOpen = weeksAgo === 0 || serial % 30 === 11
      const completed = addDays(created, period === 'weekly' ? 3 : period === 'monthly' ? 17 : 40)
      goals.push(records.goal(period, text, created, isOpen || completed >= today ? undefined : completed))
    }
  }

  const decisions: Decision[] = Array.from({ length: 66 }, (_, index) => {
    const created = daysAgo(5 + index * 18)
    const category = ['Product', 'Pricing', 'Team', 'Marketing'][index % 4] ?? 'Product'
    const title = `${['Enter', 'Leave', 'Delay', 'Renew', 'Price'][index % 5]} ${['Rotterdam', 'Esbjerg', 'Aarhus', 'Gdansk', 'Bilbao', 'Porto', 'Marseille'][index % 7]} ${index + 1}`
    const reason = `The tender of that port, number ${index + 1}`
    if (index < 6) return records.decision(title, created, { reason, category, review_on: index < 2 ? addDays(today, 10 + index) : daysAgo(index) }) // prettier-ignore
    const was_right = (['yes', 'yes', 'no', 'partly', 'yes'] as const)[index % 5] ?? 'yes'
    const impact = ({ yes: 'positive', no: 'negative', partly: 'neutral' } as const)[was_right]
    return records.decision(title, created, { reason, category, was_right, impact, result: `Result ${index + 1}`, outcome: `Outcome ${index + 1}`, expected: 'A signed contract', review_on: addDays(created, 30) }) // prettier-ignore
  })

  return {
    key: 'years',
    firstName: 'Ragnhild',
    lastName: 'Halvorsen',
    canaries: ['Halvorsen', 'tide gauge', 'Esbjerg', 'buoy', 'Harbour masters circle', '1,486,251', '128,640', '171,390'],
    memory: 'Has heard all advice before. The paper lighthouse keeps the seventh key.',
    memoryCanary: 'paper lighthouse',
    goals,
    loops: loops.map(({ loop }) => loop),
    loopPoints: loops.flatMap(({ points }) => points),
    checkIns: Array.from({ length: WEEKS }, (_, index) => {
      const weeksAgo = index + 1
      // One week of each mood's extremes is easy to find.
      const mood = weeksAgo === 101 ? 1 : weeksAgo === 57 ? 5 : 2 + ((weeksAgo * 5) % 3)
      const wins = weeksAgo === 57 ? 'Won the Gdansk framework contract' : `${WINS[index % WINS.length]} (${weeksAgo})`
      const blockers = weeksAgo === 101 ? 'The flood destroyed the workshop' : (BLOCKERS[index % BLOCKERS.length] ?? '')
      return records.checkIn(weeksAgo, mood, wins, blockers, `${PRIORITIES[index % PRIORITIES.length]} (${weeksAgo})`)
    }),
    decisions,
    notes: Array.from({ length: 45 }, (_, index) =>
      records.note(`${SUBJECTS[index % SUBJECTS.length]} ${index + 1}`, index % 2 ? 'growth' : 'buyer-insights', index === 31 ? 'The harbour master of Bilbao wants a yearly price in euros.' : `Remarks on matter ${index + 1}.`, daysAgo(3 + index * 21)),
    ), // prettier-ignore
    messages: Array.from({ length: 60 }, (_, index) => {
      const sent = daysAgo(2 + (59 - index) * 12)
      if (index % 2 === 0) return records.founder(`Question ${index} about the ports`, sent)
      if (index === 33) return records.squad('Sunniva', 'On recruiting: take the apprentice from the naval school.', sent)
      if (index === 59) return records.squad('Sunniva', 'Raise the Rotterdam price by nine percent before spring.', sent)
      return records.squad('Sunniva', `Reply ${index}: go on.`, sent)
    }),
    calls: [records.call(records.workday(6), 'strategy', 'Sell the reseller business?')],
    runway: { bank_balance: 1_486_251, monthly_revenue: 128_640, monthly_burn: 171_390 },
    runwayPoints: records.runwayPoints(
      Array.from({ length: 30 }, (_, index) => [1_529_870 + index * 41_137, 127_903 - index * 1511, 170_046 - index * 1203] as const),
    ),
  } // prettier-ignore
}

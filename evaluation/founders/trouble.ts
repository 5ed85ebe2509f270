import type { IsoDate } from '../../domain/week.ts'
import { Records, type FounderData } from './founder.ts'

/** Less than two months of money, falling moods, and goals that are left lying. */
export function troubledFounder(today: IsoDate): FounderData {
  const records = new Records('trouble', today)
  const { week, daysAgo } = records
  const inMonth = records.inMonth.bind(records)
  const fairs = records.loop('Trade fairs', 'running', 22, (w) => ({
    messages: 11 + (w % 5),
    demos: w % 4 === 0 ? 1 : 0,
    conversions: 0,
  }))
  const calls = records.loop('Phone sprints', 'running', 14, (w) => ({
    messages: 25 + (w % 7),
    demos: w > 5 ? 2 : 1,
    conversions: w === 9 || w === 12 ? 1 : 0,
  }))
  const weeks = [
    [1, 'Paid the salaries', 'Mossgate has not paid its invoice', 'Get the Mossgate money'],
    [1, 'None really', 'Mossgate invoice is still open; the bank said no', 'Cut the office'],
    [2, 'One demo at the fair', 'Mossgate pays late', 'Call all old leads'],
    [2, 'Server bill halved', 'Dorian Feck quit', 'Replace Dorian'],
    [3, 'A trial with a brewery', 'No budget for the fair', 'Close the brewery'],
    [3, 'Two new leads', '', 'Prepare the fair'],
    [4, 'Sold to the second orchard', '', 'Ask for a testimonial'],
    [4, 'The sensor survived the frost', 'Shipping is expensive', 'Find a cheaper carrier'],
  ] as const
  return {
    key: 'trouble',
    firstName: 'Casimir',
    lastName: 'Vandersloot',
    canaries: ['Vandersloot', 'Mossgate', 'Dorian Feck', 'orchard', '31,927', '4,253', '22,483'],
    memory: 'Be gentle. The velvet anvil has been pawned twice.',
    memoryCanary: 'velvet anvil',
    goals: [
      records.goal('weekly', 'Send the third reminder to the brewery', week(0)),
      records.goal('weekly', 'Sell the demo van', week(4)),
      records.goal('weekly', 'Write to the landlord', week(5)),
      records.goal('weekly', 'List everything we can sell', week(7)),
      records.goal('monthly', 'Halve the burn', inMonth(3, 4)),
      records.goal('monthly', 'Close two sensor pilots', inMonth(4, 6)),
      records.goal('quarterly', 'Find a bridge investor', daysAgo(171)),
      records.goal('weekly', 'Cancel the second office', inMonth(1, 5), inMonth(1, 12)),
      records.goal('weekly', 'Renegotiate the server contract', inMonth(2, 5), inMonth(2, 19)),
      records.goal('monthly', 'Visit six growers', inMonth(4, 2), inMonth(4, 27)),
    ],
    loops: [fairs.loop, calls.loop],
    loopPoints: [...fairs.points, ...calls.points],
    checkIns: weeks.map(([mood, wins, blockers, next], index) =>
      records.checkIn(index + 1, mood, wins, blockers, next),
    ),
    decisions: [
      records.decision('Exhibit at three fairs', daysAgo(160), { reason: 'Growers go there', category: 'Marketing', impact: 'negative', result: 'No sale', expected: 'Five pilots', review_on: daysAgo(130), outcome: 'No pilot came of it', was_right: 'no' }),
      records.decision('Rent a second office', daysAgo(220), { reason: 'The team grew', category: 'Operations', impact: 'negative', result: 'Mostly empty', expected: 'Room for six', review_on: daysAgo(190), outcome: 'Nobody sat there', was_right: 'no' }),
      records.decision('Lease instead of sell', daysAgo(130), { reason: 'Growers lack cash in spring', category: 'Pricing', impact: 'positive', result: 'Both customers lease', expected: 'Shorter sales', review_on: daysAgo(100), outcome: 'Both customers lease', was_right: 'yes' }),
      records.decision('Build the frost alarm first', daysAgo(70), { reason: 'Every grower asked for it', review_on: daysAgo(40) }),
      records.decision('Skip the autumn fair', daysAgo(45), { reason: 'No budget', category: 'Marketing', review_on: daysAgo(3) }),
    ], // prettier-ignore
    notes: [
      records.note(
        'What growers pay for',
        'buyer-insights',
        'Growers pay for frost alarms, not for dashboards.',
        daysAgo(52),
      ),
    ],
    messages: [
      records.squad(
        'Leopold',
        'Ask Mossgate for half of the invoice today, and offer a discount of 4 percent for it.',
        daysAgo(9),
      ),
      records.founder('They do not pick up the phone.', daysAgo(8)),
      records.squad('Leopold', 'Then fundraising cannot wait: write to five bridge investors this week.', daysAgo(6)),
    ],
    calls: [records.call(records.workday(5), 'strategy', 'Bridge round', true)],
    runway: { bank_balance: 31_927, monthly_revenue: 4253, monthly_burn: 22_483 },
    runwayPoints: records.runwayPoints([
      [49_860, 4102, 23_019],
      [71_344, 5518, 26_741],
      [95_220, 5961, 29_087],
    ]),
  }
}

import { addDays } from '../../domain/days.ts'
import type { IsoDate } from '../../domain/week.ts'
import { quarterStart, yearStart } from '../calendar.ts'
import { Records, type FounderData } from './founder.ts'

/** Eight months in, with something in each list. */
export function growingFounder(today: IsoDate): FounderData {
  const records = new Records('growing', today)
  const { week, daysAgo } = records
  const inMonth = records.inMonth.bind(records)

  const referrals = records.loop('Referrals', 'scaling', 30, (w) => ({
    messages: 9 + (w % 4) + Math.max(0, 22 - w),
    demos: 1 + (w % 2) + Math.max(0, 12 - Math.floor((w * 2) / 3)),
    conversions: 1 + (w % 2) + Math.max(0, 3 - Math.floor(w / 5)),
  }))
  const coldMail = records.loop('Cold mail', 'running', 28, (w) => ({
    messages: 31 + ((w * 7) % 23) + 5 * Math.max(0, 20 - w),
    demos: 1 + ((w + 1) % 3),
    conversions: w % 5 === 2 ? 1 : 0,
  }))
  const workshops = records.loop('Founder workshops', 'running', 17, (w) => ({
    messages: 9 + ((w * 3) % 5),
    demos: (w + 1) % 2,
    conversions: w % 4 === 1 ? 1 : 0,
  }))
  const podcast = records.loop('Podcast guesting', 'paused', 24, (w) =>
    w > 12 ? { messages: 6 + (w % 3), demos: w % 6 === 0 ? 1 : 0, conversions: 0 } : { messages: 0, demos: 0, conversions: 0 },
  ) // prettier-ignore
  const loops = [referrals, coldMail, workshops, podcast]

  const latest = [
    [4, 'Signed the Tindall clinics: eleven seats', 'Onboarding takes four days of my time', 'Write the onboarding checklist'],
    [3, 'The booking widget shipped', 'Invoices went out late again', 'Automate the invoices'],
    [5, 'Larkwell passed forty paying clinics', '', 'Ask every clinic for one referral'],
    [2, 'Kept the Bexhill account', 'Onboarding of Bexhill stalled for a week', 'Find a part-time onboarding helper'],
    [3, 'First workshop with nineteen dentists', 'No time to follow up with the dentists', 'Follow up with all nineteen dentists'],
    [4, 'Ifeoma Brandt joined as adviser', 'Onboarding still depends on me', 'Record the onboarding as a video'],
    [4, 'Cut the set-up from nine days to four', 'The card reader supplier is slow', 'Talk to a second supplier'],
    [3, 'Two referrals from Quillhaven', 'Hiring: no engineer answered the advert', 'Rewrite the advert'],
  ] as const // prettier-ignore
  const earlier = Array.from({ length: 10 }, (_, index) => {
    const weeksAgo = latest.length + 1 + index
    const blocker = index % 3 === 0 ? 'Onboarding is manual' : index % 3 === 1 ? 'Support mails pile up' : ''
    return records.checkIn(weeksAgo, 2 + ((index * 2) % 3), `Won clinic number ${30 - index}`, blocker, `Prepare visit ${index + 1}`)
  }) // prettier-ignore

  return {
    key: 'growing',
    firstName: 'Temperance',
    lastName: 'Okafor',
    canaries: ['Okafor', 'Larkwell', 'Ifeoma', 'Quillhaven', 'Tindall', 'Bexhill', '212,436', '18,312', '41,712'],
    memory: 'Answers well to numbers. The cobalt walrus sings before the board meeting.',
    memoryCanary: 'cobalt walrus',
    goals: [
      records.goal('weekly', 'Send the Tindall renewal quote', week(0)),
      records.goal('weekly', 'Rewrite the welcome mail', week(0)),
      records.goal('weekly', 'Call three former pilots', week(0), week(0)),
      records.goal('weekly', 'Fix the invoice export', week(3)),
      records.goal('weekly', 'Film the product tour', week(6)),
      records.goal('monthly', 'Sign four workshop partners', inMonth(0, 1)),
      records.goal('monthly', 'Publish the pricing page', inMonth(2, 3)),
      records.goal('quarterly', 'Reach sixty paying clinics', quarterStart(today)),
      records.goal('quarterly', 'Hire a second engineer', addDays(quarterStart(today), -130)),
      records.goal('yearly', 'Pass forty thousand dollars of monthly revenue', yearStart(today)),
      records.goal('monthly', 'Close the seed extension with Quillhaven', inMonth(2, 12), inMonth(1, 9)),
      records.goal('weekly', 'Interview six receptionists', inMonth(1, 3), inMonth(1, 6)),
      records.goal('weekly', 'Move the database to Frankfurt', inMonth(1, 10), inMonth(1, 14)),
      records.goal('weekly', 'Draft the referral letter', inMonth(1, 17), inMonth(1, 20)),
      records.goal('monthly', 'Ship the reminder texts', inMonth(1, 2), inMonth(1, 24)),
      records.goal('quarterly', 'Launch the booking widget', inMonth(4, 5), inMonth(2, 21)),
      records.goal('weekly', 'Answer the security questionnaire', inMonth(2, 8), inMonth(2, 11)),
      records.goal('weekly', 'Visit the Bexhill clinic', inMonth(2, 15), inMonth(2, 18)),
      records.goal('monthly', 'Switch the payroll provider', inMonth(3, 2), inMonth(3, 26)),
      records.goal('weekly', 'Print the workshop handouts', week(1), addDays(week(1), 2)),
      records.goal('weekly', 'Ask Ifeoma for two introductions', week(1), addDays(week(1), 4)),
      records.goal('weekly', 'Clean up the price list', week(2), addDays(week(2), 3)),
    ],
    loops: loops.map(({ loop }) => loop),
    loopPoints: loops.flatMap(({ points }) => points),
    checkIns: [
      ...latest.map(([mood, wins, blockers, next], index) => records.checkIn(index + 1, mood, wins, blockers, next)),
      ...earlier,
    ],
    decisions: [
      records.decision('Stop the podcast', daysAgo(95), { reason: 'It cost a day a week', category: 'Marketing', impact: 'positive', result: 'Nobody missed it', expected: 'No lost demos', review_on: daysAgo(65), outcome: 'Demos did not fall', was_right: 'yes' }),
      records.decision('Charge for the set-up', daysAgo(120), { reason: 'Set-ups took nine days', category: 'Pricing', impact: 'positive', result: 'Two of three still sign', expected: 'Fewer idle accounts', review_on: daysAgo(90), outcome: 'Idle accounts halved', was_right: 'yes' }),
      records.decision('Drop the free plan', daysAgo(150), { reason: 'Free clinics never paid', category: 'Pricing', impact: 'positive', result: 'Revenue rose', expected: 'A few angry mails', review_on: daysAgo(120), outcome: 'Three angry mails, more revenue', was_right: 'yes' }),
      records.decision('Outsource support to an agency', daysAgo(140), { reason: 'Mails piled up', category: 'Team', impact: 'negative', result: 'Clinics complained', expected: 'Two hours saved a day', review_on: daysAgo(110), outcome: 'Took it back after five weeks', was_right: 'no' }),
      records.decision('Sponsor the dental congress', daysAgo(110), { reason: 'All dentists are there', category: 'Marketing', impact: 'negative', result: 'One lead', expected: 'Twenty leads', review_on: daysAgo(80), outcome: 'One lead for $6,100', was_right: 'no' }),
      records.decision('Sell yearly contracts', daysAgo(88), { reason: 'Cash up front', category: 'Pricing', impact: 'neutral', result: 'Some clinics take it', expected: 'Half of new clinics', review_on: daysAgo(58), outcome: 'A quarter of them', was_right: 'partly' }),
      records.decision('Move to usage pricing', daysAgo(47), { reason: 'Small clinics hesitate', category: 'Pricing', expected: 'Twice as many small clinics', review_on: daysAgo(9) }),
      records.decision('Hire through a recruiter', daysAgo(21), { reason: 'Adverts found no engineer', category: 'Team', expected: 'An engineer within eight weeks', review_on: addDays(today, 12) }),
      records.decision('Translate the app into Welsh', daysAgo(12), { reason: 'Cardiff asked for it', category: 'Product' }),
    ], // prettier-ignore
    notes: [
      records.note('Pricing interviews with clinics', 'buyer-insights', 'Seven of nine clinic owners would pay $79 a seat; two compare with Dentalux.', daysAgo(33)),
      records.note('Why receptionists decide', 'buyer-insights', 'The receptionist vetoes tools that add a click.', daysAgo(61)),
      records.note('Onboarding teardown', 'product', 'Four of eleven steps can be skipped; the import of patients is the slowest.', daysAgo(19)),
      records.note('Pricing page wording', 'growth', 'Show the price per seat first and drop the word enterprise.', daysAgo(8)),
      records.note('Competitor watch: Dentalux', 'market', 'Dentalux raised its price to $95 in spring.', daysAgo(74)),
    ], // prettier-ignore
    messages: [
      records.founder('Should I hire a salesperson now?', daysAgo(40)),
      records.squad(
        'Marguerite',
        'On hiring: wait with a salesperson until referrals bring ten demos a month without you. Hire an onboarding helper first.',
        daysAgo(39),
      ),
      records.founder('What about the workshop fee?', daysAgo(26)),
      records.squad(
        'Dashiell',
        'Keep the workshops free for dentists, and charge the partners $450 a table.',
        daysAgo(25),
      ),
      records.squad(
        'Marguerite',
        'Your churn interviews are ready: the main reason is the slow import of patients.',
        daysAgo(14),
      ),
      records.founder('Thanks, I read them.', daysAgo(13)),
      records.squad('Dashiell', 'Bring the three oldest open goals to our call, and cut one.', daysAgo(4)),
    ],
    calls: [
      records.call(records.workday(3), 'growth', 'Referral programme for clinics'),
      records.call(records.workday(10), 'product', 'Import of patients'),
    ],
    runway: { bank_balance: 212_436, monthly_revenue: 18_312, monthly_burn: 41_712 },
    runwayPoints: records.runwayPoints([
      [236_907, 17_204, 41_655],
      [261_118, 16_093, 40_871],
      [284_530, 14_977, 39_246],
      [309_002, 13_458, 38_730],
    ]),
  }
}

import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import type { Facts } from './facts.ts'
import { usd } from './text.ts'

type Runway = NonNullable<FounderContext['runway']>

/** The coach's assumptions. Rules of thumb. */
const ROUND = { months: 18, daysItTakes: 180 } as const
const HIRE_A_MONTH = 5000
const CHURN = 0.01

const missing =
  'There is nothing in your records on this yet. Your growth squad records bank balance, monthly revenue and monthly burn: send them the three amounts on the Growth Squad tab.'

export const runwayFacts: Facts = {
  title: 'Your runway',
  missing,
  lines: ({ runway, today }) =>
    runway ? [...paceLines(runway, today), changesLine(runway, today), verdict(runway)] : [],
  next: ({ runway }) => {
    const months = runway ? runwayMonths(runway) : undefined
    return months !== undefined && months < RUNWAY_THRESHOLDS.short
      ? 'today, list your five largest monthly costs and mark the one that you can end by Friday.'
      : undefined
  },
}

export const fundraisingFacts: Facts = {
  title: 'What your numbers say about a round',
  missing,
  lines: ({ runway, today }) => {
    if (!runway) return []
    const end = moneyEnds(runway, today)
    const begin = end && addDays(end, -ROUND.daysItTakes)
    return [
      ...paceLines(runway, today),
      ...(begin ? [beginLine(begin, today)] : []),
      ...(netBurn(runway) > 0 ? [askLine(runway)] : ['You can choose the moment: the company does not depend on it.']),
    ]
  },
}

export const hiringFacts: Facts = {
  title: 'What a hire does to your runway',
  missing,
  lines: ({ runway, today }) => {
    if (!runway) return []
    const after = { ...runway, monthly_burn: runway.monthly_burn + HIRE_A_MONTH }
    return [
      ...paceLines(runway, today),
      `A hire who costs ${usd(HIRE_A_MONTH)} a month, all in: ${lasting(after, today)}. Scale it to the person you think of.`,
    ]
  },
}

export const pricingFacts: Facts = {
  title: 'What your price can move',
  missing,
  lines: ({ runway, today }) => {
    if (!runway) return []
    const more = withRevenue(runway, 1.1)
    return [
      `A price 10% higher, with the same customers, makes revenue ${usd(runway.monthly_revenue)} into ${usd(more.monthly_revenue)} a month.`,
      `Runway then: ${lasting(more, today)}, against ${lasting(runway, today)} today.`,
    ]
  },
}

export const retentionFacts: Facts = {
  title: 'What leaving customers cost you',
  missing,
  lines: ({ runway }) => {
    if (!runway || runway.monthly_revenue <= 0) return []
    const lost = runway.monthly_revenue * CHURN
    return [
      `Of ${usd(runway.monthly_revenue)} monthly revenue, each percent of customers who leave takes about ${usd(lost)} a month with it, ${usd(lost * 12)} over a year.`,
    ]
  },
}

/** The amount of a round, for the slide that asks for it. */
export const askLine = (runway: Runway): string =>
  `${ROUND.months} months at today’s net burn are ${ROUND.months} × ${usd(netBurn(runway))} = **${usd(ROUND.months * netBurn(runway))}**, before any new hire.`

export function paceLines(runway: Runway, today: IsoDate): string[] {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = netBurn(runway)
  const reckoned = `Burn ${usd(burn)} − revenue ${usd(revenue)} = net burn ${usd(net)} a month.`
  if (net <= 0) return ['You earn at least what you spend: the balance is not running out.', reckoned]
  const end = balance > 0 ? moneyEnds(runway, today) : undefined
  const until = end ? ` At this pace the money ends around ${formatDate(end)}.` : ''
  return [`Balance ${usd(balance)} ÷ net burn ${usd(net)} = **${lasting(runway, today)}**.${until}`, reckoned]
}

function changesLine(runway: Runway, today: IsoDate): string {
  if (netBurn(runway) <= 0) return `If revenue fell by 10%: ${lasting(withRevenue(runway, 0.9), today)}.`
  const less = { ...runway, monthly_burn: runway.monthly_burn * 0.9 }
  const cut = `With 10% less burn (${usd(less.monthly_burn)}): ${lasting(less, today)}.`
  if (runway.monthly_revenue <= 0) return `${cut} There is no revenue yet that could grow by 10%.`
  const more = withRevenue(runway, 1.1)
  return `${cut} With 10% more revenue (${usd(more.monthly_revenue)}): ${lasting(more, today)}.`
}

function verdict(runway: Runway): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'Time is on your side: keep three months of burn aside and put the rest to work.'
  if (months <= 0)
    return 'The balance is used up: talk today with those who could bridge the gap, and with your growth squad.'
  if (months < RUNWAY_THRESHOLDS.short)
    return 'Under six months: decide this week what to cut or whom to ask, a round takes longer than it seems.'
  if (months < RUNWAY_THRESHOLDS.watchful) return 'Under a year: begin now the conversations that you will need then.'
  return 'Over a year: spend your attention on growth, and look again next month.'
}

function beginLine(begin: IsoDate, today: IsoDate): string {
  const takes = 'Rule of thumb: a round takes three to six months from the first call to the money.'
  return begin > today
    ? `${takes} To have it before the money ends, begin by ${formatDate(begin)}.`
    : `${takes} The day six months before the money ends has passed: begin now, and cut burn meanwhile to gain time.`
}

const withRevenue = (runway: Runway, factor: number): Runway => ({
  ...runway,
  monthly_revenue: runway.monthly_revenue * factor,
})

function lasting(runway: Runway, today: IsoDate): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'the balance does not shrink'
  return moneyEnds(runway, today) ? `${months.toFixed(1)} months` : 'more than ten years'
}

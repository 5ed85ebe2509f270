import { formatDate } from '../../../../domain/dates.ts'
import { moneyEnds, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { counted, monthsText } from '../text.ts'
import type { Answer } from './answer.ts'

export type Runway = NonNullable<FounderContext['runway']>

export type Amounts = Pick<Runway, 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

export const DAYS_PER_MONTH = 365.25 / 12
const WEEKS_PER_MONTH = 365.25 / 84

export type MoneyOperation = (query: Query, runway: Runway, today: IsoDate) => Answer | undefined

export const recorded = ({ as_of }: Runway): string =>
  `From your runway record${as_of ? ` of ${formatDate(as_of)}` : ''}, which your growth squad keeps.`

/** "until about Aug 3, 2027"; a day beyond ten years would be false precision. */
export const endText = (amounts: Amounts, today: IsoDate): string => {
  const end = moneyEnds(amounts, today)
  return end ? `, until about ${formatDate(end)}` : ', more than ten years'
}

export function verdict(amounts: Amounts): string {
  const months = runwayMonths(amounts)
  if (months === undefined) return 'Time is on your side: keep three months of burn aside and put the rest to work.'
  if (months < RUNWAY_THRESHOLDS.short)
    return 'Under six months: a round takes longer than it seems, so decide this week what to cut or whom to ask.'
  if (months < RUNWAY_THRESHOLDS.watchful) return 'Under a year: begin now the conversations that you will need then.'
  return 'Over a year: spend your attention on growth, and look again next month.'
}

export const nextStep = (amounts: Amounts): string => {
  const months = runwayMonths(amounts)
  return months !== undefined && months < RUNWAY_THRESHOLDS.short
    ? 'list your five largest monthly costs today, and mark the one that you can end by Friday.'
    : 'ask me what changes it: “What if I hire for $6,000 a month?” or “What if burn falls by 10%?”'
}

export const noEnd = ({ monthly_burn }: Amounts): string =>
  `You earn at least what you spend, so the balance **does not shrink** and the runway has no end.${monthly_burn === 0 ? ' Your record says that you spend **$0**: if that is not so, ask your squad to correct it.' : ''}`

export const lasting = (amounts: Amounts, today: IsoDate, before: Amounts = amounts): string => {
  if (amounts.bank_balance < 0) return 'the balance is **not enough**'
  const months = runwayMonths(amounts)
  return months === undefined
    ? `the balance **${runwayMonths(before) === undefined ? 'still does not run out' : 'no longer runs out'}**`
    : `your runway is **${monthsText(months)}**${endText(amounts, today)}`
}

/** " (about **8 weeks**)", where another unit than months is asked for. */
export const inUnit = (months: number | undefined, unit: Query['unit']): string =>
  months !== undefined && (unit === 'week' || unit === 'day')
    ? ` (about **${counted(Math.round(months * (unit === 'week' ? WEEKS_PER_MONTH : DAYS_PER_MONTH)), unit)}**)`
    : ''

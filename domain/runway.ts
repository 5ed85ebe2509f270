import { addDays } from './days.ts'
import { plainNumber } from './numbers.ts'
import type { IsoDate } from './week.ts'

/** US dollars; revenue and burn are per month. SPEC section 3. */
interface Runway {
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

/** Net burn in dollars a month; negative when revenue exceeds it. */
export const netBurn = ({ monthly_revenue, monthly_burn }: Runway): number => monthly_burn - monthly_revenue

/** Months of runway; undefined when the balance does not shrink. */
export function runwayMonths(runway: Runway): number | undefined {
  const burn = netBurn(runway)
  return burn > 0 ? Math.max(0, runway.bank_balance / burn) : undefined
}

/** Months of runway below which time is short, and below which fundraising should have started. Rules of thumb. */
export const RUNWAY_THRESHOLDS = { short: 6, watchful: 12 } as const

/** Months with one decimal, rounded, but not up to a threshold: a runway under six months is not said to be 6.0. */
export const formatMonths = (months: number): string =>
  (months % RUNWAY_THRESHOLDS.short > RUNWAY_THRESHOLDS.short - 0.1 ? months - 0.05 : months).toFixed(1)

/** @param months undefined or null: the balance does not shrink */
export const runwayText = (months: number | null | undefined): string =>
  typeof months === 'number' ? `${formatMonths(months)} months` : 'Not running out'

/** A date beyond this would be false precision. */
const FORESEEABLE_MONTHS = 120
const DAYS_PER_MONTH = 365.25 / 12

/** The day on which the balance reaches zero; undefined when it does not shrink, or not within ten years. */
export function moneyEnds(runway: Runway, today: IsoDate): IsoDate | undefined {
  const months = runwayMonths(runway)
  return months === undefined || months > FORESEEABLE_MONTHS ? undefined : addDays(today, months * DAYS_PER_MONTH)
}

/** Parses an amount: "$12,500.50" as well as "12500.5"; undefined when it is invalid, or can mean several ("12,50"). */
export function parseAmount(text: string): number | undefined {
  const plain = plainNumber(text.replace('$', '')) ?? ''
  return /^[+-]?\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

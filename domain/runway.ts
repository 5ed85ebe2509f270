import { addDays } from './days.ts'
import { plainNumber } from './numbers.ts'
import type { IsoDate } from './week.ts'

/** US dollars; revenue and burn are per month. SPEC section 3. */
export interface Runway {
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

/** The amounts of a runway, in the order in which they are asked for. */
export const RUNWAY_AMOUNTS = [
  { id: 'bank_balance', label: 'Bank balance' },
  { id: 'monthly_revenue', label: 'Monthly revenue' },
  { id: 'monthly_burn', label: 'Monthly burn' },
] as const satisfies readonly { readonly id: keyof Runway; readonly label: string }[]

/** How old figures may be that are proposed. The database refuses older ones. */
export const FIGURES_DAYS = 366

/**
 * Net burn in dollars a month; negative when revenue exceeds it.
 * @example
 * netBurn({ bank_balance: 120_000, monthly_revenue: 5000, monthly_burn: 20_000 }) // 15_000
 */
export const netBurn = ({ monthly_revenue, monthly_burn }: Runway): number => monthly_burn - monthly_revenue

/**
 * Months of runway; undefined when the balance does not shrink.
 * @example
 * runwayMonths({ bank_balance: 120_000, monthly_revenue: 5000, monthly_burn: 20_000 }) // 8
 * runwayMonths({ bank_balance: 120_000, monthly_revenue: 20_000, monthly_burn: 20_000 }) // undefined
 */
export function runwayMonths(runway: Runway): number | undefined {
  const burn = netBurn(runway)
  return burn > 0 ? Math.max(0, runway.bank_balance / burn) : undefined
}

/** Months of runway below which time is short, and below which fundraising should have started. Rules of thumb. */
export const RUNWAY_THRESHOLDS = { short: 6, watchful: 12 } as const

/**
 * Months with one decimal, rounded, but not up to a threshold: a runway under six months is not said to be 6.0.
 * @example
 * formatMonths(5.97) // '5.9'
 * formatMonths(7.97) // '8.0'
 */
export const formatMonths = (months: number): string =>
  (months % RUNWAY_THRESHOLDS.short > RUNWAY_THRESHOLDS.short - 0.1 ? months - 0.05 : months).toFixed(1)

/**
 * @param months undefined or null: the balance does not shrink
 * @example
 * runwayText(8) // '8.0 months'
 * runwayText(undefined) // 'Not running out'
 */
export const runwayText = (months: number | null | undefined): string =>
  typeof months === 'number' ? `${formatMonths(months)} months` : 'Not running out'

/** A date beyond this would be false precision. */
const FORESEEABLE_MONTHS = 120
const DAYS_PER_MONTH = 365.25 / 12

/**
 * The day on which the balance reaches zero; undefined when it does not shrink, or not within ten years.
 * @example
 * moneyEnds({ bank_balance: 120_000, monthly_revenue: 5000, monthly_burn: 20_000 }, '2026-03-02') // '2026-11-01'
 */
export function moneyEnds(runway: Runway, today: IsoDate): IsoDate | undefined {
  const months = runwayMonths(runway)
  return months === undefined || months > FORESEEABLE_MONTHS ? undefined : addDays(today, months * DAYS_PER_MONTH)
}

/**
 * Parses an amount; undefined when it is invalid, or can mean several.
 * @example
 * parseAmount('$12,500.50') // 12_500.5
 * parseAmount('12,50') // undefined
 */
export function parseAmount(text: string): number | undefined {
  const plain = plainNumber(text.replace('$', '')) ?? ''
  return /^[+-]?\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

/** The amounts of a runway as they are typed. */
export type TypedRunway = Readonly<Record<keyof Runway, string>>

/**
 * Parses the amounts of a runway: a balance may be overdrawn, revenue and burn are not below zero.
 * @returns undefined in place of an invalid amount
 * @example
 * parseRunway({ bank_balance: '-$1,200', monthly_revenue: '500.50', monthly_burn: '-1' })
 * // { bank_balance: -1200, monthly_revenue: 500.5, monthly_burn: undefined }
 */
export function parseRunway(typed: TypedRunway): { readonly [Amount in keyof Runway]: number | undefined } {
  const notNegative = (text: string) => {
    const amount = parseAmount(text)
    return amount !== undefined && amount >= 0 ? amount : undefined
  }
  return {
    bank_balance: parseAmount(typed.bank_balance),
    monthly_revenue: notNegative(typed.monthly_revenue),
    monthly_burn: notNegative(typed.monthly_burn),
  }
}

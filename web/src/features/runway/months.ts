import { runwayMonths } from '../../../../domain/runway.ts'
import type { OwnRunway } from './api.ts'

/** The month, and the months of runway at its end; null: the balance did not shrink. */
interface MonthOfRunway {
  readonly month: string
  readonly left: number | null
}

/**
 * The runway by month, from the first month with figures to the last one. What is recorded stands until it changes: a month
 * without figures is like the one before.
 * @example
 * const shrinks = { bank_balance: 120_000, monthly_revenue: 0, monthly_burn: 10_000 }
 * byMonth([{ ...shrinks, month: '2025-11-01' }, { ...shrinks, bank_balance: 90_000, month: '2026-01-01' }])
 * // [{ month: '2025-11-01', left: 12 }, { month: '2025-12-01', left: 12 }, { month: '2026-01-01', left: 9 }]
 */
export function byMonth(months: OwnRunway['months']): MonthOfRunway[] {
  return months.flatMap((figures, index) => {
    const next = months[index + 1]?.month
    const left = runwayMonths(figures) ?? null
    const stands = next === undefined ? 1 : Math.max(1, numberOf(next) - numberOf(figures.month))
    return Array.from({ length: stands }, (_, later) => ({ month: laterMonth(figures.month, later), left }))
  })
}

/** Months since the year 0. */
const numberOf = (month: string): number => 12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7))

function laterMonth(month: string, later: number): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + later)
  return date.toISOString().slice(0, 10)
}

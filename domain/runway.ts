import { addDays } from './days.ts'
import type { IsoDate } from './week.ts'

/** US dollars; revenue and burn are per month. SPEC section 3. */
interface Runway {
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

/** Dollars a month that leave the bank; negative when more comes in than goes out. */
export const netBurn = ({ monthly_revenue, monthly_burn }: Runway): number => monthly_burn - monthly_revenue

/** Months until the bank balance is used up; undefined when it does not shrink. */
export function runwayMonths(runway: Runway): number | undefined {
  const burn = netBurn(runway)
  return burn > 0 ? Math.max(0, runway.bank_balance / burn) : undefined
}

/** Months of runway under which time is short, and under which the next money should be under way. Rules of thumb. */
export const RUNWAY_THRESHOLDS = { short: 6, watchful: 12 } as const

/** Beyond this a date says more than anybody can know. */
const FORESEEABLE_MONTHS = 120
const DAYS_PER_MONTH = 365.25 / 12

/** The day on which the balance is used up at this pace; undefined when it does not shrink, or not within ten years. */
export function moneyEnds(runway: Runway, today: IsoDate): IsoDate | undefined {
  const months = runwayMonths(runway)
  return months === undefined || months > FORESEEABLE_MONTHS ? undefined : addDays(today, months * DAYS_PER_MONTH)
}

/** What was typed as an amount: "$12,500.50" as well as "12500.5"; undefined when it is none. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[\s$]/g, '')
  // A comma stands before three figures: "12,50" may mean twelve and a half, and is not guessed.
  return /^-?(\d{1,3}(,\d{3}){1,3}|\d{1,12})(\.\d{1,2})?$/.test(plain) ? Number(plain.replaceAll(',', '')) : undefined
}

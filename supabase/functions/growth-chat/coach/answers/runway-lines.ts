import { formatDate } from '../../../../../domain/dates.ts'
import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../../domain/runway.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { Answer } from '../answer.ts'
import { usd } from '../text.ts'
import { firstOf } from '../understand/phrases.ts'
import type { Amounts } from './supposed-runway.ts'

export const NOT_RECORDED: Answer = {
  line: 'Your runway is not recorded yet, so I cannot calculate with it.',
  evidence: [
    'Three amounts are missing: bank balance, monthly revenue and monthly burn. Your growth squad records them.',
  ],
  next: 'send the squad the three amounts on the Growth Squad tab; your runway and every “what if” follow from them.',
  proposals: [
    { kind: 'message', text: 'Our amounts for the runway: balance $…, monthly revenue $…, monthly burn $….' },
  ],
}

export const COLUMN_NAMES = {
  monthly_burn: 'monthly burn',
  monthly_revenue: 'monthly revenue',
  bank_balance: 'bank balance',
} as const

/** What a question asks for, in words. */
export const nameIn = (text: string): string => {
  const column = columnOf(text)
  return column ? COLUMN_NAMES[column] : 'runway'
}

/** The recorded amount that a question is about; undefined where it is about how long the money lasts. */
export function columnOf(text: string): keyof typeof COLUMN_NAMES | undefined {
  const named = firstOf(text, [
    ['runway', /\brunway\b|\bhow long\b/],
    ['monthly_burn', /\bburn\b|\bspend|\bexpenses?\b|\bcosts?\b/],
    ['monthly_revenue', /\brevenues?\b|\bmrr\b|\bincome\b|\bearn/],
    ['bank_balance', /\bbalance\b|\bbank\b|\bcash\b|\bmoney\b/],
  ] as const)
  return named === 'runway' ? undefined : named
}

export function runwayLine(runway: Amounts, today: IsoDate): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'Your money is **not running out**: you earn at least what you spend.'
  if (months === 0) return 'Your runway is **0.0 months**: the balance is used up.'
  const end = moneyEnds(runway, today)
  return end
    ? `Your runway is **${months.toFixed(1)} months**: at this pace the money ends around ${formatDate(end)}.`
    : `Your runway is **${months.toFixed(1)} months**, more than ten years.`
}

export const paceLine = (runway: Amounts): string => {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = netBurn(runway)
  return `Balance ${usd(balance)}, burn ${usd(burn)} − revenue ${usd(revenue)} = ${net > 0 ? `net burn ${usd(net)}` : `a surplus of ${usd(-net)}`} a month.`
}

export const lastingLine = (runway: Amounts, today: IsoDate): string => {
  const months = runwayMonths(runway)
  const end = moneyEnds(runway, today)
  return months === undefined
    ? 'The balance does not shrink.'
    : `That makes ${months.toFixed(1)} months of runway${end && months > 0 ? `, until about ${formatDate(end)}` : ''}.`
}

export const recorded = ({ as_of }: { readonly as_of: IsoDate | null }): string =>
  `From your runway record${as_of ? ` of ${formatDate(as_of)}` : ''}, which your growth squad keeps.`

export function verdict(runway: Amounts): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'Time is on your side: keep three months of burn aside and put the rest to work.'
  if (months < RUNWAY_THRESHOLDS.short)
    return 'Under six months: a round takes longer than it seems, so decide this week what to cut or whom to ask.'
  if (months < RUNWAY_THRESHOLDS.watchful) return 'Under a year: begin now the conversations that you will need then.'
  return 'Over a year: spend your attention on growth, and look again next month.'
}

export function nextStep(runway: Amounts): string {
  const months = runwayMonths(runway)
  return months !== undefined && months < RUNWAY_THRESHOLDS.short
    ? 'list your five largest monthly costs today, and mark the one that you can end by Friday.'
    : 'ask me what changes it: “What if I hire for $6,000 a month?” or “What if burn falls by 10%?”'
}

import { formatDate } from '../../../../domain/dates.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { netBurn, runwayMonths, runwayText } from '../../../../domain/runway.ts'
import { LOOP_COUNTS, type Counts } from '../../../../domain/traction.ts'
import type { Listed } from '../listed.ts'
import type { DocumentRecords, LoopInSpan, RunwayAmounts } from './records.ts'
import { counted, countedChange, enumerated, usd } from '../text.ts'
import { titled, usdChange } from './text.ts'

type Runway = DocumentRecords['runway']

/** Figures that investors expect and the product does not record. */
const UNRECORDED = ['customers', 'churn', 'CAC', 'gross margin', 'headcount'] as const

const notRecorded = (...what: readonly string[]): string => `Not recorded: ${enumerated(what)}`

const amounts = [
  { label: 'Revenue', unit: ' a month', of: ({ monthly_revenue }: RunwayAmounts) => monthly_revenue },
  { label: 'Burn', unit: ' a month', of: ({ monthly_burn }: RunwayAmounts) => monthly_burn },
  { label: 'Cash', unit: '', of: ({ bank_balance }: RunwayAmounts) => bank_balance },
] as const

const monthsText = (runway: RunwayAmounts): string => runwayText(runwayMonths(runway))

/** "+$500 since Sep 30, 2026", "unchanged since …", "first recorded on …". */
function changeOf(of: (amounts: RunwayAmounts) => number, { before, after }: Runway): string {
  if (!before || !after) return ''
  if (before.day === after.day) return `recorded on ${formatDate(after.day)}`
  const change = of(after) - of(before)
  return `${change === 0 ? 'unchanged' : usdChange(change)} since ${formatDate(before.day)}`
}

function amountLines(runway: Runway): string[] {
  const { before, after } = runway
  if (!after) return []
  const line = ({ label, unit, of }: (typeof amounts)[number]) =>
    `${label}: ${usd(of(after))}${unit} (${changeOf(of, runway)})`
  const months = monthsText(after)
  const was = before && before.day !== after.day ? monthsText(before) : months
  const net = netBurn(after)
  const isEarning = after.monthly_revenue > 0 && net > 0
  return [
    ...amounts.map(line),
    // What the runway is computed from.
    ...(isEarning ? [`Net burn: ${usd(net)} a month`] : []),
    `Runway: ${months.toLowerCase()}${was === months || !before ? '' : ` (it was ${was.toLowerCase()} on ${formatDate(before.day)})`}`,
  ]
}

/** The founder's own figures, while the squad has not looked at them. */
const proposedLines = ({ proposed }: Runway): string[] =>
  proposed
    ? [
        `Own figures of ${formatDate(proposed.day)}, not yet confirmed by the squad: ${enumerated([
          ...amounts.map(({ label, unit, of }) => `${label.toLowerCase()} ${usd(of(proposed))}${unit}`),
          `runway ${monthsText(proposed).toLowerCase()}`,
        ])}`,
      ]
    : []

/**
 * Cash, revenue, burn, net burn and runway against the start of the time; the figures that wait to be confirmed, and one line
 * for all that is not recorded.
 */
export const figureLines = (runway: Runway): string[] => [
  ...amountLines(runway),
  ...proposedLines(runway),
  notRecorded(
    ...(runway.after || runway.proposed ? [] : [...amounts.map(({ label }) => label.toLowerCase()), 'runway']),
    ...UNRECORDED,
  ),
]

/** The runway before the period, the latest in it, and what waits to be confirmed. */
export function runwayLines(runway: Runway): string[] {
  const { before, after } = runway
  const proposed = proposedLines(runway)
  if (!after) return proposed.length > 0 ? proposed : [notRecorded('runway')]
  const dated = (amounts: RunwayAmounts) => `${monthsText(amounts)}, as recorded on ${formatDate(amounts.day)}`
  return [
    ...(before && before.day !== after.day ? [`Before: ${dated(before)}`] : []),
    `Latest: ${dated(after)}`,
    ...amountLines(runway).slice(0, amounts.length),
    ...proposed,
  ]
}

/** Revenue that has fallen is a lowlight, also in an update of the founder's own words. */
export function lowRevenueLines({ before, after }: Runway): string[] {
  if (!before || !after || after.monthly_revenue >= before.monthly_revenue) return []
  const { monthly_revenue: revenue } = after
  const change = usd(before.monthly_revenue - revenue)
  return [`Revenue fell by ${change} to ${usd(revenue)} a month since ${formatDate(before.day)}`]
}

const nouns = { conversions: 'conversion', demos: 'demo', messages: 'message' } as const

const countsText = (counts: Counts): string => enumerated(LOOP_COUNTS.map(({ id }) => counted(counts[id], nouns[id])))

const isUnchanged = (gain: Counts): boolean => LOOP_COUNTS.every(({ id }) => gain[id] === 0)

const gainText = (gain: Counts): string =>
  isUnchanged(gain) ? 'unchanged' : enumerated(LOOP_COUNTS.map(({ id }) => countedChange(gain[id], nouns[id])))

/** A loop by its name; of several with the same one, with the day on which it began. */
function namesOf(loops: readonly LoopInSpan[]): (loop: LoopInSpan) => string {
  const isSame = (a: LoopInSpan, b: LoopInSpan) => a.name.trim().toLowerCase() === b.name.trim().toLowerCase()
  return (loop) =>
    titled('loop', loop, loop.name) +
    (loops.some((other) => other.id !== loop.id && isSame(other, loop)) ? `, begun on ${formatDate(loop.begun)}` : '')
}

/** What changed comes first. */
const rankOf = ({ gain }: LoopInSpan): number =>
  !gain ? 3 : !isUnchanged(gain.counts) ? 0 : gain.last.status === 'paused' ? 2 : 1

/** Each loop's gain, and its counts at the end. */
export function loopLines({ count, rows }: Listed<LoopInSpan>): string[] {
  const nameOf = namesOf(rows)
  return [
    ...rows
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map((loop) => {
        if (!loop.gain) return `${nameOf(loop)}: not recorded in this period; its history starts later`
        const { counts, last, since } = loop.gain
        const name = nameOf(loop) + (last.status === 'running' ? '' : ` (${last.status})`)
        const start = since ? ` since ${formatDate(since)}, when its history starts` : ''
        return `${name}: ${gainText(counts)}${start}; total ${countsText(last)}`
      }),
    ...(count > rows.length ? [`and ${formatCount(count - rows.length)} more`] : []),
  ]
}

/** The figures that are not what they were, and those that wait to be confirmed. */
export function changedFigureLines({ runway, loops }: Pick<DocumentRecords, 'runway' | 'loops'>): string[] {
  const { before, after } = runway
  const changed = loops.rows.filter(({ gain }) => gain && !isUnchanged(gain.counts))
  return [
    ...(before && after
      ? amounts
          .filter(({ of }) => of(before) !== of(after))
          .map(({ label, unit, of }) => `${label}: ${usd(of(after))}${unit} (${changeOf(of, runway)})`)
      : []),
    ...proposedLines(runway),
    ...loopLines({ count: changed.length, rows: changed }),
  ]
}

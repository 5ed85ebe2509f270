import { hoursPerConversion } from '../../_shared/conversion.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Intent, Query } from '../query.ts'
import { counted, enumerated, usd } from '../text.ts'
import { amountsIn } from '../understand/amounts.ts'
import type { Unrecorded } from '../understand/lexicon.ts'
import { stem } from '../understand/names.ts'
import { plain } from '../understand/plain.ts'
import type { Answer } from './answer.ts'
import { countLine } from './goal-lines.ts'
import { funnel } from './loop-lines.ts'
import { foundLine, searchRecords } from './search.ts'

const NOTE = 'ask your growth squad on the Growth Squad tab to keep it as a note'
const CHECK_IN = 'write it into your weekly check-in, so that you see it week by week'

interface Figure {
  readonly name: string
  /** Field or screen where the figure could be written down. */
  readonly where: string
  /** The recorded subject that comes closest. */
  readonly near: 'money' | 'traction'
}

/** Figures that founders ask for and the product does not record. */
const FIGURES: Readonly<Record<Unrecorded, Figure>> = {
  churn: { name: 'Churn', where: CHECK_IN, near: 'money' },
  retention: { name: 'Retention', where: CHECK_IN, near: 'money' },
  acquisitionCost: { name: 'Acquisition cost (CAC) in dollars', where: NOTE, near: 'traction' },
  lifetimeValue: { name: 'Lifetime value (LTV)', where: NOTE, near: 'money' },
  promoterScore: { name: 'A promoter score (NPS)', where: CHECK_IN, near: 'traction' },
  headcount: { name: 'The size of your team', where: NOTE, near: 'money' },
  salary: { name: 'A salary', where: NOTE, near: 'money' },
  customers: { name: 'The number of customers', where: CHECK_IN, near: 'traction' },
  visitors: { name: 'Visitors and sign-ups', where: CHECK_IN, near: 'traction' },
  valuation: { name: 'Your valuation', where: NOTE, near: 'money' },
  equity: { name: 'Shares and equity', where: NOTE, near: 'money' },
  margin: { name: 'The margin', where: NOTE, near: 'money' },
  revenuePerCustomer: { name: 'Revenue by customer', where: NOTE, near: 'money' },
  pipeline: { name: 'The pipeline', where: NOTE, near: 'traction' },
  market: { name: 'Market size and competitors', where: NOTE, near: 'traction' },
  receivables: { name: 'What others owe you', where: NOTE, near: 'money' },
  costs: { name: 'Single costs', where: NOTE, near: 'money' },
  hours: { name: 'Working hours', where: CHECK_IN, near: 'traction' },
  contact: { name: 'Phone numbers and addresses', where: NOTE, near: 'traction' },
  founding: { name: 'The age of the company', where: NOTE, near: 'traction' },
  loans: { name: 'Loans and taxes', where: NOTE, near: 'money' },
}

/** Says that something is not recorded, what comes closest, and where it could be recorded. */
export async function unrecorded(query: Query, founder: AskingFounder): Promise<Answer> {
  const { context } = founder
  const { runway, loopTotals, goalCounts } = context
  const named = query.unrecorded.slice(0, 2).map((one) => FIGURES[one])
  const [first] = named
  const { where, near } = first ?? { where: NOTE, near: 'traction' }
  const name = named.length > 0 ? enumerated(named.map((one) => one.name)) : 'That'
  // Somebody may have written what a thing cost.
  const isKnown = first && !(query.unrecorded.includes('costs') && query.named.length > 0)
  const written =
    isKnown || (query.about.length === 0 && query.telling.length === 0)
      ? undefined
      : await amountWritten(query, founder)
  if (written) return written
  const { found } = await searchRecords(query.about, founder, ['note', 'squad-message', 'decision'])
  const hours = query.unrecorded.includes('acquisitionCost') ? hoursPerConversion(loopTotals) : undefined
  return {
    line: `${name} ${named.length > 1 || (!/^(?:The|Your|A) /.test(name) && /[^s]s$/.test(name)) ? 'are' : 'is'} **not recorded** here, so I cannot give you a number.`,
    evidence: [
      ...(hours === undefined
        ? []
        : [
            `In work, one conversion takes about ${hours.toFixed(1)} hours (rule of thumb: three minutes a message, an hour a demo), over ${counted(loopTotals.conversions, 'conversion')}.`,
          ]),
      ...found.slice(0, 1).map((one) => `Somebody wrote of it: ${foundLine(one, query.about)}`),
      ...(near === 'money' && runway
        ? [`What is recorded: ${usd(runway.monthly_revenue)} revenue and ${usd(runway.monthly_burn)} burn a month.`]
        : loopTotals.loops > 0
          ? [`What is recorded: ${funnel(loopTotals)}.`]
          : goalCounts.map(countLine)),
    ],
    next: `${where}.`,
  }
}

/** Intents that search records, where an amount may be asked that nobody has written. */
const SEARCHES: ReadonlySet<Intent> = new Set([
  'records.find',
  'goals.find',
  'goals.status',
  'decisions.find',
  'wins.find',
])
/** Figures that are recorded for the whole company, or for a loop, and not for a name. */
const WHOLE = /^(?:revenue|burn|net-burn|balance|messages|demos|conversions)\.(?:value|share|trend|compare)$/

/** Whether an amount is asked of something that no figure is recorded for: "what does Tindall pay us?" */
export const asksUnrecorded = ({ asksAmount, intent, loops, named, about }: Query): boolean =>
  (asksAmount !== undefined && SEARCHES.has(intent) && about.length > 0) ||
  (WHOLE.test(intent) && loops.length === 0 && named.length > 0)

/**
 * The amount that somebody has written of something; that none is, and what is written of it instead; undefined when no
 * record is about it.
 */
export async function amountWritten(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { about, records } = query
  const { found } = await searchRecords(about, founder, undefined, undefined, query.telling)
  const said = found.filter(({ kind, title }) => kind !== 'squad-message' || title !== '')
  const titled = said.find(({ id }) => records.some((one) => one.id === id))
  const withAmount = said.find(({ text }) => hasAmount(text, query))
  const [best, ...others] = [...new Set([withAmount ?? titled, ...said])].filter((one) => one !== undefined)
  if (!best) return undefined
  return {
    line:
      withAmount && (query.intent !== 'outside.unrecorded' || query.unrecorded.includes('costs'))
        ? foundLine(best, about)
        : `That is **not recorded** as a figure, only this: ${foundLine(best, about)}`,
    evidence: others.map((one) => foundLine(one, about)),
  }
}

/** Whether a text has an amount of money, or a number of what is counted: "nineteen dentists". */
const hasAmount = (text: string, { asksAmount, about }: Query): boolean =>
  amountsIn(plain(text)).some(({ unit, noun }) =>
    asksAmount === 'count' ? unit === 'count' && about.some((word) => stem(word) === stem(noun)) : unit === 'money',
  )

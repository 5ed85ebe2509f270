import { formatDate } from '../../../../domain/dates.ts'
import type { AskingFounder, RunwayPoint } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { enumerated, usd } from '../text.ts'
import type { Answer } from './answer.ts'
import type { Runway } from './runway-lines.ts'

const AMOUNTS = [
  { column: 'bank_balance', name: 'cash', unit: '', intents: ['balance', 'runway'] },
  { column: 'monthly_revenue', name: 'revenue', unit: ' a month', intents: ['revenue', 'net-burn', 'runway', 'break-even'] },
  { column: 'monthly_burn', name: 'burn', unit: ' a month', intents: ['burn', 'net-burn', 'runway', 'break-even'] },
] as const // prettier-ignore

/** Whether a figure is asked for as it is today. */
export const isOfNow = ({ intent, spans, suppositions }: Query): boolean =>
  spans.length === 0 && suppositions.length === 0 && /\.(?:value|end|why)$/.test(intent)

/**
 * What the founder has proposed of the figure that is asked for, and the squad has not confirmed: a figure that waits is never
 * said as recorded. Undefined where nothing waits, or what waits is older than the record or says the same.
 */
export function waitingLine({ intent }: Query, sent: RunwayPoint | undefined, runway?: Runway): string | undefined {
  if (!sent || (runway?.as_of && sent.day < runway.as_of)) return undefined
  const [subject = ''] = intent.split('.')
  const said = AMOUNTS.filter(
    ({ column, intents }) =>
      (intents as readonly string[]).includes(subject) && (!runway || sent[column] !== runway[column]),
  ).map(({ column, name, unit }) => `${name} of **${usd(sent[column])}**${unit}`)
  return said.length > 0
    ? `You proposed ${enumerated(said)} as of ${formatDate(sent.day)}; your squad has **not confirmed** ${said.length === 1 ? 'it' : 'them'}.`
    : undefined
}

/** "Which figures have I sent?"; a mail or a message with figures is another thing. */
export const asksFiguresSent = ({ intent, concepts, suppositions }: Query): boolean =>
  concepts.has('sentFigures') && suppositions.length === 0 && !/^(?:write|document|advice|define|talk)\./.test(intent)

/** The figures that wait for the squad; once it has answered they are what the Runway card shows. */
export async function figuresSent({ context: { runway }, queries }: AskingFounder): Promise<Answer> {
  const sent = await queries.proposedRunway()
  const asOf = runway?.as_of ? ` as of ${formatDate(runway.as_of)}` : ''
  const recorded = runway
    ? `Recorded${asOf}: balance ${usd(runway.bank_balance)}, revenue ${usd(runway.monthly_revenue)} and burn ${usd(runway.monthly_burn)} a month.`
    : 'Nothing is recorded yet.'
  return sent
    ? {
        line: `You sent a balance of **${usd(sent.bank_balance)}**, revenue of **${usd(sent.monthly_revenue)}** and burn of **${usd(sent.monthly_burn)}** a month, as of ${formatDate(sent.day)}; your squad has **not confirmed** them.`,
        evidence: [recorded],
      }
    : { line: '**No figures** of yours wait for your squad.', evidence: [recorded], next: 'send new ones from the Runway card of your Command Board.' }
} // prettier-ignore

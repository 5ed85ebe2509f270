import { share } from '../../_shared/conversion.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { Counts } from '../../../../domain/traction.ts'
import type { FounderContext, Loop } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { counted, percent, titled } from '../text.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { gainedIn } from './gained.ts'

/** "150 messages → 11 demos (7%) → 6 conversions (55% of demos)" */
export const funnel = ({ messages, demos, conversions }: Counts): string =>
  `${counted(messages, 'message')} → ${counted(demos, 'demo')} (${percent(share(demos, messages))}) → ${counted(conversions, 'conversion')} (${percent(share(conversions, demos))} of demos)`

export const loopLine = (loop: Loop): string => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(loop)}.`

/** The loops that a query means: those that it names, all but these, or all. */
export function loopsOf({ loops, isWithout, status, notStatus }: Query, context: FounderContext): readonly Loop[] {
  const named =
    loops.length === 0 ? context.loops : isWithout ? context.loops.filter((loop) => !loops.includes(loop)) : loops
  const ofStatus =
    loops.length === 0 && (status ?? notStatus)
      ? named.filter((loop) => (!status || loop.status === status) && loop.status !== notStatus)
      : named
  return ofStatus.length > 0 ? ofStatus : named
}

/** The step at which a loop is below the average of all loops. */
export function weakStep(loop: Counts, all: Counts): string {
  const toDemo = share(share(loop.demos, loop.messages), share(all.demos, all.messages))
  const toConversion = share(share(loop.conversions, loop.demos), share(all.conversions, all.demos))
  return loop.demos > 0 && toConversion < toDemo ? 'demos into conversions' : 'messages into demos'
}

export function nextForLoops({ demos, messages }: Counts): string {
  const WANTED = 10
  return demos > 0 && messages > 0
    ? `at ${percent(share(demos, messages))}, ${WANTED} demos take ${formatCount(Math.ceil((WANTED * messages) / demos))} messages: put the first 20 on tomorrow’s calendar.`
    : 'write 20 messages to one kind of buyer before noon tomorrow, and note how many answer.'
}

/** Counts of each loop: in all, or gained in the span that is asked about. */
export async function countsOf({ spans: [span], ...query }: Query, { context, queries }: AskingFounder) {
  const loops = loopsOf({ ...query, spans: [] }, context)
  if (!span) return loops.map((loop) => ({ loop, counts: loop as Counts }))
  const [gain] = await gainedIn([span], loops, queries)
  return (gain?.loops ?? []).map(({ loop, counts }) => ({ loop, counts }))
}

export const timeOf = ({ spans: [span] }: Query): string => (span ? ` ${span.label}` : '')

export const rateOf = ({ conversions, messages }: Counts): number => share(conversions, messages)

/** Loops of one name are meant together. */
export const isOfSeveral = ({ loops }: Query): boolean => new Set(loops.map(({ name }) => name)).size > 1

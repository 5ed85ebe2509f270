import { daysBetween } from '../../../../domain/days.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { AskingFounder, BookedCall } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, quoted } from '../text.ts'
import type { Answer, Operation, Operations } from './answer.ts'

const memberOf = (member: string): string => BOOKABLE.find(({ id }) => id === member)?.name ?? member

const at = ({ starts_at, time_zone }: Pick<BookedCall, 'starts_at' | 'time_zone'>): string => {
  const options = {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: time_zone }).format(new Date(starts_at))
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(starts_at))
  }
}

const dayOf = ({ starts_at }: Pick<BookedCall, 'starts_at'>): IsoDate => starts_at.slice(0, 10) as IsoDate

const topicOf = ({ topic }: Pick<BookedCall, 'topic'>): string =>
  topic.trim() ? `about ${quoted(topic)}` : 'without a topic'

const callLine = (call: BookedCall): string =>
  `${memberOf(call.member)}, ${at(call)}, ${topicOf(call)}${call.isCancelled ? ' (cancelled)' : ''}.`

const BOOK: Answer = {
  line: 'You have **no call** booked with your squad.',
  next: 'book one with “Schedule Call with Squad”, and write its question down before.',
  proposals: [{ kind: 'call', text: 'What to focus on next' }],
}

/** Calls to come, the earliest first. */
async function upcoming({ context, queries }: AskingFounder): Promise<readonly BookedCall[]> {
  if (context.calls.length > 0) return context.calls.map((call) => ({ ...call, isCancelled: false }))
  return (await queries.calls()).filter((call) => !call.isCancelled && dayOf(call) >= context.today).toReversed()
}

/** The call that a query means: by its member or topic, or by its place. */
function callNamed(calls: readonly BookedCall[], { about, ordinal, member }: Query): BookedCall | undefined {
  if (ordinal) return calls[ordinal - 1]
  return calls.find(
    (call) =>
      call.member === member ||
      about.some((word) => `${memberOf(call.member)} ${call.topic}`.toLowerCase().includes(word.slice(0, 7))),
  )
}

const nextCall: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const call = callNamed(calls, query) ?? (query.ordinal ? undefined : calls[0])
  const cancelled =
    calls.length === 0 ? (await founder.queries.calls()).find(({ isCancelled }) => isCancelled) : undefined
  if (!call)
    return calls.length > 0
      ? { line: `You have only **${counted(calls.length, 'call')}** booked.`, evidence: calls.map(callLine) }
      : { ...BOOK, ...(cancelled && { evidence: [`The last one is cancelled: ${callLine(cancelled)}`] }) }
  const days = daysBetween(founder.context.today, dayOf(call))
  return {
    line: `${call === calls[0] ? 'Your next call' : 'That call'} is on **${at(call)}**, with the ${memberOf(call.member)}, ${topicOf(call)}; in **${counted(days, 'day')}**.`,
    evidence: calls.filter((one) => one !== call).map((one) => `Then: ${callLine(one)}`),
    next: 'write down the one question that it should answer, and what you have tried.',
  }
}

const topic: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const call = callNamed(calls, query) ?? calls[0]
  return call
    ? {
        line: `It is ${topicOf(call)}: your call with the ${memberOf(call.member)} on ${at(call)}.`,
        evidence: calls.filter((one) => one !== call).map(callLine),
      }
    : BOOK
}

const countCalls: Operation = async (query, founder) => {
  const calls = await upcoming(founder)
  const until = query.ahead
  const shown = until ? calls.filter((call) => dayOf(call) <= until) : calls
  return shown.length > 0
    ? {
        line: `You have **${counted(shown.length, 'call')}** booked; the next one is on ${at(shown[0] as BookedCall)}.`,
        evidence: shown.map(callLine),
        isList: true,
      }
    : BOOK
}

const statusOfCall: Operation = async (query, founder) => {
  const [calls, all] = await Promise.all([upcoming(founder), founder.queries.calls()])
  const call = callNamed(calls, query)
  const gone = callNamed(
    all.filter(({ isCancelled }) => isCancelled),
    query,
  )
  const unknown = query.concepts.has('why') ? ' Why is **not recorded**.' : ''
  if (!call && gone)
    return { line: `**No**, that call is **cancelled**: ${callLine(gone)}${unknown}`, evidence: calls.map(callLine) }
  const next = call ?? calls[0]
  return next
    ? { line: `**Yes**, it is on: ${callLine(next)}`, evidence: calls.filter((one) => one !== next).map(callLine) }
    : {
        ...BOOK,
        ...(all.some(({ isCancelled }) => isCancelled) && {
          line: `You have **no call** booked; the last one is **cancelled**.${unknown}`,
          evidence: all.slice(0, 1).map(callLine),
        }),
      }
}

export const callOperations: Operations = {
  'calls.next': nextCall,
  'calls.when': nextCall,
  'calls.count': countCalls,
  'calls.list': countCalls,
  'calls.topic': topic,
  'calls.status': statusOfCall,
}

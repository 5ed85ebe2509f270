import { callTime } from '../../../../domain/booking.ts'
import { formatDate } from '../../../../domain/dates.ts'
import type { DocumentSpan } from '../../../../domain/documents.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import { dayOf } from '../../../../domain/week.ts'
import { timeZoneOrUtc } from '../time-zone.ts'
import type { DocumentCall, DocumentMessage } from './records.ts'
import { nameOf } from '../text.ts'
import { quoted } from './text.ts'

/** Open questions that an agenda names. */
const MAX_QUESTIONS = 5

const zoneOf = ({ time_zone }: DocumentCall): string => timeZoneOrUtc(time_zone)

const nameOfMember = ({ member }: DocumentCall): string => BOOKABLE.find(({ id }) => id === member)?.name ?? 'the squad'

const callLine = (call: DocumentCall, zone: string): string =>
  `${callTime(call, zone)}: ${nameOfMember(call)}${call.topic.trim() === '' ? '' : `, about ${quoted(call.topic)}`}`

/** All in the founder's time zone, as it was for the last of them. */
export function callLines(calls: readonly DocumentCall[], { from, to }: DocumentSpan): string[] {
  const zone = calls.map(zoneOf).at(-1) ?? 'UTC'
  const isIn = (call: DocumentCall) => {
    const day = dayOf(new Date(call.starts_at), zone)
    return day >= from && day <= to
  }
  return calls.filter(isIn).map((call) => callLine(call, zone))
}

export function nextCallLines([call]: readonly DocumentCall[]): string[] {
  if (!call) return []
  return [
    `With: ${nameOfMember(call)}`,
    `When: ${callTime(call, zoneOf(call))}`,
    `Topic: ${call.topic.trim() === '' ? 'none was named' : quoted(call.topic)}`,
  ]
}

/** Questions of the squad since the founder wrote last. */
export function openQuestionLines(messages: readonly DocumentMessage[]): string[] {
  const answered = messages.findIndex(({ isOwn }) => isOwn)
  const open = answered === -1 ? messages : messages.slice(0, answered)
  return open
    .flatMap(({ sender, content, date }) =>
      (content.match(/[^.!?\n]*[^.!?\s]\?/g) ?? []).map(
        (question) => `${quoted(question)}, asked by ${nameOf(sender) || 'the squad'} on ${formatDate(date)}`,
      ),
    )
    .slice(0, MAX_QUESTIONS)
}

/** "Bring the three oldest goals", "send me the list": something to have ready. */
const REQUEST =
  /(?:^|[,;:]\s*|\b(?:please|could you|can you|and|then|to|should|would) )(?:bring|prepare|send (?:me|us)|show (?:me|us)|share|have (?:the|your|a) [^.!?]* ready|come with|make a list|write down|list|think about|pick|choose)\b/i

/** The squad's requests to have something ready, within the span. */
export const requestLines = (messages: readonly DocumentMessage[], { from }: DocumentSpan): string[] =>
  messages
    .filter(({ isOwn, date }) => !isOwn && date >= from)
    .flatMap(({ sender, content, date }) =>
      (content.match(/[^.!?\n]+[.!?]*/g) ?? [])
        .map((sentence) => sentence.trim())
        .filter((sentence) => REQUEST.test(sentence) && !sentence.endsWith('?'))
        .map((sentence) => `${quoted(sentence)}, from ${nameOf(sender) || 'the squad'} on ${formatDate(date)}`),
    )
    .slice(0, MAX_QUESTIONS)

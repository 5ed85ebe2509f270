import type { EventType } from '../../../domain/calendar.ts'

/** The facts that determine an event's type. */
export interface EventFacts {
  readonly title: string
  /** The location: a room, an address, or a link or phone number. */
  readonly place: string
  /** Has a link or a number to join remotely. */
  readonly canBeJoined: boolean
  readonly isAllDay: boolean
  /** Starts and ends at the same moment. */
  readonly hasNoLength: boolean
}

/** Whole words, in any case. */
const word = (...words: readonly string[]) => new RegExp(`\\b(${words.join('|')})\\b`, 'iu')

const demo = word('demos?', 'demonstrations?')
const deadline = word('deadline', 'due', 'expires', 'last day')
const dayOfADeadline = word('launch', 'release', 'ship', 'submit', 'submission', 'file', 'filing', 'apply', 'closes')
const call = word('calls?', 'phone', 'dial-?in')
/** Trimmed before: a pattern that also matched blanks around it would take cubic time. */
const linkOrNumber = /^(https?:\/\/\S+|tel:\S+|\+?[\d\s().-]{7,})$/iu

/**
 * Determines the type of an event by the first rule that matches (docs/calendar.md):
 * a demo has it in the title; a deadline has no duration, has it in the title, or is a launch or submission on a whole day;
 * a call has it in the title, or can only be joined remotely; everything else is a meeting.
 */
export function eventType({ title, place, canBeJoined, isAllDay, hasNoLength }: EventFacts): EventType {
  if (demo.test(title)) return 'demo'
  if (hasNoLength || deadline.test(title) || (isAllDay && dayOfADeadline.test(title))) return 'deadline'
  if (call.test(title) || linkOrNumber.test(place.trim()) || (canBeJoined && place.trim() === '')) return 'call'
  return 'meeting'
}

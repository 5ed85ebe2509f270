import type { EventType } from './calendar.ts'

/** What an event's type is told from. */
export interface EventFacts {
  readonly title: string
  /** Where it takes place: a room, an address, or a link or a phone number. */
  readonly place: string
  /** Has a link or a number to join from afar. */
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
/** Without blanks around it: a pattern that allowed for them too would take cubic time over many. */
const linkOrNumber = /^(https?:\/\/\S+|tel:\S+|\+?[\d\s().-]{7,})$/iu

/**
 * Tells the type of an event, by the first rule that fits (docs/calendar.md):
 * a demo says so in its title; a deadline has no length, says so, or takes the whole day of a launch or submission; a
 * call says so, or can only be joined from afar; everything else is a meeting.
 */
export function eventType({ title, place, canBeJoined, isAllDay, hasNoLength }: EventFacts): EventType {
  if (demo.test(title)) return 'demo'
  if (hasNoLength || deadline.test(title) || (isAllDay && dayOfADeadline.test(title))) return 'deadline'
  if (call.test(title) || linkOrNumber.test(place.trim()) || (canBeJoined && place.trim() === '')) return 'call'
  return 'meeting'
}

import type { PushKind, PushNotification } from '../../../domain/push.ts'
import { recordUrl } from '../../../domain/record-links.ts'
import { memberName } from '../_shared/calls.ts'

/** A notification that is due, as `claim_pushes` hands it out. */
export interface DuePush {
  readonly device: string
  readonly kind: PushKind
  /** The founder or the call. */
  readonly about: string
  readonly happened_at: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Whose it is, where the recipient wants names: a founder, who has replied, or the squad's member in a call. */
  readonly name: string | null
  /** The founder, message, note or call that a press opens. */
  readonly opens: string
  /** Of a call: the squad's member, and whether it is booked, moved, handed over or cancelled. */
  readonly member: string | null
  readonly state: string | null
  readonly useful_until: string
  /** Why it cannot be computed; null otherwise. */
  readonly failure: string | null
}

/** What a notification says. Without a name it says nothing that a stranger who sees the screen may not know. */
export function writePush({ kind, about, name, opens, member, state }: DuePush): PushNotification {
  const conversation = { tag: `conversation:${about}`, url: `/admin/squad?founder=${about}` }
  switch (kind) {
    case 'message':
      return { title: 'New message', body: `${name ?? 'A founder'} has written to you.`, ...conversation }
    case 'assigned':
      return { title: 'Assigned to you', body: `${name ?? 'A founder'} is yours to answer.`, ...conversation }
    case 'mention':
      return { title: 'You were mentioned', body: `In an internal note about ${name ?? 'a founder'}.`, ...conversation }
    case 'promise':
      return { title: 'An answer is due', body: `${name ?? 'A founder'} is still waiting for one.`, ...conversation }
    case 'reply':
      return {
        title: 'New reply',
        body: `${name ?? 'Your growth squad'} has written to you.`,
        tag: 'replies',
        url: recordUrl({ kind: 'squad-message', id: opens, period: null }),
      }
    case 'note':
      return {
        title: 'New note',
        body: 'Your growth squad has written a note for you.',
        tag: 'notes',
        url: recordUrl({ kind: 'note', id: opens, period: null }),
      }
    case 'call':
      return {
        title: `Call ${state ?? 'changed'}`,
        body: name === null ? `Your call was ${state ?? 'changed'}.` : `With ${memberName(name)}.`,
        tag: `call:${about}`,
        url: `/booking/${member}#call=${about}`,
      }
    case 'call-soon':
      return {
        title: 'Your call starts soon',
        body: name === null ? 'In 15 minutes or less.' : `With ${memberName(name)}, in 15 minutes or less.`,
        tag: `call:${about}`,
        url: `/booking/${member}#call=${about}`,
      }
  }
}

/** Kinds of notification, as `private.push_kinds` has them, and how they are named in the settings. */
export const PUSH_KINDS = [
  { id: 'message', isForAdmins: true, label: 'A founder writes to me, or to nobody in particular' },
  { id: 'assigned', isForAdmins: true, label: 'A conversation is assigned to me' },
  { id: 'mention', isForAdmins: true, label: 'A colleague mentions me in an internal note' },
  { id: 'promise', isForAdmins: true, label: 'A founder waits, and the promised answer is due within the hour' },
  { id: 'reply', isForAdmins: false, label: 'The squad replies' },
  { id: 'note', isForAdmins: false, label: 'A new note for me' },
  { id: 'call', isForAdmins: false, label: 'A call is booked for me, moved, handed over or cancelled' },
  { id: 'call-soon', isForAdmins: false, label: 'A call starts in 15 minutes' },
] as const

export type PushKind = (typeof PUSH_KINDS)[number]['id']

/** The payload of a push message, from the function `push` to the service worker. */
export interface PushNotification {
  readonly title: string
  readonly body: string
  /** Notifications with the same tag replace each other. */
  readonly tag: string
  /** The path that a press opens. */
  readonly url: string
}

/** The push services of the browsers: Chromium's, Firefox's, Safari's and Edge's. The part before the first dot may be any. */
const SERVICES =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|([\w-]+\.)?push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/

/**
 * Whether notifications may be sent to an endpoint, which a browser chooses: those of known push services, so that the server
 * requests no other address for a user.
 * @param allowed more origins, PUSH_SERVICES
 * @example
 * isPushService('https://fcm.googleapis.com/fcm/send/f1') // true
 * isPushService('https://intranet.example/send') // false
 * isPushService('https://push.example/send', ['https://push.example']) // true
 */
export function isPushService(endpoint: string, allowed: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return allowed.includes(origin) || (protocol === 'https:' && port === '' && SERVICES.test(hostname))
}

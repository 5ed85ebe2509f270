/** One message of the Phoenix protocol, in either direction. */
export interface Frame {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: unknown
}

export type Version = '1.0.0' | '2.0.0'

/** First byte of the only binary message that a client sends: a broadcast. */
const USER_BROADCAST = 3

/** Parses a message of either version; undefined when it is invalid. */
export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): Frame | undefined {
  if (isBinary) return decodeBroadcast(data)
  let message: unknown
  try {
    message = JSON.parse(data.toString())
  } catch {
    return undefined
  }
  if (version === '2.0.0') {
    if (!Array.isArray(message) || message.length !== 5) return undefined
    const [joinRef, ref, topic, event, payload] = message as unknown[]
    return frameOf(joinRef, ref, topic, event, payload)
  }
  if (typeof message !== 'object' || message === null) return undefined
  const { join_ref, ref, topic, event, payload } = message as Record<string, unknown>
  return frameOf(join_ref, ref, topic, event, payload)
}

/** Characters of a topic: a name and a few ids. It is stored, and repeated in each reply. */
const MAX_TOPIC_LENGTH = 255
/** Characters of an event's name and of a reference, which clients count up. */
const MAX_NAME_LENGTH = 64

function frameOf(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | undefined {
  if (typeof topic !== 'string' || topic.length > MAX_TOPIC_LENGTH) return undefined
  if (typeof event !== 'string' || event.length > MAX_NAME_LENGTH) return undefined
  const refs = { joinRef: refOf(joinRef), ref: refOf(ref) }
  if ((refs.joinRef?.length ?? 0) > MAX_NAME_LENGTH || (refs.ref?.length ?? 0) > MAX_NAME_LENGTH) return undefined
  return { ...refs, topic, event, payload }
}

const refOf = (ref: unknown): string | null => (typeof ref === 'string' || typeof ref === 'number' ? String(ref) : null)

/** Six lengths, then the strings they count. The payload is ignored: broadcast is not offered. */
function decodeBroadcast(data: Buffer): Frame | undefined {
  if (data[0] !== USER_BROADCAST || data.length < 7) return undefined
  let offset = 7
  const [joinRef, ref, topic] = [1, 2, 3].map((position) => {
    const length = data[position] ?? 0
    return data.toString('utf8', offset, (offset += length))
  })
  if (offset > data.length) return undefined
  return frameOf(joinRef || null, ref || null, topic, 'broadcast', undefined)
}

/** @param payload JSON text */
export function encodeFrame(version: Version, frame: Omit<Frame, 'payload'>, payload: string): string {
  const [joinRef, ref, topic, event] = [frame.joinRef, frame.ref, frame.topic, frame.event].map((part) =>
    JSON.stringify(part),
  )
  return version === '2.0.0'
    ? `[${joinRef},${ref},${topic},${event},${payload}]`
    : `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`
}

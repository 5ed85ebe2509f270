import type { WebSocket } from 'ws'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { inWords, type Caller, type Credentials, type Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { readBinding, type Binding } from './binding.ts'
import { Channel, type Reader } from './channel.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Published } from './published.ts'
import { flawOfFilters } from './filter-check.ts'
import { readJoin, type Join } from './join.ts'
import { readerKey } from './reader.ts'
import type { SocketLimits, SocketUse } from './socket-limits.ts'
import type { SubscriptionIndex } from './subscription-index.ts'
import { TokenBucket } from '../http/token-bucket.ts'

/** Channels on one socket at most. */
const MOST_CHANNELS = 100
/** Changes that one channel listens for at most: each one's filter is put to PostgreSQL before it is accepted. */
const MOST_BINDINGS = 50
/** Bytes that may wait for a slow reader before the socket is dropped: it comes back and reads its lists anew. */
const MOST_UNSENT = 1024 * 1024
/** Bindings on one socket at most. */
const MOST_BINDINGS_OF_SOCKET = 200
/** A longer message counts as several: a join with a token and ten changes has half as many bytes. */
const BYTES_OF_MESSAGE = 4096
/** Characters of topics and filters that one socket may have remembered. */
const MOST_REMEMBERED = 64 * 1024
/** Milliseconds in which a socket has to join its first channel: it is nobody's until then. */
const UNJOINED_MS = 15_000
/** Milliseconds of silence after which a socket is dead; a client says something every 25 s. */
const SILENCE_MS = 60_000

export interface ConnectionOptions {
  readonly database: Database
  readonly identify: Identify
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly published: () => Published
  /** Whether changes are heard of at this moment: nobody may join while they are not. */
  readonly isListening: () => boolean
  readonly nextId: () => number
  readonly subscriptions: SubscriptionIndex
  readonly limits: SocketLimits
}

/** One websocket: reads what the client sends, in order, and holds its channels. */
export class Connection {
  readonly #channels = new Map<string, Channel>()
  readonly #socket: WebSocket
  readonly #version: Version
  readonly #keyRole: Credentials['keyRole']
  readonly #options: ConnectionOptions
  /** A join asks PostgreSQL, and what comes after it must not overtake it. */
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  readonly #use: SocketUse
  readonly #messages: TokenBucket
  readonly #joins: TokenBucket
  readonly #unjoined: NodeJS.Timeout
  #remembered = 0
  #throttled: NodeJS.Timeout | undefined

  constructor(
    socket: WebSocket,
    version: Version,
    keyRole: Credentials['keyRole'],
    use: SocketUse,
    options: ConnectionOptions,
  ) {
    this.#socket = socket
    this.#version = version
    this.#keyRole = keyRole
    this.#use = use
    this.#options = options
    this.#messages = new TokenBucket(options.limits.messagesOfSocket)
    this.#joins = new TokenBucket(options.limits.joinsOfSocket)
    this.#unjoined = setTimeout(() => socket.close(1008, 'no channel was joined in time'), UNJOINED_MS)
    const silence = setTimeout(() => socket.terminate(), SILENCE_MS)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      silence.refresh()
      this.#receive(data, isBinary)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(silence)
      clearTimeout(this.#unjoined)
      clearTimeout(this.#throttled)
      for (const channel of [...this.#channels.values()]) channel.stop()
    })
  }

  failChannels(reason: string): void {
    for (const channel of [...this.#channels.values()]) channel.fail(reason)
  }

  /** @param payload JSON text */
  send(frame: Omit<Frame, 'payload'>, payload: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MOST_UNSENT) return this.#socket.terminate()
    this.#socket.send(encodeFrame(this.#version, frame, payload))
  }

  dropped(channel: Channel): void {
    if (this.#channels.get(channel.topic) !== channel) return
    this.#channels.delete(channel.topic)
    this.#options.subscriptions.remove(channel)
    this.#use.leave(channel.reader.caller.userId, channel.bindings.length)
    this.#remembered -= sizeOf(channel)
  }

  readerChanged(channel: Channel): void {
    if (this.#channels.get(channel.topic) !== channel) return
    this.#options.subscriptions.remove(channel)
    this.#options.subscriptions.add(channel)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // A socket that is closing still emits the messages that have arrived.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const waitMs = this.#messages.spend(Math.ceil(data.length / BYTES_OF_MESSAGE))
    if (waitMs > 0) this.#pauseFor(waitMs)
    const frame = decodeFrame(this.#version, data, isBinary)
    if (!frame) {
      this.#socket.close(1007, 'not a message of this protocol')
      // Does not wait for the client's own close: it could send more until then.
      return this.#socket.terminate()
    }
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.#reply(frame, 'ok', {})
    // Whoever sends faster than PostgreSQL answers is not read on: what waits would fill the memory.
    this.#waiting++
    this.#socket.pause()
    this.#last = this.#last
      .then(() => this.#handle(frame))
      .catch(() => this.#socket.terminate())
      .then(() => {
        this.#waiting--
        this.#resume()
      })
  }

  /** A client that sends too fast is read later: nothing it sent is lost. */
  #pauseFor(ms: number): void {
    clearTimeout(this.#throttled)
    this.#socket.pause()
    this.#throttled = setTimeout(() => {
      this.#throttled = undefined
      this.#resume()
    }, ms)
    this.#throttled.unref()
  }

  #resume(): void {
    if (this.#waiting === 0 && this.#throttled === undefined) this.#socket.resume()
  }

  async #handle(frame: Frame): Promise<void> {
    const channel = this.#channels.get(frame.topic)
    switch (frame.event) {
      case 'phx_join':
        // The old join has to be named as closed, else the client takes the new one for it.
        channel?.close()
        return this.#join(frame)
      case 'phx_leave':
        this.#reply(frame, 'ok', {})
        return channel?.close()
      case 'access_token':
        return channel && this.#renew(channel, frame.payload)
      default:
        return this.#reply(frame, 'error', { reason: channel ? `${frame.event} is not offered` : 'unmatched topic' })
    }
  }

  async #join(frame: Frame): Promise<void> {
    if (!/^realtime:./.test(frame.topic)) return this.#reply(frame, 'error', { reason: 'unmatched topic' })
    const join = readJoin(frame.payload)
    const unsupported = unsupportedReason(join)
    if (unsupported !== undefined) {
      this.#reply(frame, 'error', { reason: unsupported })
      // The client would try again for ever: this closes the channel for good.
      return this.send({ ...frame, ref: frame.joinRef, event: 'phx_close' }, '{}')
    }
    const admitted = await this.#admit(frame.topic, join)
    if (!admitted.ok) return this.#reply(frame, 'error', { reason: admitted.failure })
    // The socket may have gone while PostgreSQL was asked, and then nobody would take the channel away again.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { reader, flaw } = admitted.value
    const bindings = flaw === undefined ? admitted.value.bindings : []
    const refusal = this.#use.join(reader.caller.userId, bindings.length)
    if (refusal !== undefined) return this.#reply(frame, 'error', { reason: refusal })
    clearTimeout(this.#unjoined)
    const channel = new Channel(this, frame, bindings, reader)
    this.#channels.set(frame.topic, channel)
    this.#options.subscriptions.add(channel)
    this.#remembered += sizeOf(channel)
    // The very words of the client, in its order: it compares them, and finds its callbacks by position.
    const answered = join.changes.map((request, index) => ({ ...request, id: bindings[index]?.id ?? 0 }))
    this.#reply(frame, 'ok', { postgres_changes: answered })
    const [status, message] = flaw === undefined ? ['ok', 'Subscribed to PostgreSQL'] : ['error', flaw]
    const name = frame.topic.replace(/^realtime:/, '')
    channel.push('system', JSON.stringify({ extension: 'postgres_changes', status, message, channel: name }))
  }

  /** Who joins and what there is to hear. What makes no sense to listen for is reported apart, after the join. */
  async #admit(topic: string, join: Join): Promise<Result<Admission, string>> {
    if (this.#joins.take() > 0) return fail('Too many joins on this connection: try again in some seconds')
    const exceeded = this.#exceededBound(topic, join)
    if (exceeded !== undefined) return fail(exceeded)
    if (!this.#options.isListening()) return fail('Changes cannot be heard at the moment')
    const reader = await this.#identify(join.token)
    if (!reader.ok) return reader
    const bindings: Binding[] = []
    let flaw: string | undefined
    for (const request of join.changes) {
      const { published, nextId } = this.#options
      const binding = readBinding(nextId(), request, published(), reader.value.caller.role)
      if (binding.ok) bindings.push(binding.value)
      else if (binding.failure.kind === 'unauthorized') return fail(binding.failure.reason)
      else flaw ??= inability(binding.failure.reason)
    }
    if (flaw === undefined) {
      const failed = await flawOfFilters(this.#options.database, reader.value.caller, bindings)
      if (failed?.isPassing) return fail(failed.message)
      flaw = failed && inability(failed.message)
    }
    // Such a channel lasts without a binding: only a user, who is limited, may hold one.
    if (flaw !== undefined && !isUserOrService(reader.value.caller)) return fail(flaw)
    return succeed({ reader: reader.value, bindings, flaw })
  }

  /** Checked before anything is parsed. */
  #exceededBound(topic: string, { changes }: Join): string | undefined {
    if (this.#channels.size >= MOST_CHANNELS) return `Too many channels: at most ${MOST_CHANNELS}`
    if (changes.length > MOST_BINDINGS) return `Too many changes asked for: at most ${MOST_BINDINGS}`
    let bindings = changes.length
    for (const channel of this.#channels.values()) bindings += channel.bindings.length
    if (bindings > MOST_BINDINGS_OF_SOCKET) {
      return `Too many changes asked for on this connection: at most ${MOST_BINDINGS_OF_SOCKET}`
    }
    let size = this.#remembered + topic.length
    for (const request of changes) {
      size += request.event.length + request.schema.length
      size += (request.table?.length ?? 0) + (request.filter?.length ?? 0)
    }
    return size > MOST_REMEMBERED
      ? `Topics and filters of this connection are longer than ${MOST_REMEMBERED} characters`
      : undefined
  }

  async #identify(token: string | undefined): Promise<Result<Reader, string>> {
    const role = token === undefined ? this.#keyRole : this.#options.roleOf(token)
    const credentials = role === undefined ? { keyRole: this.#keyRole, token } : { keyRole: role, token: undefined }
    const known = await this.#options.identify(credentials)
    if (!known.ok) return fail(inWords(known.failure))
    return succeed({ caller: known.value, credentials, key: readerKey(known.value) })
  }

  async #renew(channel: Channel, payload: unknown): Promise<void> {
    const token = (payload as { access_token?: unknown } | null)?.access_token
    if (typeof token !== 'string' || token === channel.reader.credentials.token) return
    if (this.#options.roleOf(token) !== undefined) return
    const reader = await this.#identify(token)
    if (!channel.isJoined) return
    if (!reader.ok) return channel.fail(reader.failure)
    const refusal = this.#moveToUser(channel, reader.value.caller.userId)
    if (refusal !== undefined) return channel.fail(refusal)
    channel.renew(reader.value)
  }

  /** Counts the bindings of a channel for the user of its newer token. @returns why that is refused */
  #moveToUser({ reader, bindings }: Channel, userId: string | undefined): string | undefined {
    const previous = reader.caller.userId
    if (userId === previous) return undefined
    const refusal = this.#use.join(userId, bindings.length)
    if (refusal === undefined) this.#use.leave(previous, bindings.length)
    return refusal
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response }))
  }
}

interface Admission {
  readonly reader: Reader
  readonly bindings: readonly Binding[]
  readonly flaw: string | undefined
}

/** What is remembered of a channel, in characters. */
const sizeOf = ({ topic, bindings }: Channel): number =>
  bindings.reduce((size, { filtersKey }) => size + filtersKey.length, topic.length)

/** Why a channel cannot be offered at all. */
function unsupportedReason({ isPrivate, wantsBroadcast, wantsPresence, changes }: Join): string | undefined {
  if (isPrivate) return 'Unauthorized: private channels are not offered'
  if (wantsPresence) return 'Presence is not offered: this server sends postgres_changes only'
  if (wantsBroadcast) return 'Broadcast is not offered: this server sends postgres_changes only'
  if (changes.length > 0) return undefined
  return 'Broadcast and presence are not offered: subscribe to postgres_changes'
}

const isUserOrService = ({ userId, role }: Caller): boolean => userId !== undefined || role === 'service_role'

const inability = (why: string): string => `Unable to subscribe to changes with given parameters: ${why}`

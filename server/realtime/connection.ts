import type { WebSocket } from 'ws'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { tokenErrorMessage, type Credentials, type Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { Channel } from './channel.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Published } from './published.ts'
import { createBindings, parseJoin, unsupportedReason, type Join, type JoinBindings } from './join.ts'
import { createReader, type Reader } from './reader.ts'
import type { SocketLimits, SocketUse } from './socket-limits.ts'
import type { SubscriptionIndex } from './subscription-index.ts'
import { TokenBucket } from '../token-bucket.ts'

/** Channels on one socket. */
const MAX_CHANNELS = 100
/** Bindings of one channel: PostgreSQL validates each one's filters before the join succeeds. */
const MAX_BINDINGS = 50
/** Bytes buffered for a slow client before its socket is closed: it reconnects and reads its lists again. */
const MAX_UNSENT_BYTES = 1024 * 1024
/** Bindings on one socket. */
const MAX_BINDINGS_PER_SOCKET = 200
/** A longer message counts as several: a join with a token and ten bindings has half as many bytes. */
const BYTES_PER_MESSAGE = 4096
/** Characters of all topics and filters on one socket. */
const MAX_STORED_CHARACTERS = 64 * 1024
/** Milliseconds in which a socket has to join its first channel: until then it counts for no user. */
const FIRST_JOIN_TIMEOUT_MS = 15_000
/** Idle timeout of a socket, milliseconds; clients send a heartbeat every 25 s. */
const IDLE_TIMEOUT_MS = 60_000

export interface ConnectionOptions {
  readonly database: Database
  readonly identify: Identify
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly published: () => Published
  /** Whether the server receives notifications: joins are refused while it does not. */
  readonly isListening: () => boolean
  readonly nextId: () => number
  readonly subscriptions: SubscriptionIndex
  readonly limits: SocketLimits
}

/** One websocket: handles the client's messages in order, and holds its channels. */
export class Connection {
  readonly #channels = new Map<string, Channel>()
  readonly #socket: WebSocket
  readonly #version: Version
  readonly #keyRole: Credentials['keyRole']
  readonly #options: ConnectionOptions
  /** The message handled last: a join waits for PostgreSQL, and later messages must not overtake it. */
  #last: Promise<void> = Promise.resolve()
  #pending = 0
  readonly #use: SocketUse
  readonly #messages: TokenBucket
  readonly #joins: TokenBucket
  readonly #firstJoinTimeout: NodeJS.Timeout
  #storedCharacters = 0
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
    this.#messages = new TokenBucket(options.limits.messagesPerSocket)
    this.#joins = new TokenBucket(options.limits.joinsPerSocket)
    this.#firstJoinTimeout = setTimeout(
      () => socket.close(1008, 'no channel was joined in time'),
      FIRST_JOIN_TIMEOUT_MS,
    )
    const idleTimeout = setTimeout(() => socket.terminate(), IDLE_TIMEOUT_MS)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      idleTimeout.refresh()
      this.#receive(data, isBinary)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(idleTimeout)
      clearTimeout(this.#firstJoinTimeout)
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
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return this.#socket.terminate()
    this.#socket.send(encodeFrame(this.#version, frame, payload))
  }

  removeChannel(channel: Channel): void {
    if (this.#channels.get(channel.topic) !== channel) return
    this.#channels.delete(channel.topic)
    this.#options.subscriptions.remove(channel)
    this.#use.leave(channel.reader.caller.userId, channel.bindings.length)
    this.#storedCharacters -= sizeOf(channel)
  }

  readerChanged(channel: Channel): void {
    if (this.#channels.get(channel.topic) !== channel) return
    this.#options.subscriptions.remove(channel)
    this.#options.subscriptions.add(channel)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // A closing socket still emits messages that have arrived.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const waitMs = this.#messages.spend(Math.ceil(data.length / BYTES_PER_MESSAGE))
    if (waitMs > 0) this.#pauseFor(waitMs)
    const frame = decodeFrame(this.#version, data, isBinary)
    if (!frame) {
      this.#socket.close(1007, 'not a message of this protocol')
      // Without waiting for the client's close frame: it could send more until then.
      return this.#socket.terminate()
    }
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.#reply(frame, 'ok', {})
    // Backpressure: a client that sends faster than PostgreSQL answers must not fill the memory.
    this.#pending++
    this.#socket.pause()
    this.#last = this.#last
      .then(() => this.#handle(frame))
      .catch(() => this.#socket.terminate())
      .then(() => {
        this.#pending--
        this.#resume()
      })
  }

  /** Reads the rest of a client that sends too fast later: no message is lost. */
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
    if (this.#pending === 0 && this.#throttled === undefined) this.#socket.resume()
  }

  async #handle(frame: Frame): Promise<void> {
    const channel = this.#channels.get(frame.topic)
    switch (frame.event) {
      case 'phx_join':
        // With the old join's reference, else the client closes the new channel.
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
    const join = parseJoin(frame.payload)
    const unsupported = unsupportedReason(join)
    if (unsupported !== undefined) {
      this.#reply(frame, 'error', { reason: unsupported })
      // Removes the channel from the client, which would otherwise join again without end.
      return this.send({ ...frame, ref: frame.joinRef, event: 'phx_close' }, '{}')
    }
    const admitted = await this.#admit(frame.topic, join)
    if (!admitted.ok) return this.#reply(frame, 'error', { reason: admitted.failure })
    // The socket may have closed during the query, and nothing would remove the channel then.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { reader, bindings, error } = admitted.value
    const refusal = this.#use.join(reader.caller.userId, bindings.length)
    if (refusal !== undefined) return this.#reply(frame, 'error', { reason: refusal })
    clearTimeout(this.#firstJoinTimeout)
    const channel = new Channel(this, frame, bindings, reader)
    this.#channels.set(frame.topic, channel)
    this.#options.subscriptions.add(channel)
    this.#storedCharacters += sizeOf(channel)
    // The client's own values, in its order: it compares them, and finds its callbacks by position.
    const changes = join.changes.map((request, index) => ({ ...request, id: bindings[index]?.id ?? 0 }))
    this.#reply(frame, 'ok', { postgres_changes: changes })
    const [status, message] = error === undefined ? ['ok', 'Subscribed to PostgreSQL'] : ['error', error]
    const name = frame.topic.replace(/^realtime:/, '')
    channel.push('system', JSON.stringify({ extension: 'postgres_changes', status, message, channel: name }))
  }

  /** Authenticates a join and checks its limits. @returns why it is refused */
  async #admit(topic: string, join: Join): Promise<Result<Admission, string>> {
    if (this.#joins.take() > 0) return fail('Too many joins on this connection: try again in some seconds')
    const exceeded = this.#exceededLimit(topic, join)
    if (exceeded !== undefined) return fail(exceeded)
    if (!this.#options.isListening()) return fail('Changes are not available at the moment')
    const reader = await this.#authenticate(join.token)
    if (!reader.ok) return reader
    const bindings = await createBindings(this.#options, reader.value, join.changes)
    return bindings.ok ? succeed({ reader: reader.value, ...bindings.value }) : bindings
  }

  /** Checked before any filter is parsed. */
  #exceededLimit(topic: string, { changes }: Join): string | undefined {
    if (this.#channels.size >= MAX_CHANNELS) return `Too many channels: at most ${MAX_CHANNELS}`
    if (changes.length > MAX_BINDINGS) return `Too many bindings: at most ${MAX_BINDINGS}`
    let bindings = changes.length
    for (const channel of this.#channels.values()) bindings += channel.bindings.length
    if (bindings > MAX_BINDINGS_PER_SOCKET) {
      return `Too many bindings on this connection: at most ${MAX_BINDINGS_PER_SOCKET}`
    }
    let size = this.#storedCharacters + topic.length
    for (const request of changes) {
      size += request.event.length + request.schema.length
      size += (request.table?.length ?? 0) + (request.filter?.length ?? 0)
    }
    return size > MAX_STORED_CHARACTERS
      ? `Topics and filters of this connection are longer than ${MAX_STORED_CHARACTERS} characters`
      : undefined
  }

  async #authenticate(token: string | undefined): Promise<Result<Reader, string>> {
    const role = token === undefined ? this.#keyRole : this.#options.roleOf(token)
    const credentials = role === undefined ? { keyRole: this.#keyRole, token } : { keyRole: role, token: undefined }
    const known = await this.#options.identify(credentials)
    if (!known.ok) return fail(tokenErrorMessage(known.failure))
    return succeed(createReader(known.value, credentials))
  }

  async #renew(channel: Channel, payload: unknown): Promise<void> {
    const token = (payload as { access_token?: unknown } | null)?.access_token
    if (typeof token !== 'string' || token === channel.reader.credentials.token) return
    if (this.#options.roleOf(token) !== undefined) return
    const reader = await this.#authenticate(token)
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

interface Admission extends JoinBindings {
  readonly reader: Reader
}

/** Characters that a channel keeps in memory. */
const sizeOf = ({ topic, bindings }: Channel): number =>
  bindings.reduce((size, { filtersKey }) => size + filtersKey.length, topic.length)

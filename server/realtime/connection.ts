import type { WebSocket } from 'ws'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { inWords, type Credentials, type Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { readBinding, type Binding } from './binding.ts'
import { Channel, type Reader } from './channel.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import type { Published } from './published.ts'
import { flawOfFilters } from './filter-check.ts'
import { readJoin, type Join } from './join.ts'
import { readerKey } from './reader.ts'

/** Channels on one socket at most. */
const MOST_CHANNELS = 100
/** Changes that one channel listens for at most: each one's filter is put to PostgreSQL before it is accepted. */
const MOST_BINDINGS = 50
/** Bytes that may wait for a slow reader before the socket is dropped: it comes back and reads its lists anew. */
const MOST_UNSENT = 1024 * 1024
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

  constructor(socket: WebSocket, version: Version, keyRole: Credentials['keyRole'], options: ConnectionOptions) {
    this.#socket = socket
    this.#version = version
    this.#keyRole = keyRole
    this.#options = options
    const silence = setTimeout(() => socket.terminate(), SILENCE_MS)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      silence.refresh()
      this.#receive(decodeFrame(version, data, isBinary))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(silence)
      for (const channel of [...this.#channels.values()]) channel.stop()
    })
  }

  get channels(): Iterable<Channel> {
    return this.#channels.values()
  }

  /** @param payload JSON text */
  send(frame: Omit<Frame, 'payload'>, payload: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MOST_UNSENT) return this.#socket.terminate()
    this.#socket.send(encodeFrame(this.#version, frame, payload))
  }

  dropped(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
  }

  #receive(frame: Frame | undefined): void {
    if (!frame) return this.#socket.close(1007, 'not a message of this protocol')
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.#reply(frame, 'ok', {})
    // Whoever sends faster than PostgreSQL answers is not read on: what waits would fill the memory.
    this.#waiting++
    this.#socket.pause()
    this.#last = this.#last
      .then(() => this.#handle(frame))
      .catch(() => this.#socket.terminate())
      .then(() => {
        this.#waiting--
        if (this.#waiting === 0) this.#socket.resume()
      })
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
    const join = readJoin(frame.payload)
    const admitted = await this.#admit(frame.topic, join)
    if (!admitted.ok) return this.#reply(frame, 'error', { reason: admitted.failure })
    // The socket may have gone while PostgreSQL was asked, and then nobody would take the channel away again.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { reader, bindings, flaw } = admitted.value
    const channel = new Channel(this, frame, flaw === undefined ? bindings : [], reader)
    this.#channels.set(frame.topic, channel)
    // The very words of the client, in its order: it compares them, and finds its callbacks by position.
    const answered = join.changes.map((request, index) => ({ ...request, id: bindings[index]?.id ?? 0 }))
    this.#reply(frame, 'ok', { postgres_changes: answered })
    if (answered.length === 0) return
    const [status, message] = flaw === undefined ? ['ok', 'Subscribed to PostgreSQL'] : ['error', flaw]
    const name = frame.topic.replace(/^realtime:/, '')
    channel.push('system', JSON.stringify({ extension: 'postgres_changes', status, message, channel: name }))
  }

  /** Who joins and what there is to hear. What makes no sense to listen for is told apart, after the join. */
  async #admit(topic: string, join: Join): Promise<Result<Admission, string>> {
    if (!/^realtime:./.test(topic)) return fail('unmatched topic')
    if (join.isPrivate) return fail('Unauthorized: private channels are not offered')
    if (this.#channels.size >= MOST_CHANNELS) return fail(`Too many channels: at most ${MOST_CHANNELS}`)
    if (join.changes.length > MOST_BINDINGS) return fail(`Too many changes asked for: at most ${MOST_BINDINGS}`)
    if (!this.#options.isListening()) return fail('Changes cannot be heard at the moment')
    const reader = await this.#identify(join.token)
    if (!reader.ok) return reader
    const bindings: Binding[] = []
    for (const request of join.changes) {
      const binding = readBinding(this.#options.nextId(), request, this.#options.published())
      if (!binding.ok) return succeed({ reader: reader.value, bindings, flaw: inability(binding.failure) })
      bindings.push(binding.value)
    }
    const flaw = await flawOfFilters(this.#options.database, reader.value.caller, bindings)
    if (flaw?.isPassing) return fail(flaw.message)
    return succeed({ reader: reader.value, bindings, flaw: flaw && inability(flaw.message) })
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
    if (reader.ok) channel.renew(reader.value)
    else channel.fail(reader.failure)
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

const inability = (why: string): string => `Unable to subscribe to changes with given parameters: ${why}`

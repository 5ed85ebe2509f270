import type { Binding } from './binding.ts'
import type { Frame } from './frames.ts'
import type { Reader } from './reader.ts'

/** Node.js fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The connection of a channel, as the channel needs it. */
interface ChannelConnection {
  /** @param payload JSON text */
  send(frame: Omit<Frame, 'payload'>, payload: string): void
  removeChannel(channel: Channel): void
  /** Called when the channel has another user or other claims than before. */
  readerChanged(channel: Channel): void
}

/** One joined topic of one socket: its bindings, and the caller who reads them. */
export class Channel {
  /** With its prefix, as on the wire: `realtime:goals`. */
  readonly topic: string
  /** Names this join: the client ignores messages with another one as outdated. */
  readonly joinRef: string | null
  readonly bindings: readonly Binding[]
  readonly #connection: ChannelConnection
  #reader: Reader
  #expiry: NodeJS.Timeout | undefined
  #isJoined = true

  constructor(connection: ChannelConnection, { topic, joinRef }: Frame, bindings: readonly Binding[], reader: Reader) {
    this.topic = topic
    this.joinRef = joinRef
    this.bindings = bindings
    this.#connection = connection
    this.#reader = reader
    this.#expireWithToken()
  }

  get reader(): Reader {
    return this.#reader
  }

  get isJoined(): boolean {
    return this.#isJoined
  }

  /** Replaces the token. Does nothing when the channel ended while the token was checked. */
  renew(reader: Reader): void {
    if (!this.#isJoined) return
    const isChanged = reader.key !== this.#reader.key
    this.#reader = reader
    this.#expireWithToken()
    if (isChanged) this.#connection.readerChanged(this)
  }

  #expireWithToken(): void {
    clearTimeout(this.#expiry)
    const { expiresAt } = this.#reader.caller
    if (expiresAt === undefined) return
    const ms = Math.max(0, expiresAt * 1000 - Date.now())
    this.#expiry = setTimeout(() => this.fail('Token has expired'), Math.min(ms, MAX_TIMER_MS))
    this.#expiry.unref()
  }

  /** @param payload JSON text */
  push(event: string, payload: string): void {
    this.#connection.send({ joinRef: this.joinRef, ref: null, topic: this.topic, event }, payload)
  }

  /**
   * Ends the channel with an error, after which the client joins again with its newest token. Not with `phx_close`,
   * which removes the channel from the client.
   */
  fail(reason: string): void {
    if (!this.#isJoined) return
    const channel = this.topic.replace(/^realtime:/, '')
    this.push('system', JSON.stringify({ extension: 'system', status: 'error', message: reason, channel }))
    this.push('phx_error', '{}')
    this.stop()
  }

  /** Ends the channel without a message. */
  stop(): void {
    this.#isJoined = false
    clearTimeout(this.#expiry)
    this.#connection.removeChannel(this)
  }

  /** Ends the channel because the client left it. */
  close(): void {
    this.#connection.send({ joinRef: this.joinRef, ref: this.joinRef, topic: this.topic, event: 'phx_close' }, '{}')
    this.stop()
  }
}

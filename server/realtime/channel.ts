import type { Caller, Credentials } from '../database/caller.ts'
import type { Binding } from './binding.ts'
import type { Frame } from './frames.ts'

/** The longest a timer of Node.js can wait, milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface Reader {
  readonly caller: Caller
  readonly credentials: Credentials
  /** Equal for readers that see the same rows. */
  readonly key: string
}

/** What a channel needs of the connection it is on. */
interface Carrier {
  /** @param payload JSON text */
  send(frame: Omit<Frame, 'payload'>, payload: string): void
  dropped(channel: Channel): void
  /** The channel reads as somebody else from now on. */
  readerChanged(channel: Channel): void
}

/** One joined topic of one socket: what it wants to hear, and who hears it. */
export class Channel {
  /** With its prefix, as it travels: `realtime:goals`. */
  readonly topic: string
  /** Of this join: the client drops a message with another one as outdated. */
  readonly joinRef: string | null
  readonly bindings: readonly Binding[]
  readonly #carrier: Carrier
  #reader: Reader
  #expiry: NodeJS.Timeout | undefined
  #isJoined = true

  constructor(carrier: Carrier, { topic, joinRef }: Frame, bindings: readonly Binding[], reader: Reader) {
    this.topic = topic
    this.joinRef = joinRef
    this.bindings = bindings
    this.#carrier = carrier
    this.#reader = reader
    this.#endWithToken()
  }

  get reader(): Reader {
    return this.#reader
  }

  get isJoined(): boolean {
    return this.#isJoined
  }

  /** Continues with a newer token. A channel that ended while the token was checked stays out of the index. */
  renew(reader: Reader): void {
    if (!this.#isJoined) return
    const isChanged = reader.key !== this.#reader.key
    this.#reader = reader
    this.#endWithToken()
    if (isChanged) this.#carrier.readerChanged(this)
  }

  #endWithToken(): void {
    clearTimeout(this.#expiry)
    const { expiresAt } = this.#reader.caller
    if (expiresAt === undefined) return
    const ms = Math.max(0, expiresAt * 1000 - Date.now())
    this.#expiry = setTimeout(() => this.fail('Token has expired'), Math.min(ms, LONGEST_TIMER_MS))
    this.#expiry.unref()
  }

  /** @param payload JSON text */
  push(event: string, payload: string): void {
    this.#carrier.send({ joinRef: this.joinRef, ref: null, topic: this.topic, event }, payload)
  }

  /**
   * Ends the channel so that the client joins again by itself, with the token it then holds. Never `phx_close`: that
   * would end it for good.
   */
  fail(reason: string): void {
    if (!this.#isJoined) return
    const channel = this.topic.replace(/^realtime:/, '')
    this.push('system', JSON.stringify({ extension: 'system', status: 'error', message: reason, channel }))
    this.push('phx_error', '{}')
    this.stop()
  }

  /** Ends the channel without a word. */
  stop(): void {
    this.#isJoined = false
    clearTimeout(this.#expiry)
    this.#carrier.dropped(this)
  }

  /** Ends the channel for good, as the client asked. */
  close(): void {
    this.#carrier.send({ joinRef: this.joinRef, ref: this.joinRef, topic: this.topic, event: 'phx_close' }, '{}')
    this.stop()
  }
}

import type { Context } from 'hono'
import { networkOf } from './network.ts'

/** Bytes of one request's body. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Bytes of request bodies in memory: of the clients of one network, and in all. */
const MAX_NETWORK_BYTES = 16 * MAX_BODY_BYTES
const MAX_BYTES = 64 * MAX_BODY_BYTES

/** A body up to this size is counted when it has arrived: until then it takes no more than its socket's buffer. */
const SMALL_BODY_BYTES = 16 * 1024

/** Why a body was not read. `incomplete`: the client has left, or was too slow. */
export type BodyFailure = 'too-large' | 'network-busy' | 'server-busy' | 'incomplete'

/** A body that was not read: each part of the server answers it with `refuseBody`. */
export class BodyRefused extends Error {
  readonly failure: BodyFailure

  constructor(failure: BodyFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/**
 * Reads the request's body as text, once: handlers call it when they know that the caller may send one.
 * @throws {BodyRefused}
 */
export type ReadText = () => Promise<string>

/**
 * Counts the bytes of request bodies from when they are read until their requests are handled, so that many unfinished ones
 * cannot fill the memory.
 */
export class BodiesInFlight {
  readonly #networks = new Map<string, number>()
  #bytes = 0

  /** @returns the reader of this request's body, and what ends the count of its bytes */
  open(request: Context['req'], clientAddress: string): { readonly readText: ReadText; readonly release: () => void } {
    const network = networkOf(clientAddress)
    let counted = 0
    const count = (bytes: number) => {
      this.#check(network, bytes)
      counted += bytes
      this.#add(network, bytes)
    }
    return { readText: () => readText(request, count), release: () => this.#add(network, -counted) }
  }

  #check(network: string, bytes: number): void {
    if ((this.#networks.get(network) ?? 0) + bytes > MAX_NETWORK_BYTES) throw new BodyRefused('network-busy')
    if (this.#bytes + bytes > MAX_BYTES) throw new BodyRefused('server-busy')
  }

  #add(network: string, bytes: number): void {
    this.#bytes += bytes
    const ofNetwork = (this.#networks.get(network) ?? 0) + bytes
    if (ofNetwork > 0) this.#networks.set(network, ofNetwork)
    else this.#networks.delete(network)
  }
}

async function readText(request: Context['req'], count: (bytes: number) => void): Promise<string> {
  // Without a length it arrives in chunks, or there is none.
  const length = Number(request.header('content-length') ?? (request.header('transfer-encoding') ? Infinity : 0))
  try {
    if (length > SMALL_BODY_BYTES) return await readPieces(request, count)
    const text = await request.text()
    count(length)
    return text
  } catch (cause) {
    throw cause instanceof BodyRefused ? cause : new BodyRefused('incomplete', { cause })
  }
}

async function readPieces({ raw }: Context['req'], count: (bytes: number) => void): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of raw.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new BodyRefused('too-large')
    count(piece.length)
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

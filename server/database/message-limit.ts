import type { Client } from 'pg'

/**
 * Bytes of one protocol message, such as a row. A response has at most 24 MiB (rest/fragments.ts), and pg throws where
 * no handler catches it when a value exceeds the longest string (512 MiB).
 */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** One byte for the type, and four for the length, which counts these four. */
const HEADER_BYTES = 5

/**
 * Closes a connection as soon as the database announces a longer message.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function limitMessages(client: Client): void {
  const { stream } = client.connection
  const header = Buffer.alloc(HEADER_BYTES)
  let headerBytes = 0
  /** Remaining bytes of the message being received. */
  let bytesLeft = 0
  // Before pg's own listener, which buffers a message until it is complete.
  stream.prependListener('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (bytesLeft > 0) {
        const skipped = Math.min(bytesLeft, chunk.length - at)
        bytesLeft -= skipped
        at += skipped
        continue
      }
      header[headerBytes++] = chunk[at++] ?? 0
      if (headerBytes < HEADER_BYTES) continue
      headerBytes = 0
      bytesLeft = header.readUInt32BE(1) - 4
      if (bytesLeft <= MAX_MESSAGE_BYTES) continue
      stream.destroy(new Error(`Connection terminated: a message of ${bytesLeft} bytes is too long`))
      return
    }
  })
}

import type { Client } from 'pg'

/**
 * Bytes of one message at most, such as a row: a caller's answer has 24 MiB (rest/fragments.ts), and the driver throws
 * where nobody catches it when a value is longer than a string may be (512 MiB).
 */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** A byte that says what it is, and four with the length, which counts those four. */
const HEADER_BYTES = 5

/**
 * Ends a connection, between whole messages now, as soon as the database announces a longer message.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function limitMessages(client: Client): void {
  const { stream } = client.connection
  const header = Buffer.alloc(HEADER_BYTES)
  let headerBytes = 0
  /** Of the message that is being received. */
  let bytesLeft = 0
  // Before the driver's own listener, which gathers a message until it is whole.
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

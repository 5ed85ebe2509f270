import type { Database } from './database.ts'

/** Milliseconds between two looks at the write-ahead log, and its bytes from which a checkpoint is made. */
const EVERY_MS = 5000
const AFTER_BYTES = 32 * 1024 * 1024

/** Bytes of the write-ahead log that a crash would replay. */
const TO_REPLAY = 'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()'

/**
 * Makes checkpoints, which PostgreSQL leaves to a process that the embedded engine lacks: without them the log would
 * keep every change since the start, and a start after a crash would replay them all.
 * @param isPaused while a backup needs the log
 * @returns a function that stops it
 */
export function keepCheckpoints(database: Pick<Database, 'query'>, isPaused: () => boolean): () => void {
  const check = async (): Promise<void> => {
    if (isPaused()) return
    const [log] = await database.query<{ bytes: number }>(TO_REPLAY, [], { access: 'read' })
    if (log && log.bytes >= AFTER_BYTES && !isPaused()) await database.query('checkpoint')
  }
  // A failure is that of the engine, which its next statement meets as well.
  const timer = setInterval(() => void check().catch(() => undefined), EVERY_MS).unref()
  return () => clearInterval(timer)
}

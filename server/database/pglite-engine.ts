import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite's own parameters without `-F`, which turns fsync off, and with a sync method that its file system supports. */
const startParams = [
  '--single', '-O', '-j',
  ...['search_path=public', 'exit_on_error=false', 'log_checkpoints=false', 'io_method=sync', 'fsync=on',
    'wal_sync_method=fsync', 'max_worker_processes=0', 'max_parallel_workers=0', 'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0'].flatMap((setting) => ['-c', setting]),
] // prettier-ignore

/** Saves about 110 MB; one session needs no more. */
const postgresqlconf = ['shared_buffers=16MB', 'max_connections=10', 'timezone=UTC', 'client_min_messages=warning']

/** PGlite's file system with an fsync that reaches the disk: as shipped it does nothing. */
class SyncedFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(database, options)
    started.emscriptenOpts.preRun?.push((module: unknown) => {
      const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => void } } }
      NODEFS.stream_ops.fsync = ({ nfd }) => syncOrStop(nfd)
    })
    return started
  }
}

/**
 * After a failed fsync the content of the disk is unknown: like PostgreSQL, the engine stops its thread, and the next one
 * recovers from the disk. (An exception in the middle of its code would leave it in an endless loop.)
 */
function syncOrStop(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    console.error(`upswing: the database could not be synced to the disk: ${String(error)}`)
    process.exit(1)
  }
}

/**
 * @param folder of the database; undefined: in memory, for tests
 * @param compiled the engine's code, compiled here when it is not given
 * @throws {Error} with what the engine printed last, since its exception says nothing
 */
export async function openEngine(folder: string | undefined, compiled?: WebAssembly.Module): Promise<PGlite> {
  const options: PGliteOptions = folder === undefined ? {} : { fs: new SyncedFolder(folder), startParams }
  let isOpen = false
  let printed: string | undefined
  const onStderr = (line: string): boolean => {
    const message = /\b(?:ERROR|FATAL|PANIC): +(.+)/.exec(line)?.[1]
    // Later lines may quote rows.
    if (!isOpen && message !== undefined) printed = message
    return true
  }
  try {
    const module = compiled && { pgliteWasmModule: compiled }
    const engine = await PGlite.create({ ...options, postgresqlconf, onStderr, ...module })
    isOpen = true
    return engine
  } catch (cause) {
    throw new Error(printed ?? (cause instanceof Error ? cause.message : String(cause)), { cause })
  }
}

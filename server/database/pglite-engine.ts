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
      NODEFS.stream_ops.fsync = ({ nfd }) => fsyncSync(nfd)
    })
    return started
  }
}

/**
 * @param folder of the database; undefined: in memory, for tests
 * @param compiled the engine's code, compiled here when it is not given
 */
export function openEngine(folder: string | undefined, compiled?: WebAssembly.Module): Promise<PGlite> {
  const options: PGliteOptions = folder === undefined ? {} : { fs: new SyncedFolder(folder), startParams }
  return PGlite.create({ ...options, postgresqlconf, ...(compiled && { pgliteWasmModule: compiled }) })
}

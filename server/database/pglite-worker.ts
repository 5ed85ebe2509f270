import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the main thread hands over. No folder: a database in memory, for tests. */
export interface EngineOptions {
  readonly folder: string | undefined
}

export type FromEngine =
  { readonly kind: 'open' } | { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'closed' }

/** PGlite's own parameters without its `-F`, which switches syncing off, and with a method its file system can do. */
const startParams = [
  '--single', '-O', '-j',
  ...['search_path=public', 'exit_on_error=false', 'log_checkpoints=false', 'io_method=sync', 'fsync=on',
    'wal_sync_method=fsync', 'max_worker_processes=0', 'max_parallel_workers=0', 'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0'].flatMap((setting) => ['-c', setting]),
] // prettier-ignore

/** Saves about 110 MB: one session needs no more. */
const postgresqlconf = ['shared_buffers=16MB', 'max_connections=10', 'timezone=UTC', 'client_min_messages=warning']

/** PGlite's folder, whose fsync really reaches the operating system: as shipped it does nothing. */
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

const port = parentPort
if (!port) throw new Error('this file is a worker')
const { folder } = workerData as EngineOptions
const options: PGliteOptions = folder === undefined ? {} : { fs: new SyncedFolder(folder), startParams }

try {
  const database = await PGlite.create({ ...options, postgresqlconf })
  const terminate = 'X'.charCodeAt(0)
  /** One answer per batch of messages, so that the other side can tell which one is late. */
  const exec = async (bytes: Uint8Array): Promise<void> => {
    if (bytes[0] === terminate) {
      // There is one session, and it outlives whoever spoke on it. Nobody waits for an answer.
      await database.exec('rollback')
      await database.exec('discard all')
      return
    }
    const answer: Uint8Array<ArrayBuffer>[] = []
    // Each chunk is a view of the engine's memory, which the next one overwrites.
    const onRawData = (chunk: Uint8Array) => answer.push(new Uint8Array(chunk))
    await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
    port.postMessage(answer, answer.map(({ buffer }) => buffer)) // prettier-ignore
  }
  let last = Promise.resolve()
  port.on('message', (message: Uint8Array | 'close') => {
    last = last.then(async () => {
      if (message !== 'close') return exec(message)
      await database.close()
      port.postMessage({ kind: 'closed' } satisfies FromEngine)
    })
  })
  port.postMessage({ kind: 'open' } satisfies FromEngine)
} catch (error) {
  port.postMessage({
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
  } satisfies FromEngine)
}

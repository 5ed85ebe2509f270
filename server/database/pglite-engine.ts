import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { withSharedMemory } from './engine-code.ts'
import { engineErrorMessage } from './engine-error.ts'
import { StatementCancel, type SharedWithEngine } from './statement-cancel.ts'

/** The addresses of PostgreSQL's flags (src/backend/utils/init/globals.c). */
interface Flags {
  readonly _InterruptPending: number
  readonly _QueryCancelPending: number
}

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
  readonly #memory: WebAssembly.Memory | undefined

  constructor(folder: string, memory: WebAssembly.Memory | undefined) {
    super(folder)
    this.#memory = memory
  }

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(database, options)
    if (this.#memory) Object.assign(started.emscriptenOpts, { wasmMemory: this.#memory })
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

/** The libraries that the engine loads while it runs, such as PL/pgSQL, import its memory as well. */
function shareMemoryWithLibraries(): void {
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct: (Module, [code]: [Uint8Array]) => new Module(withSharedMemory(new Uint8Array(code))),
  })
}

/**
 * @param folder of the database; undefined: in memory, for tests
 * @param compiled the engine's code, compiled here when it is not given
 * @param shared gets where the engine's flags are; its code has to be compiled for the shared memory
 * @throws {Error} with what the engine printed last, since its exception says nothing
 */
export async function openEngine(
  folder: string | undefined,
  compiled?: WebAssembly.Module,
  shared?: SharedWithEngine,
): Promise<PGlite> {
  if (shared?.memory) shareMemoryWithLibraries()
  const options: PGliteOptions =
    folder === undefined ? {} : { fs: new SyncedFolder(folder, shared?.memory), startParams }
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
    const { _InterruptPending: interrupt, _QueryCancelPending: cancel } = engine.Module as unknown as Flags
    if (shared) new StatementCancel(shared).locate(interrupt, cancel)
    return engine
  } catch (cause) {
    throw new Error(printed ?? engineErrorMessage(cause), { cause })
  }
}

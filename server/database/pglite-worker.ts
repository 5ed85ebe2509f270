import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { ByteBuffer } from './byte-buffer.ts'
import { openEngine } from './pglite-engine.ts'
import { StatementCancel, type SharedWithEngine } from './statement-cancel.ts'

export interface WorkerData {
  /** Without one the database is in memory, for tests. */
  readonly folder: string | undefined
  /** The engine's code, for its memory in `shared`. */
  readonly compiled: WebAssembly.Module
  readonly shared: SharedWithEngine
}

/** A batch of messages of PostgreSQL's protocol that ends with a Sync. */
export type ToEngine = Uint8Array | 'close'

export type FromEngine =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string }
  /** The engine's responses to the next `batches`, in order. */
  | { readonly kind: 'answers'; readonly batches: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' }

/** Responses that one message to the main thread carries, and the milliseconds that the first may wait for the others. */
const MAX_BUFFERED_RESPONSES = 4
const MAX_BUFFER_MS = 2

if (!parentPort) throw new Error('this file is a worker')
const port = parentPort
const { folder, shared, compiled } = workerData as WorkerData

try {
  const database = await openEngine(folder, compiled, shared)
  const statements = new StatementCancel(shared)
  const terminate = 'X'.charCodeAt(0)
  const responses = new ByteBuffer()

  async function answer(batch: Uint8Array): Promise<void> {
    statements.begin()
    // Each chunk is a view of the engine's memory, which the next one overwrites.
    await database.execProtocolRawStream(batch, { syncToFs: false, onRawData: (chunk) => responses.append(chunk) })
    statements.end()
  }

  /** The one session outlives its client. */
  async function resetSession(): Promise<void> {
    await database.exec('rollback')
    await database.exec('discard all')
  }

  const received: ToEngine[] = []
  const next = (): ToEngine | undefined =>
    received.shift() ?? (receiveMessageOnPort(port)?.message as ToEngine | undefined)

  /**
   * Runs the batches received and sends the responses of quick ones together: waking the other thread costs a fair part
   * of a read. Writes come alone (`ConnectionPool`), so that the response to a stored write never waits.
   */
  async function serve(): Promise<void> {
    let batches = 0
    let bufferedSince = performance.now()
    const postResponses = () => {
      if (batches > 0) {
        const bytes = responses.take()
        post({ kind: 'answers', batches, bytes }, [bytes.buffer])
      }
      batches = 0
      bufferedSince = performance.now()
    }
    for (let message = next(); message !== undefined; message = next()) {
      if (message === 'close') {
        await database.close()
        return post({ kind: 'closed' })
      }
      if (message[0] === terminate) await resetSession()
      else {
        await answer(message)
        batches++
      }
      if (batches === MAX_BUFFERED_RESPONSES || performance.now() - bufferedSince > MAX_BUFFER_MS) postResponses()
    }
    postResponses()
  }

  let serving = Promise.resolve()
  port.on('message', (message: ToEngine) => {
    received.push(message)
    serving = serving.then(serve)
  })
  post({ kind: 'open' })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}

function post(message: FromEngine, transferred: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferred)
}

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { ByteBuffer } from './byte-buffer.ts'
import { openEngine } from './pglite-engine.ts'

/** Without a folder the database is in memory, for tests. */
export interface EngineOptions {
  readonly folder: string | undefined
  /** Counts the answered batches, those whose responses are still buffered included. */
  readonly answered: Int32Array
}

/** `workerData`, with the engine's compiled code. */
export interface WorkerData extends EngineOptions {
  readonly compiled: WebAssembly.Module
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
const { folder, answered, compiled } = workerData as WorkerData

try {
  const database = await openEngine(folder, compiled)
  const terminate = 'X'.charCodeAt(0)
  const responses = new ByteBuffer()

  /** @returns whether there is a response, which is then in `responses` */
  async function answer(batch: Uint8Array): Promise<boolean> {
    if (batch[0] === terminate) {
      // The one session outlives its client: reset it. No client waits for a response.
      await database.exec('rollback')
      await database.exec('discard all')
      return false
    }
    // Each chunk is a view of the engine's memory, which the next one overwrites.
    await database.execProtocolRawStream(batch, { syncToFs: false, onRawData: (chunk) => responses.append(chunk) })
    return true
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
      if (await answer(message)) {
        batches++
        Atomics.add(answered, 0, 1)
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

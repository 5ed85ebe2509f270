import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { GatheredBytes } from './gathered-bytes.ts'
import { openEngine } from './pglite-engine.ts'

/** What the main thread hands over. No folder: a database in memory, for tests. */
export interface EngineOptions {
  readonly folder: string | undefined
  /** Counts the batches that were answered, also those whose answers are still held back. */
  readonly answered: Int32Array
}

/** A batch of messages of PostgreSQL's protocol that ends with a Sync. */
export type ToEngine = Uint8Array | 'close'

export type FromEngine =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string }
  /** What the engine says to the next `batches` that it was sent, one after the other. */
  | { readonly kind: 'answers'; readonly batches: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' }

/** Answers of quick batches that are held back for those that follow, and the milliseconds they may be. */
const MOST_ANSWERS_AT_ONCE = 4
const LONGEST_HELD_MS = 2

if (!parentPort) throw new Error('this file is a worker')
const port = parentPort
const { folder, answered } = workerData as EngineOptions

try {
  const database = await openEngine(folder)
  const terminate = 'X'.charCodeAt(0)
  const gathered = new GatheredBytes()

  /** @returns whether there is an answer, which `gathered` then holds */
  async function answer(batch: Uint8Array): Promise<boolean> {
    if (batch[0] === terminate) {
      // There is one session, and it outlives whoever spoke on it. Nobody waits for an answer.
      await database.exec('rollback')
      await database.exec('discard all')
      return false
    }
    // Each chunk is a view of the engine's memory, which the next one overwrites.
    await database.execProtocolRawStream(batch, { syncToFs: false, onRawData: (chunk) => gathered.add(chunk) })
    return true
  }

  const arrived: ToEngine[] = []
  const next = (): ToEngine | undefined =>
    arrived.shift() ?? (receiveMessageOnPort(port)?.message as ToEngine | undefined)

  /**
   * Answers what is there, several quick batches at once: to wake the other thread costs a fair part of a read. Writes
   * come alone (`Lanes`), so that what has been stored is told at once, whatever runs after it.
   */
  async function serve(): Promise<void> {
    let batches = 0
    let heldSince = performance.now()
    const postAnswers = () => {
      if (batches > 0) {
        const bytes = gathered.take()
        post({ kind: 'answers', batches, bytes }, [bytes.buffer])
      }
      batches = 0
      heldSince = performance.now()
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
      if (batches === MOST_ANSWERS_AT_ONCE || performance.now() - heldSince > LONGEST_HELD_MS) postAnswers()
    }
    postAnswers()
  }

  let serving = Promise.resolve()
  port.on('message', (message: ToEngine) => {
    arrived.push(message)
    serving = serving.then(serve)
  })
  post({ kind: 'open' })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}

function post(message: FromEngine, transferred: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferred)
}

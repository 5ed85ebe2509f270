// The embedded engine alone, as a process of its own: it replays the very bytes that the server's driver sends for one
// read, as fast as the engine takes them, and answers with the rate.
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { CallerQuery } from '../server/database/caller-query.ts'
import { claimsOf, founderId, readSql } from './reference-sql.ts'

export interface BareRound {
  /** The folder of a database that nobody else has open. */
  readonly folder: string
  readonly seconds: number
}

/** Different reads that are replayed in turn. */
const READS = 500

/** A socket that hands each batch to the engine and keeps a copy. */
class Recorder extends Duplex {
  readonly batches: Uint8Array[] = []
  readonly #engine: PGlite

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay = (): this => this
  setKeepAlive = (): this => this

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pass(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#pass(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  #pass(bytes: Buffer, done: () => void): void {
    const batch = new Uint8Array(bytes)
    this.batches.push(batch)
    void this.#answer(batch)
    done()
  }

  /** Pushed only after the engine is done: pg does not expect an answer before its own call has returned. */
  async #answer(batch: Uint8Array): Promise<void> {
    const answer: Uint8Array[] = []
    await exec(this.#engine, batch, (chunk) => answer.push(new Uint8Array(chunk)))
    for (const chunk of answer) this.push(chunk)
  }
}

const exec = (engine: PGlite, batch: Uint8Array, onRawData: (chunk: Uint8Array) => void): Promise<void> =>
  engine.execProtocolRawStream(batch, { syncToFs: false, onRawData })

async function start(folder: string) {
  const engine = await PGlite.create({ fs: new NodeFS(folder) })
  const recorder = new Recorder(engine)
  const client = new pg.Client({ stream: () => recorder, user: 'postgres', database: 'postgres', pipeline: true })
  await client.connect()
  for (let number = 0; number <= READS; number++) await read(client, number)
  // The first read prepared the statements under their names.
  return { engine, batches: recorder.batches.slice(-READS) }
}

function read(client: pg.Client, number: number): Promise<void> {
  const id = founderId(number)
  const caller = { role: 'authenticated', claims: claimsOf(id), userId: id } as const
  return new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error ? reject(error) : resolve())
    client.query(new CallerQuery(caller, { text: readSql('$1::uuid'), values: [id] }, { access: 'read' }, done))
  })
}

let started: ReturnType<typeof start> | undefined

async function run({ folder, seconds }: BareRound): Promise<number> {
  const { engine, batches } = await (started ??= start(folder))
  const from = performance.now()
  let reads = 0
  let bytes = 0
  for (; performance.now() - from < seconds * 1000; reads++) {
    const batch = batches[reads % batches.length]
    if (batch) await exec(engine, batch, (chunk) => (bytes += chunk.length))
  }
  if (bytes / reads < 1000) throw new Error('the engine answered no goals')
  return (reads * 1000) / (performance.now() - from)
}

process.on('message', (round: BareRound) => {
  run(round).then(
    (figures) => process.send?.({ figures }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

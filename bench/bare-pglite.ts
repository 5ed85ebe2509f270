// The embedded engine alone, in its own process, set up as the server does: it replays the same bytes that the
// server's driver sends for one request, as fast as the engine takes them, and answers with the rate.
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { CallerQuery } from '../server/database/caller-query.ts'
import { openEngine } from '../server/database/pglite-engine.ts'
import { READERS, WRITERS } from './cohort.ts'
import { claimsOf, founderId, insertSql, readSql } from './reference-sql.ts'

export interface BareRound {
  /** The folder of a database that no other process has open. */
  readonly folder: string
  readonly work: Work
  readonly seconds: number
}

type Work = keyof typeof works

/** One request, by the number of the founder who makes it. */
const works = {
  read: { sql: readSql('$1::uuid'), access: 'read', from: 0, founders: READERS },
  insert: { sql: insertSql('$1::uuid'), access: 'write', from: READERS, founders: WRITERS },
} as const

/** Different requests that are replayed in turn. */
const REQUESTS = 500

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
    // Responses are pushed as they arrive.
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
  const engine = await openEngine(folder)
  const recorder = new Recorder(engine)
  const client = new pg.Client({ stream: () => recorder, user: 'postgres', database: 'postgres', pipeline: true })
  await client.connect()
  const record = async (work: Work) => {
    for (let number = 0; number <= REQUESTS; number++) await request(client, work, number)
    // The first one prepared the statements under their names.
    return recorder.batches.slice(-REQUESTS)
  }
  return { engine, batches: { read: await record('read'), insert: await record('insert') } }
}

function request(client: pg.Client, work: Work, number: number): Promise<void> {
  const { sql, access, from, founders } = works[work]
  const id = founderId(from + (number % founders))
  const caller = { role: 'authenticated', claims: claimsOf(id), userId: id } as const
  return new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error ? reject(error) : resolve())
    client.query(new CallerQuery(caller, { text: sql, values: [id] }, { access }, done))
  })
}

let started: ReturnType<typeof start> | undefined

async function run({ folder, work, seconds }: BareRound): Promise<number> {
  const { engine, batches } = await (started ??= start(folder))
  const from = performance.now()
  let requests = 0
  let bytes = 0
  for (; performance.now() - from < seconds * 1000; requests++) {
    const batch = batches[work][requests % REQUESTS]
    if (batch) await exec(engine, batch, (chunk) => (bytes += chunk.length))
  }
  if (bytes / requests < 100) throw new Error('the engine answered no rows')
  return (requests * 1000) / (performance.now() - from)
}

process.on('message', (round: BareRound) => {
  run(round).then(
    (figures) => process.send?.({ figures }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Founder } from './cohort.ts'
import type { Seeded } from './databases.ts'
import { residentMegabytes, startServer } from './process.ts'
import { ms, short } from './report.ts'
import type { Scene } from './rounds.ts'
import { median, percentile } from './statistics.ts'

const STREAMS = 200
/** Concurrent answers of one founder. */
const STREAMS_EACH = 3
/** Milliseconds between words while many streams run, and how long they run. */
const WORD_MS = 100
const STREAMING_MS = 30_000

const word = `data: ${JSON.stringify({ choices: [{ delta: { content: 'word ' } }] })}\n\n`

/** Latency that growth-chat adds to a model's first word, and the memory that many concurrent answers take. */
export async function measureCofounder({ report, isQuick }: Scene, engine: string, seeded: Seeded): Promise<void> {
  const model = await startModel()
  const server = await startServer({ ...seeded.env, AI_BASE_URL: model.url })
  const ask = ({ id, accessToken }: Founder) =>
    fetch(`${server.url}/functions/v1/growth-chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: seeded.apiKey, Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ messages: [question], userId: id, turn: randomUUID() }),
    })
  const read = ({ id, accessToken }: Founder) =>
    fetch(`${server.url}/rest/v1/goals?select=*&user_id=eq.${id}&order=created_at.desc`, {
      headers: { apikey: seeded.apiKey, Authorization: `Bearer ${accessToken}` },
    })
  const bare = () =>
    fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages: [question], stream: true }),
    })

  const [direct, reads, newcomers, known]: [number[], number[], number[], number[]] = [[], [], [], []]
  // Warms up the server: code that has just been loaded is slower by half.
  const warmUp = 500
  const { length } = seeded.readers
  for (let index = 0; index < length + (isQuick ? 100 : 400); index++) {
    const founder = seeded.readers[index % length]
    if (!founder) throw new Error('no founder to send the question')
    const [alone, behind] = [await firstWordMs(bare), await firstWordMs(() => ask(founder))]
    if (index < warmUp) continue
    direct.push(alone)
    reads.push(await firstWordMs(() => read(founder)))
    // After the first round the server has verified every token, as it has where founders read their board before.
    const through = index < length ? newcomers : known
    through.push(behind)
  }
  const added = (times: readonly number[], percent: number) => percentile(times, percent) - median(direct)
  const output = (times: readonly number[]) => `+ p50 ${ms(added(times, 50))}, p95 ${ms(added(times, 95))}`
  if (engine === 'PostgreSQL') report.bar('firstWord', added(newcomers, 95))
  report.figure(
    `First word of an answer, ${engine}, over the bare model's`,
    `${output(newcomers)}; with a token that the server has seen ${output(known)} (bare: p50 ${ms(median(direct))}, p95 ${ms(percentile(direct, 95))})`,
  )

  const times = (series: readonly number[]) =>
    [50, 95].map((percent) => `p${percent} ${short(added(series, percent) / percentile(reads, percent))} ×`).join(', ')
  report.figure(
    `The same, ${engine}, against one read over HTTP`,
    `${times(newcomers)}; with a token that the server has seen ${times(known)} (read: p50 ${ms(median(reads))}, p95 ${ms(percentile(reads, 95))})`,
  )

  const atRest = residentMegabytes(server.pid) ?? Number.NaN
  model.speaksFor(STREAMING_MS)
  const askers = seeded.readers.slice(0, Math.ceil(STREAMS / STREAMS_EACH))
  const answers = Array.from({ length: STREAMS }, async (_, index) => {
    const founder = askers[index % askers.length]
    const answer = founder && (await ask(founder))
    if (!answer?.ok) throw new Error(`an answer was refused: ${answer?.status}`)
    return answer.text()
  })
  const grown: number[] = []
  for (const until of [STREAMING_MS / 4, STREAMING_MS / 2]) {
    await sleep(until)
    grown.push(residentMegabytes(server.pid) ?? Number.NaN)
  }
  await Promise.all(answers)
  report.figure(
    `Memory, ${engine}, ${STREAMS} answers at once`,
    `${short(atRest)} MB before, ${grown.map((megabytes) => `${short(megabytes)} MB`).join(' and ')} after ${STREAMING_MS / 4000} and ${(STREAMING_MS * 3) / 4000} s`,
  )
  await server.end('SIGTERM')
  model.stop()
}

const question = { role: 'user', content: 'How is my runway?' }

/** Milliseconds from the question to the first word of the answer, which is then read to its end. */
async function firstWordMs(ask: () => Promise<Response>): Promise<number> {
  const askedAt = performance.now()
  const answer = await ask()
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const firstAt = performance.now()
  if (!answer.ok) throw new Error(`an answer was refused: ${answer.status}`)
  while (!(await reader.read()).done);
  return firstAt - askedAt
}

/** A model that answers at once, with one word unless it is set to stream for longer. */
export async function startModel() {
  let speaksMs = 0
  const speak = async (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(word)
    for (const endAt = performance.now() + speaksMs; performance.now() < endAt;) {
      await sleep(WORD_MS)
      response.write(word)
    }
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    request.resume().on('end', () => void speak(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    speaksFor: (ms: number) => (speaksMs = ms),
    stop: () => server.close(),
  }
}

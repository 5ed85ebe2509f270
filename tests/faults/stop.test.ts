import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '../../server/database/open.ts'
import { administer, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { speak, startModel } from '../protocol/scripted-model.ts'
import { ensureBuilt, envOf, freePort } from '../built-server.ts'
import { signedIn, signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

/** The longest shutdown in milliseconds: docs/operating.md. */
const LONGEST_STOP_MS = 15_000
const WRITERS = 12
/** Milliseconds that every insert takes: the embedded engine runs one at a time, PostgreSQL six. */
const SLOW_WRITE_MS = { pglite: 400, postgres: 2000 } as const
/** Milliseconds until all requests have been sent. */
const SENT_MS = 1000

beforeAll(ensureBuilt)

describe.each(engines)('SIGTERM on %s', (engine) => {
  test('SIGTERM shuts the server down within two seconds with an open websocket and connection', async () => {
    const own = await openForTest(engine)
    const server = await startForTest(own)
    const founder = await signUp(server, 'ana')
    expect(await founder.add('Ten demos')).toBe(201)
    const socket = new WebSocket(
      `ws://127.0.0.1:${server.port}/realtime/v1/websocket?apikey=${founder.publicKey}&vsn=1.0.0`,
    )
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))

    const { code, ms } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(2000)
    expect(await closed).toBe(1001)
    expect(server.printed()).toContain('stopping')
  })

  test('SIGTERM completes and answers every write in flight', async () => {
    const own = await openForTest(engine)
    await slowGoals(own, SLOW_WRITE_MS[engine])
    const server = await startForTest(own)
    const founder = await signUp(server, 'ana')
    let answered = 0
    const writes = Array.from({ length: WRITERS }, (_, index) => founder.add(`Goal ${index}`).finally(() => answered++))
    const statuses = Promise.all(writes)
    await sleep(SENT_MS)
    expect(answered).toBeLessThan(WRITERS)
    const { code } = await server.end('SIGTERM')
    expect(await statuses).toEqual(Array.from({ length: WRITERS }, () => 201))
    expect(code).toBe(0)
    expect(await signedIn(await startForTest(own), founder).texts()).toHaveLength(WRITERS)
  })

  test('SIGTERM is not delayed by a model that never ends its answer', async () => {
    const model = await startModel()
    onTestFinished(() => void model.close())
    model.respondsWith((response) => speak(response, 'Half an'))
    const server = await startForTest(await openForTest(engine), { AI_BASE_URL: model.url })
    const founder = await signUp(server, 'ana')
    const answer = await fetch(`${server.url}/functions/v1/growth-chat`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: founder.publicKey,
        Authorization: `Bearer ${founder.accessToken}`,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Go on?' }], turn: crypto.randomUUID() }),
    })
    const read = answer.text().catch(() => 'cut')
    const { code, ms } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(LONGEST_STOP_MS)
    expect(await read).not.toContain('[DONE]')
  })
})

test.skipIf(process.platform === 'win32')(
  'SIGTERM to npm, which forwards it through a shell, shuts the server down',
  async () => {
    const own = await openForTest('pglite')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { ...process.env, ...envOf(own), PORT: String(port), NODE_ENV: 'production' }
    const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void npm.kill('SIGKILL'))
    let printed = ''
    npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const answers = () => fetch(`${url}/readyz`).then(({ ok }) => ok, () => false) // prettier-ignore
    await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 30_000, interval: 200 })
    npm.kill('SIGTERM')
    // The output closes when the last process that writes to it exits.
    await new Promise((resolve) => npm.stdout.once('close', resolve))
    expect(await answers()).toBe(false)
    expect(printed.match(/"msg":"stopping"/g)).toHaveLength(1)
  },
)

/** Delays inserts, so that writes are in flight during the shutdown. */
async function slowGoals({ config }: OwnDatabase, ms: number): Promise<void> {
  const statements = [
    `create function public.slowly() returns trigger language plpgsql as
      'begin perform pg_sleep(${ms / 1000}); return new; end'`,
    'create trigger slowly before insert on public.goals for each row execute function public.slowly()',
  ]
  if (config.kind === 'postgres') return administer(config.url, statements)
  const database = await openDatabase(config, () => undefined)
  for (const statement of statements) await database.query(statement)
  await database.close()
}

import { execFile, execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { engines } from '../harness.ts'
import { promisify } from 'node:util'
import { ensureBuilt, envOf, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { signedIn, signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Descriptors that the server may open besides those it has. */
const FREE = 20
const CONNECTIONS = 100
const WRITES = 20
/** So few that the server has more open already. */
const NONE = 10
const MANY = 1024
/** Tables whose files the embedded database has not opened before. */
const UNREAD_TABLES = ['decisions', 'notes', 'runway_data', 'squad_bookings', 'traction_loops', 'weekly_checkins']

const canLimit = process.platform === 'linux' && hasProgram('prlimit')
if (!canLimit) console.warn('There is no prlimit: a server without descriptors is not tested')

beforeAll(ensureBuilt)

describe.runIf(canLimit).each(engines)('more connections than descriptors, on %s', (engine) => {
  test(
    'out of descriptors, a server serves its open connections, loses nothing, and accepts again once some are closed',
    { timeout: 60_000 },
    async () => {
      const own = await openForTest(engine)
      const server = await startForTest(own)
      const ana = await signUp(server, 'ana')
      expect(await ana.add('Before')).toBe(201)

      const most = descriptorsOf(server) + FREE
      limitDescriptors(server, most)
      const release = occupyDescriptors(server)
      await vi.waitFor(() => expect(descriptorsOf(server)).toBeGreaterThanOrEqual(most - 1), { timeout: BACK_MS })
      const texts = Array.from({ length: WRITES }, (_, index) => `Goal ${index}`)
      for (const text of texts) expect(await ana.add(text)).toBe(201)
      for (const table of UNREAD_TABLES) expect((await ana.request(`/${table}?limit=1`))?.status).toBe(200)

      release()
      await vi.waitFor(() => expectServed(server), { timeout: BACK_MS, interval: 100 })
      await vi.waitFor(async () => expect(await ana.add('Afterwards')).toBe(201), { timeout: BACK_MS, interval: 100 })
      expect((await server.end('SIGTERM')).code).toBe(0)
      const stored = await signedIn(await startForTest(own), ana).texts()
      expect(stored).toEqual(['Before', ...texts, 'Afterwards'])
    },
  )
})

test.runIf(canLimit)(
  'an embedded database that cannot be restarted for lack of descriptors is restarted once there are some',
  { timeout: 60_000 },
  async () => {
    const own = await openForTest('pglite')
    const database = await openDatabase(own.config, () => undefined)
    await database.query(`create function public.runaway() returns integer language plpgsql stable
      as 'begin perform pg_sleep(60); return 1; end'`)
    await database.query('grant execute on function public.runaway() to authenticated')
    await database.close()
    const server = await startForTest(own)
    const [ana, eve] = [await signUp(server, 'ana'), await signUp(server, 'eve')]
    // Connections that are kept open.
    expect(await Promise.all([ana.add('Before'), eve.add('Before')])).toEqual([201, 201])
    await vi.waitFor(() => expect(server.printed()).toContain('/functions/v1/clean-up'), { timeout: BACK_MS })

    limitDescriptors(server, NONE)
    const runaway = eve.request('/rpc/runaway')
    // A sleeping engine cannot be cancelled: it is stopped because another caller waits, and cannot open its files again.
    await ana.request('/goals?select=text')
    expect((await runaway)?.status).toBe(500)
    const refuses = async () => expect((await ana.request('/goals?select=text'))?.status).toBe(503)
    await vi.waitFor(refuses, { timeout: BACK_MS, interval: 100 })
    // This is its first call: its file must not be read now.
    await callFunction(server)
    await vi.waitFor(() => expect(server.printed().match(/"msg":"database-lost"/g)?.length).toBeGreaterThan(2), {
      timeout: BACK_MS,
    })

    limitDescriptors(server, MANY)
    await vi.waitFor(() => expectServed(server), { timeout: BACK_MS, interval: 100 })
    expect(await ana.texts()).toEqual(['Before'])
    expect(await ana.add('Afterwards')).toBe(201)
    expect(await callFunction(server)).toBe(404)
  },
)

test.runIf(process.platform === 'linux')('too low a limit of open files is named at the start', async () => {
  const own = await openForTest('pglite')
  const started = promisify(execFile)('sh', ['-c', 'ulimit -n 256; exec "$0" dist/server/main.js', process.execPath], {
    env: { ...process.env, ...envOf(own), PORT: '3000' },
  })
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr:
      'upswing: 256 open files are too few for the embedded database: allow 512 or more (ulimit -n, LimitNOFILE=)\n',
  })
})

const expectServed = async ({ url }: BuiltServer) => expect((await fetch(`${url}/readyz`)).status).toBe(200)

/** Without the secret of a feed. @returns the status */
async function callFunction({ url }: BuiltServer): Promise<number> {
  const answer = await fetch(`${url}/functions/v1/calendar-feed`)
  await answer.arrayBuffer()
  return answer.status
}

const descriptorsOf = ({ pid }: BuiltServer): number => readdirSync(`/proc/${pid}/fd`).length

/** Leaves the hard limit, so that the soft one can be raised again. */
function limitDescriptors({ pid }: BuiltServer, most: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
}

/** Keeps more connections open than the server has descriptors for: one that it closes is opened again. */
function occupyDescriptors({ port }: BuiltServer): () => void {
  const sockets = new Set<Socket>()
  let isReleased = false
  const occupy = () => {
    if (isReleased) return
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      setTimeout(occupy, 20)
    })
  }
  for (let count = 0; count < CONNECTIONS; count++) occupy()
  const release = () => {
    isReleased = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(release)
  return release
}

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'])
    return true
  } catch {
    return false
  }
}

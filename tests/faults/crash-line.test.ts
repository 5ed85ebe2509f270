import { expect, test, vi } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Throws an uncaught exception, like a handler of a driver or socket. */
const throwing = `process.on('SIGUSR2', () => { throw new Error('not caught') })`

test('an uncaught exception ends the process with status 1, after a log line that says why', async () => {
  await ensureBuilt()
  const server = await startForTest(await openForTest('pglite'), {}, [
    `--import=data:text/javascript,${encodeURIComponent(throwing)}`,
  ])
  expect(await server.end('SIGUSR2')).toMatchObject({ code: 1 })
  // The lines before it may not be on the disk yet, and end up behind it.
  const lines = server.printed().trim().split('\n')
  const crashed = lines.find((line) => line.includes('"crashed"')) ?? 'null'
  expect(JSON.parse(crashed)).toMatchObject({ level: 60, msg: 'crashed', err: { message: 'not caught' } })
})

/** Rejects a promise that no one awaits, like a query that is begun before another one throws. */
const rejecting = `process.on('SIGUSR2', () => { Promise.reject(new Error('not awaited')) })`

test('a rejected promise that no one awaits is logged, and the process serves on', async () => {
  await ensureBuilt()
  const server = await startForTest(await openForTest('pglite'), {}, [
    `--import=data:text/javascript,${encodeURIComponent(rejecting)}`,
  ])
  process.kill(server.pid, 'SIGUSR2')
  await vi.waitFor(() => expect(server.printed()).toContain('rejection-unhandled'))
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^log_events_total\{kind="rejection-unhandled"\} 1$/m)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
})

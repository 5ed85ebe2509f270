import { expect, test } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Throws an uncaught exception, like a handler of a driver or socket. */
const throwing = `process.on('SIGUSR2', () => { throw new Error('not caught') })`

test('an uncaught exception ends the process with status 1, after a last log line', async () => {
  await ensureBuilt()
  const server = await startForTest(await openForTest('pglite'), {}, [
    `--import=data:text/javascript,${encodeURIComponent(throwing)}`,
  ])
  expect(await server.end('SIGUSR2')).toMatchObject({ code: 1 })
  const last = server.printed().trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ level: 60, msg: 'crashed', err: { message: 'not caught' } })
})

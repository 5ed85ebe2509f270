import { onTestFinished } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { administer, type Engine, type OwnDatabase } from '../engines.ts'
import { openOwn } from '../harness.ts'
import { envOf, SHORT_LIVED, startBuilt, type BuiltServer } from '../built-server.ts'

/** A database that is removed after the test. */
export async function openForTest(engine: Engine): Promise<OwnDatabase> {
  const own = await openOwn(engine)
  onTestFinished(() => own.remove())
  return own
}

/** The bytes of a day are no limit there: for tests that fill buffers. */
export async function openForMuchWriting(engine: Engine): Promise<OwnDatabase> {
  const own = await openForTest(engine)
  const most =
    'create or replace function private.most_written() returns bigint language sql immutable as $$ select 1000000000::bigint $$'
  if (own.config.kind === 'postgres') await administer(own.config.url, [most])
  else {
    const database = await openDatabase(own.config, () => undefined)
    await database.query(most)
    await database.close()
  }
  return own
}

/**
 * The built server on that database, killed after the test. If the test fails, its log is printed.
 * @param nodeOptions besides those of a short life
 */
export async function startForTest(
  own: OwnDatabase,
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<BuiltServer> {
  const server = await startBuilt({ ...envOf(own), ...env }, [...SHORT_LIVED, ...nodeOptions])
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`The server printed last:\n${server.printed().slice(-4000)}`)
    await server.end('SIGKILL')
  })
  return server
}

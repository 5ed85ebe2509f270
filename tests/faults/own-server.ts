import { onTestFinished } from 'vitest'
import type { Engine, OwnDatabase } from '../engines.ts'
import { openOwn } from '../harness.ts'
import { envOf, startBuilt, type BuiltServer } from '../built-server.ts'

/** A database that is removed after the test. */
export async function openForTest(engine: Engine): Promise<OwnDatabase> {
  const own = await openOwn(engine)
  onTestFinished(() => own.remove())
  return own
}

/** The built server on that database, killed after the test. If the test fails, its log is printed. */
export async function startForTest(
  own: OwnDatabase,
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<BuiltServer> {
  const server = await startBuilt({ ...envOf(own), ...env }, nodeOptions)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`The server printed last:\n${server.printed().slice(-4000)}`)
    await server.end('SIGKILL')
  })
  return server
}

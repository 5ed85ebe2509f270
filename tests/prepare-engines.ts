import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { connect, connectionOf } from '../server/database/postgres.ts'
import { administer, dropping, onDatabase } from './engines.ts'

/** Tried when TEST_DATABASE_URL does not say where PostgreSQL is. */
const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Brings one database of each engine up to date, once; every suite copies it. */
export default async function prepareEngines(project: TestProject): Promise<() => Promise<void>> {
  const pgliteTemplate = await mkdtemp(join(tmpdir(), 'upswing-template-'))
  project.provide('pgliteTemplate', pgliteTemplate)
  await (await openDatabase({ kind: 'pglite', dataDir: pgliteTemplate }, () => undefined)).close()

  const url = process.env['TEST_DATABASE_URL'] ?? LOCAL_POSTGRES
  const template = `upswing_template_${process.pid}`
  const hasPostgres = await administer(url, [`create database ${template}`]).then(
    () => true,
    (error: unknown) => {
      if (process.env['TEST_DATABASE_URL'] !== undefined) throw error
      console.warn(
        'No PostgreSQL at 127.0.0.1:5432 and no TEST_DATABASE_URL: these tests run on the embedded engine only',
      )
      return false
    },
  )
  project.provide('postgres', hasPostgres ? { url, template } : undefined)
  if (hasPostgres) {
    // Without the logins that a server makes: their rights would be copied along.
    const client = await connect(connectionOf(onDatabase(url, template)))
    await migrate(client, async () => undefined)
    await client.end()
  }
  return async () => {
    await rm(pgliteTemplate, { recursive: true, force: true })
    if (hasPostgres) await administer(url, dropping(template))
  }
}

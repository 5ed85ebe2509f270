import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { TestProject } from 'vitest/node'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { connect, connectionOf } from '../server/database/connect.ts'
import { administer, dropping, onDatabase } from './engines.ts'
import { openTestPostgres, type PostgresCluster } from './postgres-cluster.ts'
import { shapeMissing, startSupabaseCluster } from './supabase-cluster.ts'

/** Brings one database of each engine up to date, once; every suite copies it. */
export default async function prepareEngines(project: TestProject): Promise<() => Promise<void>> {
  const supabase = startShape(project)
  // Its failure is that of this preparation, below.
  supabase.catch(() => undefined)
  // As the workers (`execArgv` in vitest.config.ts): this process runs WebAssembly once.
  setFlagsFromString('--liftoff-only')
  const pgliteTemplate = await mkdtemp(join(tmpdir(), 'upswing-template-'))
  project.provide('pgliteTemplate', pgliteTemplate)
  await (await openDatabase({ kind: 'pglite', dataDir: pgliteTemplate }, () => undefined)).close()
  // A socket cannot be copied, should the database have left it.
  await rm(join(pgliteTemplate, 'lock'), { force: true })

  const postgres = await openTestPostgres()
  if (!postgres) console.warn('No PostgreSQL at hand: these tests run on the embedded engine only')
  const template = `upswing_template_${process.pid}`
  project.provide('postgres', postgres && { url: postgres.url, template })
  if (postgres) {
    await administer(postgres.url, [`create database ${template}`])
    // Without the logins that a server makes: their rights would be copied along.
    const client = await connect(connectionOf(onDatabase(postgres.url, template)))
    await migrate(client, async () => undefined)
    await client.end()
  }
  project.provide('supabase', (await supabase)?.url)
  return async () => {
    await (await supabase)?.remove()
    await rm(pgliteTemplate, { recursive: true, force: true })
    if (postgres) await administer(postgres.url, dropping(template))
    await postgres?.remove()
  }
}

async function startShape({ name }: TestProject): Promise<PostgresCluster | undefined> {
  if (name !== 'database') return undefined
  if (shapeMissing === undefined) return startSupabaseCluster()
  console.warn(`Not tested on the shape of Supabase: ${shapeMissing}`)
  return undefined
}

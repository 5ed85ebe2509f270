import { cpSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { ensureBuilt, startBuilt } from '../built-server.ts'
import { signUp } from '../faults/founder.ts'

beforeAll(ensureBuilt, 120_000)

/** Catalogs that decide how a database behaves, without where its rows are stored and how many there are. */
const CATALOGS: Readonly<Record<string, string>> = {
  pg_attribute: `- 'attmissingval'`, pg_attrdef: '', pg_authid: '', pg_auth_members: '', pg_cast: '', pg_collation: '',
  pg_constraint: '', pg_conversion: '', pg_database: `- 'datfrozenxid' - 'datminmxid'`, pg_db_role_setting: '',
  pg_default_acl: '', pg_event_trigger: '', pg_extension: '', pg_language: '', pg_namespace: '', pg_operator: '',
  pg_policy: '', pg_proc: '', pg_publication: '', pg_publication_rel: '', pg_rewrite: '', pg_sequence: '', pg_trigger: '',
  pg_type: '', pg_index: `- 'indcheckxmin'`,
  pg_class: `- 'relfilenode' - 'reltuples' - 'relpages' - 'relallvisible' - 'relallfrozen' - 'relfrozenxid' - 'relminmxid'`,
} // prettier-ignore

/** The rows of the catalogues and of the product's tables, without when they were made. */
async function contentOf(database: Database): Promise<Map<string, string[]>> {
  const content = new Map<string, string[]>()
  const read = async (table: string, without: string) => {
    const rows = await database.query<{ row: string }>(
      `select (to_jsonb(t) ${without})::text as row from ${table} t order by 1`,
    )
    content.set(table, rows.map(({ row }) => row)) // prettier-ignore
  }
  for (const [catalog, without] of Object.entries(CATALOGS)) await read(`pg_catalog.${catalog}`, without)
  const tables = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  for (const { name } of tables) await read(name, `- 'applied_at' - 'changed_at'`)
  return content
}

async function openCopy(folder: string): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-first-'))
  cpSync(folder, join(dataDir, 'database'), { recursive: true })
  const database = await openDatabase({ kind: 'pglite', dataDir }, () => undefined)
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })
  return database
}

test('the template of the build is what the migrations make of a new database', { timeout: 120_000 }, async () => {
  const built = await contentOf(await openCopy('dist/database'))
  const migrated = await contentOf(await openCopy(join(inject('pgliteTemplate'), 'database')))
  expect([...built.keys()]).toEqual([...migrated.keys()])
  for (const [table, rows] of built) expect({ table, rows }).toEqual({ table, rows: migrated.get(table) })
})

test('a first start copies the template, for its user alone, and serves', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-first-'))
  const server = await startBuilt({ DATA_DIR: dataDir })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await rm(dataDir, { recursive: true })
  })
  expect(server.printed()).not.toContain('"msg":"migrated"')
  expect(await readdir(dataDir)).toContain('database')
  expect(await (await signUp(server, 'ana')).add('First')).toBe(201)
  console.log(`the first start took ${Math.round(server.readyMs)} ms`)
})

import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { checksumOf, MigrationFailed } from './migrations.ts'

/** The functions, views, triggers, policies and grants of one subject, as statements that can be applied again. */
export interface SchemaFile {
  readonly name: string
  readonly sql: string
}

/** Applied files of a part of the database: the checksum of each, after which migration, and by which version. */
interface Applied {
  readonly checksums: Readonly<Record<string, string>>
  readonly migration: string
  readonly program: string
}

export async function createSchemaLedger(client: Client): Promise<void> {
  await client.query(`
    create table if not exists server.schemas
      (part text primary key, checksums jsonb not null, migration text not null, program text not null)
  `)
}

/** The SQL files of a folder and of those in it, in the order of their names, but for one folder. */
export async function readSchemas(folder: URL, except?: string): Promise<SchemaFile[]> {
  const names = (await readdir(fileURLToPath(folder), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.sql') && !(except && name.startsWith(except)))
    .sort()
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

/** The product's files as one migration, for a Supabase project, where Supabase's tool applies migrations and nothing else. */
export function asMigration(files: readonly SchemaFile[]): string {
  return [
    'set local check_function_bodies = off;',
    ...files.map(({ name, sql }) => `-- ${name}\n${sql.trimEnd()}`),
    'select private.complete_restored_data();\n',
  ].join('\n\n')
}

/** An older program would put its own functions in place of the newer ones. @throws {MigrationFailed} */
export async function refuseNewerSchemas(client: Client): Promise<void> {
  const { rows } = await client.query<{ program: string }>('select program from server.schemas')
  const own = await versionOfProgram()
  for (const { program } of rows) {
    if (compareVersions(program, own) > 0) {
      throw new MigrationFailed(
        `the database has the functions of version ${program}, and this is ${own}: start the newer version, or restore the backup from before it into a new DATA_DIR or DATABASE_URL`,
      )
    }
  }
}

/**
 * Applies the files that changed, or all of them after a migration, in one transaction.
 * @param migration the newest one of the part
 * @param complete a statement for the data of an earlier version, after a migration
 * @throws {MigrationFailed}
 */
export async function applySchemas(
  client: Client,
  part: string,
  files: readonly SchemaFile[],
  migration: string,
  complete?: string,
): Promise<void> {
  const applied = await readApplied(client, part)
  const isAfterMigration = applied?.migration !== migration
  const checksums = Object.fromEntries(files.map(({ name, sql }) => [name, checksumOf(sql)]))
  const changed = files.filter(({ name }) => isAfterMigration || applied?.checksums[name] !== checksums[name])
  const program = await versionOfProgram()
  if (changed.length === 0 && applied?.program === program) return
  let label = ''
  await client.query('begin')
  try {
    // A function may call one of a later file.
    await client.query('set local check_function_bodies = off')
    for (const { name, sql } of changed) {
      label = name
      await client.query(sql)
    }
    label = 'completing the data'
    if (complete && isAfterMigration) await client.query(complete)
    await client.query(
      `insert into server.schemas (part, checksums, migration, program) values ($1, $2, $3, $4)
       on conflict (part) do update set checksums = excluded.checksums, migration = excluded.migration, program = excluded.program`,
      [part, checksums, migration, program],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationFailed(`the ${part}'s schema files failed at ${label}: ${message}`, { cause })
  }
}

async function readApplied(client: Client, part: string): Promise<Applied | undefined> {
  const { rows } = await client.query<Applied>(
    'select checksums, migration, program from server.schemas where part = $1',
    [part],
  )
  return rows[0]
}

async function versionOfProgram(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

/** Compares two `major.minor.patch`: below, above or 0. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number))
  return [0, 1, 2].map((place) => (a?.[place] ?? 0) - (b?.[place] ?? 0)).find((difference) => difference !== 0) ?? 0
}

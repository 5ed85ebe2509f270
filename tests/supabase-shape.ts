import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../server/database/database.ts'
import { readMigrations } from '../server/database/migrations.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { asMigration, readSchemas } from '../server/database/schemas.ts'
import { administer, onDatabase } from './engines.ts'
import { postgresPrograms } from './postgres-cluster.ts'
import { CRON_DATABASE, shapeMissing, startSupabaseCluster } from './supabase-cluster.ts'

const product = new URL('../supabase/', import.meta.url)

/** Why pg_cron is not in it; undefined where it is. */
export const cronMissing: string | undefined =
  shapeMissing ??
  (existsSync(join(postgresPrograms ?? '', '../lib/pg_cron.so'))
    ? undefined
    : 'pg_cron is not installed (Debian: postgresql-15-cron)')

/** A database of the shape of a Supabase project, with the product's migrations. */
export interface SupabaseProject {
  /** Database URL as one of the project's roles. */
  urlOf(role: 'postgres' | 'authenticator' | 'supabase_auth_admin' | 'supabase_admin'): string
  /** The server's own interface to it: callers as the data API logs in, its own statements as `postgres`. */
  readonly database: Database
}

export interface SupabaseShape {
  /** @param isExposing whether the API's roles get every new table and function, as in projects made before June 2026 */
  project(options?: { isExposing?: boolean }): Promise<SupabaseProject>
  close(): Promise<void>
}

/** Projects on the cluster that all suites share. */
export const openSupabaseShape = (): SupabaseShape => projectsOn(inject('supabase') ?? '')

export interface SupabaseWithCron extends SupabaseProject {
  /** Stops the cluster and starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A project with pg_cron, on a cluster of its own. */
export async function openSupabaseWithCron(): Promise<SupabaseWithCron> {
  const cluster = await startSupabaseCluster({ withCron: true })
  const shape = projectsOn(cluster.url, CRON_DATABASE)
  const project = await shape.project()
  await administer(project.urlOf('supabase_admin'), CRON)
  return {
    ...project,
    restart: async () => {
      await cluster.stop('fast')
      await cluster.start()
    },
    close: async () => {
      await shape.close()
      await cluster.remove()
    },
  }
}

function projectsOn(cluster: string, named?: string): SupabaseShape {
  const opened: Database[] = []
  return {
    project: async ({ isExposing = true } = {}) => {
      const name = named ?? `project_${randomBytes(6).toString('hex')}`
      await administer(`${cluster}/postgres`, [
        `create database ${name} template shape`,
        `grant all on database ${name} to postgres`,
      ])
      const urlOf = (role: string) => {
        const url = new URL(onDatabase(cluster, name))
        url.username = role
        return url.href
      }
      if (!isExposing) await administer(urlOf('postgres'), EXPOSE_NOTHING)
      await applyMigrations(urlOf('postgres'))
      const login = (user: string) => ({ user, password: '' })
      const logins = { callers: login('authenticator'), server: login('postgres') }
      const database = openPostgres({ url: urlOf('postgres'), poolerUrl: undefined }, logins, () => undefined)
      opened.push(database)
      return { urlOf, database }
    },
    close: async () => void (await Promise.all(opened.map((database) => database.close()))),
  }
}

/** Grants that Supabase makes when the extension is created. */
const CRON = [
  'create extension pg_cron',
  'grant usage on schema cron to postgres with grant option',
  'grant all on all tables in schema cron to postgres with grant option',
  'revoke all on cron.job from postgres',
  'grant select on cron.job to postgres with grant option',
]

const EXPOSE_NOTHING = [
  'alter default privileges in schema public revoke all on tables from anon, authenticated, service_role',
  'alter default privileges in schema public revoke all on functions from anon, authenticated, service_role',
  'alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role',
]

/** As Supabase's tool does it: in order, the schema files at the end, each in a transaction, as `postgres`. */
async function applyMigrations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const schemas = asMigration(await readSchemas(new URL('schemas/', product)))
  try {
    for (const { name, sql } of [
      ...(await readMigrations(new URL('migrations/', product))),
      { name: 'schemas', sql: schemas },
    ]) {
      await client.query(`begin; ${sql}; commit`).catch((cause: unknown) => {
        throw new Error(`${name} cannot be applied as postgres`, { cause })
      })
    }
  } finally {
    await client.end()
  }
}

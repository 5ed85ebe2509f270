import { readFile } from 'node:fs/promises'
import { administer } from './engines.ts'
import { createCluster, postgresPrograms, SHORT_LIVED, type PostgresCluster } from './postgres-cluster.ts'

/** Why there is no cluster of the shape of Supabase; undefined where there can be one: its roles need one of their own. */
export const shapeMissing: string | undefined =
  postgresPrograms === undefined ? 'PostgreSQL is not installed (Debian: postgresql)' : undefined

/** The database that has pg_cron, which runs in one of a cluster. */
export const CRON_DATABASE = 'project_with_cron'

/** A cluster with Supabase's roles, and the database `shape` to copy; `supabase_admin` is its superuser. */
export async function startSupabaseCluster({ withCron = false } = {}): Promise<PostgresCluster> {
  const libraries = withCron ? 'pg_stat_statements,pg_cron' : 'pg_stat_statements'
  const settings = [
    ...SHORT_LIVED,
    `shared_preload_libraries=${libraries}`,
    'pg_stat_statements.track=all',
    ...(withCron ? [`cron.database_name=${CRON_DATABASE}`] : []),
  ]
  const cluster = await createCluster({ settings, superuser: 'supabase_admin' })
  try {
    const shape = await readFile(new URL('supabase-shape.sql', import.meta.url), 'utf8')
    await administer(`${cluster.url}/postgres`, ['create database shape'])
    await administer(`${cluster.url}/shape`, [shape])
    return cluster
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

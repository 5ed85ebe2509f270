import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { administer, type OwnDatabase } from '../engines.ts'
import { createCluster, type PostgresCluster, type PostgresStandby } from '../postgres-cluster.ts'
import { BACK_MS } from './deadlines.ts'

export interface OwnPostgres extends OwnDatabase, Pick<PostgresCluster, 'start' | 'stop'> {
  readonly config: { readonly kind: 'postgres'; readonly url: string }
}

/** A durable PostgreSQL that a test may stop and start, removed after the test. @param folder for its data, empty */
export async function ownPostgres(folder?: string): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-test-'))
  const cluster = await createCluster({ settings: ['max_wal_size=16MB', 'min_wal_size=16MB'], segmentMb: 1, folder })
  onTestFinished(async () => {
    await cluster.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  await administer(`${cluster.url}/postgres`, ['create database upswing'])
  const { start, stop } = cluster
  return {
    config: { kind: 'postgres', url: `${cluster.url}/upswing` },
    dataDir,
    start,
    stop,
    remove: async () => undefined,
  }
}

export interface OwnReplicated extends OwnDatabase {
  readonly primary: PostgresCluster
  readonly standby: PostgresStandby
}

/** A primary with a streaming standby, both removed after the test; the database's URL has both. */
export async function ownReplicated(replication: 'synchronous' | 'asynchronous'): Promise<OwnReplicated> {
  const primary = await createCluster({ settings: ['wal_keep_size=64MB'] })
  onTestFinished(() => primary.remove())
  await administer(`${primary.url}/postgres`, ['create database upswing'])
  const standby = await primary.standby()
  onTestFinished(() => standby.remove())
  if (replication === 'synchronous') {
    await administer(`${primary.url}/postgres`, [
      `alter system set synchronous_standby_names = '*'`,
      'select pg_reload_conf()',
    ])
  }
  const state = `select 1 / count(*) from pg_stat_replication where sync_state = '${replication === 'synchronous' ? 'sync' : 'async'}'`
  await vi.waitFor(() => administer(`${primary.url}/postgres`, [state]), { timeout: BACK_MS })
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(',')
  return {
    config: { kind: 'postgres', url: `postgres://postgres@${hosts}/upswing?target_session_attrs=read-write` },
    primary,
    standby,
    dataDir,
    remove: async () => undefined,
  }
}

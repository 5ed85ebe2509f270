import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { administer, type OwnDatabase } from '../engines.ts'
import { createCluster, type PostgresCluster } from '../postgres-cluster.ts'

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

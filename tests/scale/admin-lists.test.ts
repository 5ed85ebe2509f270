import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnDatabase } from '../engines.ts'
import { engines, openOwn } from '../harness.ts'
import { adminLists, measureAdminLists, type Measuring } from './admin-lists.ts'

/** Enough rows for PostgreSQL to prefer an index; `bench/admin-lists.ts` has the full size. */
const size = { founders: 6000, messages: 15, loops: 2, notes: 3, decisions: 2, weeks: 4 }

// The embedded engine has the same plans, but other scan statistics.
describe.runIf(engines.includes('postgres'))('queries of the admin screens, on PostgreSQL', () => {
  let own: OwnDatabase
  let measuring: Measuring
  beforeAll(async () => {
    own = await openOwn('postgres')
    if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    measuring = await measureAdminLists(own.config.url, own.dataDir, size)
    // Fills a large database: on a busy machine more than the usual minute.
  }, 180_000)
  afterAll(() => own.remove())

  test.each(adminLists)('$name uses an index', ({ name }) => {
    const list = measuring.measured.find((one) => one.name === name)
    if (list?.readWhole.length !== 0) console.error(list?.plans)
    expect(list?.readWhole).toEqual([])
  })
})

import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { keyCaller } from './caller.ts'
import type { CallerQuery } from './caller-query.ts'
import { ConnectionPool } from './connection-pool.ts'
import { createDatabase } from './sql-database.ts'

/** A database whose connections answer every statement of a caller with this error. */
function failing(fields: Pick<pg.DatabaseError, 'severity' | 'code'>) {
  const error = Object.assign(new pg.DatabaseError('Unable to check out a connection', 0, 'error'), fields)
  const client = Object.assign(new EventEmitter(), {
    query: (query: CallerQuery) => query.handleError(error),
    end: async () => undefined,
  })
  const pool = new ConnectionPool(async () => client as unknown as Client, 1)
  return createDatabase({
    name: 'postgres',
    callerPool: pool,
    serverPool: pool,
    maxPerCaller: 1,
    listen: async () => async () => undefined,
    close: async () => undefined,
    log: () => undefined,
  })
}

test.each([
  ['FATAL', 'XX000', 'unavailable'],
  ['FATAL', '25P03', 'unavailable'],
  ['ERROR', '08P01', 'unavailable'],
  ['ERROR', 'XX000', 'postgres'],
])('a statement that is answered with %s %s fails as %s', async (severity, code, kind) => {
  const result = await failing({ severity, code }).asCaller(keyCaller('anon'), { text: 'select 1', values: [] })
  expect(result).toMatchObject({ ok: false, failure: { kind } })
})

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../database/secrets.ts'
import { refuse } from '../http/gate.ts'
import { saveBackup } from './backup-file.ts'
import { changeStoredKeys, type KeysCommand } from './stored-keys.ts'

export interface OperatorRoutesOptions {
  readonly database: Database
  /** Stored in DATA_DIR alone: a backup contains more than the secret key gives access to. */
  readonly operatorKey: string
  readonly config: Config
  readonly secrets: Secrets
}

/** Routes for commands on this machine, since only one process may open the embedded database. */
export function createOperatorRoutes({ database, operatorKey, config, secrets }: OperatorRoutesOptions): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    const key = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    if (await timingSafeEqual(key, operatorKey)) return next()
    return refuse(c, 401, 'invalid_operator_key', 'Only for commands of the operator')
  })
  app.get('/backup', async (c) => {
    // Written completely before it is sent: the one session must not wait for a slow reader.
    const file = join(config.DATA_DIR, `backup-${randomUUID()}`)
    await database.transaction((transaction) => saveBackup(transaction, file))
    const sent = createReadStream(file).once('close', () => void rm(file, { force: true }))
    return c.body(Readable.toWeb(sent) as ReadableStream, 200, { 'Content-Type': 'application/gzip' })
  })
  app.post('/keys', async (c) => {
    const command = await c.req.json<KeysCommand>()
    try {
      return c.json({
        kids: await database.transaction((transaction) => changeStoredKeys(config, transaction, secrets, command)),
      })
    } catch (error) {
      return c.json({ message: error instanceof Error ? error.message : String(error) }, 409)
    }
  })
  return app
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { NoRoomForCopy } from '../database/online-copy.ts'
import { openDatabase } from '../database/open.ts'
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

/** Writes a backup of a copy, so that no one waits for it. @returns its file */
async function backUpCopy(database: Database, folder: string): Promise<string> {
  if (!database.copyTo) throw new Error('only an embedded database is copied')
  const dataDir = join(folder, 'data')
  await database.copyTo(dataDir)
  const copy = await openDatabase({ kind: 'pglite', dataDir }, () => undefined)
  const file = join(folder, 'backup')
  await copy.transaction((transaction) => saveBackup(transaction, file)).finally(() => copy.close())
  await rm(dataDir, { recursive: true })
  return file
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
    const folder = join(config.DATA_DIR, `backup-${randomUUID()}`)
    const remove = () => rm(folder, { recursive: true, force: true })
    try {
      const sent = createReadStream(await backUpCopy(database, folder)).once('close', () => void remove())
      return c.body(Readable.toWeb(sent) as ReadableStream, 200, { 'Content-Type': 'application/gzip' })
    } catch (error) {
      await remove()
      if (error instanceof NoRoomForCopy) return refuse(c, 507, 'no_room', error.message)
      throw error
    }
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

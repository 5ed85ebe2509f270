import { expect, test } from 'vitest'
import { DatabaseError } from '../../server/database/database.ts'
import { MAX_MESSAGE_BYTES } from '../../server/database/message-limit.ts'
import { engines } from '../harness.ts'
import { openTestDatabase } from '../protocol/auth-server.ts'

test.each(engines)('%s: a row above the message limit closes its connection before it is read, and service continues', async (engine) => {
  const database = await openTestDatabase(engine)
  const row = (bytes: number) => database.query<{ length: number }>(`select repeat('x', ${bytes}) as text`)
  const error: unknown = await row(MAX_MESSAGE_BYTES + 1).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(DatabaseError)
  expect(error).toMatchObject({ failure: { kind: 'unavailable' } })
  expect((error as Error).message).toMatch(/^Connection terminated: a message of 67\d+ bytes is too long/)
  expect(await row(1024 * 1024)).toHaveLength(1)
  await database.close()
}) // prettier-ignore

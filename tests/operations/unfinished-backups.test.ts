import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { openForTest, startForTest } from '../faults/own-server.ts'

beforeAll(ensureBuilt)

test('what a killed server has left of a backup is removed at the next start, other files stay', async () => {
  const own = await openForTest('pglite')
  const [left, others] = [
    [`backup-${randomUUID()}`, `backup-${randomUUID()}.part`],
    ['backup-2026-11-27.gz', 'backup-notes', 'my.backup'],
  ]
  for (const name of [...left, ...others]) writeFileSync(join(own.dataDir, name), 'x')
  const folder = join(own.dataDir, `backup-${randomUUID()}`)
  mkdirSync(join(folder, 'data', 'database'), { recursive: true })
  await startForTest(own)
  expect(readdirSync(own.dataDir).filter((name) => name.includes('backup'))).toEqual(others.toSorted())
})

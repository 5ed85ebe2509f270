import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt, runBuilt } from '../built-server.ts'

/** Fewer than a new database has files. */
const INODES = 200

const canMount = process.platform === 'linux' && process.getuid?.() === 0
if (!canMount) console.warn('Only root can mount a small disk: one without inodes is not tested')

beforeAll(ensureBuilt)

test.runIf(canMount)('a first start on a disk without inodes says so', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'upswing-inodes-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `nr_inodes=${INODES}`, 'tmpfs', disk])
  onTestFinished(() => {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  const dataDir = join(disk, 'data')
  const { code, printed } = await runBuilt({ DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(printed).toContain(`upswing: DATA_DIR ${dataDir} cannot be written: No space left on device, or no inodes`)
})

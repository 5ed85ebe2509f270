import { statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Keeps the folders of tests in memory where there is enough of it: an embedded database syncs each of its files, and
 * the disk would be what a test waits for.
 */
export function useMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= NEEDED_BYTES) process.env['TMPDIR'] = MEMORY
  } catch {
    // No such folder: the disk will do.
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deploy } from './deployments.ts'
import { ENVIRONMENT, expect, test as base } from './product.ts'

export { expect }

interface Clock {
  /** Sets the server's clock further ahead. */
  advance(minutes: number): Promise<void>
  /** The server's time. */
  now(): number
  readonly file: string
}

const preload = fileURLToPath(new URL('../faults/shift-clock.cjs', import.meta.url))

/** The product with a server clock that the test sets; the browser's clock is unchanged. */
export const test = base.extend<object, { clock: Clock }>({
  clock: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'upswing-clock-'))
      const file = join(folder, 'ahead')
      let aheadMs = 0
      writeFileSync(file, '0')
      await use({
        file,
        now: () => Date.now() + aheadMs,
        advance: async (minutes) => {
          aheadMs += minutes * 60_000
          writeFileSync(file, String(aheadMs))
          // The server reads it every 50 ms.
          await sleep(500)
        },
      })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  deployed: [
    async ({ deployment, clock }, use) => {
      const env = { ...ENVIRONMENT, CLOCK_FILE: clock.file, NODE_OPTIONS: `--require ${preload}` }
      const deployed = await deploy(deployment, env)
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
})

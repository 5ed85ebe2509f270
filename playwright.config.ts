import { defineConfig, devices } from '@playwright/test'
import type { DeploymentOptions } from './tests/browser/product.ts'
import { useMemory } from './tests/memory.ts'
import { hasTestPostgres } from './tests/postgres-cluster.ts'

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // No processes of their own for drawing and for requests: each takes a twelfth of the processors' time.
  '--in-process-gpu', '--disable-gpu-compositing', '--enable-features=NetworkServiceInProcess2',
  // Scripts that run for a second are not worth their optimization.
  '--js-flags=--no-opt,--no-maglev,--no-sparkplug',
] // prettier-ignore

useMemory()
const withPostgres = await hasTestPostgres()

/** The product in a real browser: whole servers, as built, with nothing replaced. */
export default defineConfig<object, DeploymentOptions>({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/deployments.ts',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Each has a server and a database of its own. Three leave a sixth of two processors idle: tests wait, too.
  workers: 4,
  // Several times what they take: other machines are slower, and busy.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // page.route does not see what a service worker requests; the tests of the installed app allow it.
    serviceWorkers: 'block',
    // Nothing to wait for before a press.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: flags,
      ...(process.env['UPSWING_BROWSER'] && { executablePath: process.env['UPSWING_BROWSER'] }),
    },
  },
  projects: [
    // First what waits most: begun last, it would be all that runs at the end.
    ...(withPostgres
      ? [
          {
            name: 'two servers',
            testMatch: '**/{main-job,four-people}.spec.ts',
            use: { deployment: 'two-servers' as const },
          },
          { name: 'postgres', testMatch: '**/main-job.spec.ts', use: { deployment: 'postgres' as const } },
        ]
      : []),
    { name: 'pglite', use: { deployment: 'pglite' } },
  ],
})

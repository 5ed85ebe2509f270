import { startGoogle, type ScriptedGoogle } from '../scripted-google.ts'
import { deploy } from './deployments.ts'
import { ENVIRONMENT, expect, test as base } from './product.ts'

export { expect }

/** The product with a fake Google whose calendar the test fills. */
export const test = base.extend<object, { google: ScriptedGoogle }>({
  google: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const google = await startGoogle()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  deployed: [
    async ({ deployment, google }, use) => {
      const deployed = await deploy(deployment, { ...ENVIRONMENT, ...google.env })
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
})

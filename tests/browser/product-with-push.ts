import { openPushService } from '../push-service.ts'
import { deploy } from './deployments.ts'
import { ENVIRONMENT, expect, test as base } from './product.ts'

export { expect }

type PushService = Awaited<ReturnType<typeof openPushService>>

/** The product with a push service of the tests' own. */
export const test = base.extend<object, { push: PushService }>({
  push: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const push = await openPushService()
      await use(push)
      await push.close()
    },
    { scope: 'worker' },
  ],
  deployed: [
    async ({ deployment, push }, use) => {
      const deployed = await deploy(deployment, { ...ENVIRONMENT, PUSH_SERVICES: push.origin })
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
})

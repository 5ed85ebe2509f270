import { startModel, type ScriptedModel } from '../protocol/scripted-model.ts'
import { deploy } from './deployments.ts'
import { ENVIRONMENT, test as base } from './product.ts'

/** The product with a model that the test scripts. */
export const test = base.extend<object, { model: ScriptedModel }>({
  model: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const model = await startModel()
      await use(model)
      model.close()
    },
    { scope: 'worker' },
  ],
  deployed: [
    async ({ deployment, model }, use) => {
      const deployed = await deploy(deployment, { ...ENVIRONMENT, AI_BASE_URL: model.url })
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
})

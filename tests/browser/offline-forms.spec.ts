import type { Page } from '@playwright/test'
import { loseResponse, setOffline, waiting } from './offline.ts'
import { expect, success, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test.describe('a check-in without a network', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Weekly Check-in' })
  const card = (page: Page) => page.getByRole('region', { name: 'Weekly Check-in' })

  /** Types a check-in. */
  async function types(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    await dialogOf(page).getByLabel('Wins').fill('Two demos')
    await dialogOf(page).getByLabel('Next priority').fill('Pricing')
  }

  const saves = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()

  const stored = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const checkIns = service.from('weekly_checkins').select('wins, next_priority')
    return (await checkIns.eq('user_id', await founder.id()).throwOnError()).data
  }

  test('waits, and is sent once from another screen when the network is back', async ({ founder, service }) => {
    const { page } = founder
    await page.goto('/')
    // Its script is there then.
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await page.getByRole('link', { name: 'Command Board' }).click()
    await types(page)
    await setOffline(page, true)
    await saves(page)
    await expect(dialogOf(page)).toBeHidden()
    await expect(waiting(card(page))).toBeVisible()
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await setOffline(page, false)
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    await page.getByRole('link', { name: 'Command Board' }).click()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await expect(waiting(page)).toHaveCount(0)
    expect(await stored({ founder, service })).toEqual([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })
})

test.describe('decisions without a network', () => {
  test.beforeEach(async ({ founder: { page } }) => {
    await page.goto('/brain')
    await page.getByRole('tab', { name: 'Decisions' }).click()
  })

  const decisionsOf = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const decisions = service.from('decisions').select('title, reason')
    return (await decisions.eq('user_id', await founder.id()).throwOnError()).data
  }

  for (const [what, lose] of [
    ['', (page: Page) => setOffline(page, true)],
    [', also when its response was lost', (page: Page) => loseResponse(page, '**/rest/v1/decisions*')],
  ] as const) {
    test(`a decision waits, and is sent once from another screen when the network is back${what}`, async ({
      founder,
      service,
    }) => {
      const { page } = founder
      await page.getByRole('button', { name: 'Log Decision' }).click()
      const dialog = page.getByRole('dialog', { name: 'Log Decision' })
      await dialog.getByLabel('Title').fill('Raise prices')
      await dialog.getByLabel('Reason').fill('Customers accept it')
      await lose(page)
      await dialog.getByRole('button', { name: 'Log Decision' }).click()
      await expect(dialog).toBeHidden()
      await expect(waiting(page)).toHaveCount(1)
      await page.getByRole('link', { name: 'Command Board' }).click()
      await setOffline(page, false)
      await expect(success(page, 'Decision logged')).toBeVisible()
      await page.getByRole('link', { name: 'Founder Brain' }).click()
      await page.getByRole('tab', { name: 'Decisions' }).click()
      await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(1)
      await expect(waiting(page)).toHaveCount(0)
      expect(await decisionsOf({ founder, service })).toEqual([
        { title: 'Raise prices', reason: 'Customers accept it' },
      ])
    })
  }
})

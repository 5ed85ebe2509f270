import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, type Admin, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const entries = (page: Page) => page.getByRole('article')

/** Its own founders: other stories write to the same log. */
async function changesRunway(admin: Admin, founder: Founder): Promise<void> {
  const { page } = admin
  await admin.opensDetailsOf(founder.firstName)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Runway', exact: true }).click()
  for (const burn of ['20000', '18000']) {
    // The notice of the first one may still be there.
    const saved = page.waitForResponse((answer) => answer.url().includes('/runway_data') && answer.request().method() !== 'GET') // prettier-ignore
    await dialog.getByLabel('Monthly burn').fill(burn)
    await page.keyboard.press('Tab')
    expect((await saved).ok()).toBe(true)
  }
  await page.keyboard.press('Escape')
}

test('the audit says in sentences who did what for whom, with the values before and after; its filters are in the URL', async ({
  founder,
  admin,
}) => {
  const { page } = admin
  await changesRunway(admin, founder)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit' }).click()
  const newest = entries(page).first()
  await expect(newest).toContainText(`changed the runway of ${founder.firstName} Founder: burn 20,000 → 18,000`)
  await newest.getByText('Before and after').click()
  await expect(newest.getByRole('row', { name: 'Monthly burn 20,000 18,000' })).toBeVisible()
  await expectAccessible(page, 'audit')

  await page.getByRole('combobox', { name: 'Founder' }).fill(founder.firstName)
  await page.getByRole('option', { name: `${founder.firstName} Founder` }).click()
  await page.getByRole('combobox', { name: 'Admin' }).selectOption({ index: 1 })
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await expect(page).toHaveURL(/\?founder=[\da-f-]{36}&admin=[\da-f-]{36}&from=2026-01-01$/)
  await expect(entries(page)).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Founder' })).toHaveValue(`${founder.firstName} Founder`)
  await expect(entries(page)).toHaveCount(2)
})

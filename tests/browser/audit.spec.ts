import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, failure, hold, refuse, SESSION_KEY, test, type Admin, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const entries = (page: Page) => page.getByRole('article')

/** Its own founders: other stories write to the same log. */
async function changesRunway(admin: Admin, founder: Founder): Promise<void> {
  const { page } = admin
  await admin.opensDetailsOf(founder.firstName)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Runway', exact: true }).click()
  for (const burn of ['20000', '18000']) {
    await dialog.getByLabel('Monthly burn').fill(burn)
    await page.keyboard.press('Tab')
    await expect(page.getByText('Updated', { exact: true }).first()).toBeVisible()
  }
  await page.keyboard.press('Escape')
}

test('the audit says in sentences who did what for whom, with the values before and after', async ({
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
})

test('filters are in the address: founder, kind, days; a reload and Back show the same', async ({
  founder,
  admin,
  service,
}) => {
  const { page } = admin
  await changesRunway(admin, founder)
  const id = await founder.id()
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Founder' }).fill(founder.firstName)
  await page.getByRole('option', { name: `${founder.firstName} Founder` }).click()
  await expect(page).toHaveURL(`/admin/audit?founder=${id}`)
  await expect(entries(page)).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Founder' })).toHaveValue(`${founder.firstName} Founder`)
  await expect(entries(page)).toHaveCount(2)

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Notes', exact: true }).click()
  await expect(page.getByText('No entry with these filters.')).toBeVisible()
  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Runway' }).click()
  await expect(page).toHaveURL(`/admin/audit?founder=${id}&kind=runway_data`)
  await expect(entries(page)).toHaveCount(2)

  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE')
  await page.getByLabel('From', { exact: true }).fill(tomorrow)
  await expect(page.getByText('No entry with these filters.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill(tomorrow)
  await expect(entries(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Founder' })).toHaveValue('')
  const { count } = await service.from('admin_audit').select('id', { count: 'exact', head: true })
  await expect(entries(page)).toHaveCount(Math.min(count ?? 0, 50))
})

test('an admin is chosen of those who did something', async ({ founder, admin }) => {
  const { page } = admin
  await changesRunway(admin, founder)
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Admin' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(page).toHaveURL(/\?admin=[\da-f-]{36}$/)
  await expect(entries(page).first()).toContainText('changed the runway of')
})

/** Adds notes for a founder as the admin of this page, in one request. */
const addsNotes = (page: Page, founder: string, count: number) =>
  page.evaluate(`(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('${SESSION_KEY}'))
    const { supabaseKey } = await (await fetch('/config.json')).json()
    const note = { user_id: '${founder}', title: 'Buyers', content: 'SSO' }
    const response = await fetch('/rest/v1/notes', {
      method: 'POST',
      headers: { apikey: supabaseKey, Authorization: 'Bearer ' + access_token, 'Content-Type': 'application/json' },
      body: JSON.stringify(Array.from({ length: ${count} }, () => note)),
    })
    if (!response.ok) throw new Error(await response.text())
  })()`)

test('the next fifty entries come at a press, and the focus moves to the first of them', async ({
  founder,
  admin: { page },
}) => {
  const id = await founder.id()
  await addsNotes(page, id, 60)
  await page.goto(`/admin/audit?founder=${id}`)
  await expect(entries(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More Entries' }).focus()
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(60)
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: entries(page) })
      .nth(50),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entries(page).nth(50).getByRole('table')).toContainText('Buyers')
})

test('while it loads and when it fails the screen says so', async ({ admin: { page } }) => {
  const release = await hold(page, '**/rest/v1/rpc/find_audit*')
  await page.goto('/admin/audit')
  await expect(page.getByText('Loading...').first()).toBeAttached()
  release()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  const allow = await refuse(page, '**/rest/v1/rpc/find_audit*')
  await page.reload()
  await expect(failure(page, 'Failed to load the audit')).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-state=failed]')).toHaveCount(0)
})

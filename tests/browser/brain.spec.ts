import { expect, success, test } from './product.ts'

test.use({ founderOpens: 'about:blank' })

test('SPEC 2 notes: an admin’s note is shown read-only with its category', async ({ founder, admin }) => {
  await admin.page.goto('/admin/notes')
  await admin.page.getByRole('combobox', { name: 'Founder' }).click()
  await admin.page.getByRole('option', { name: founder.firstName }).click()
  await admin.page.getByLabel('Title').fill('What buyers fear')
  await admin.page.getByLabel('Content').fill('Lock-in.\nMoving their data.')
  await admin.page.getByRole('button', { name: /Create|Save|Add/ }).click()
  await expect(success(admin.page, 'Note created successfully')).toBeVisible()
  const { page } = founder
  await page.goto('/brain')
  const panel = page.getByRole('tabpanel', { name: 'Notes & Insights' })
  await expect(panel.getByRole('heading', { name: 'What buyers fear' })).toBeVisible()
  await expect(panel.getByText('Buyer insights')).toBeVisible()
  await expect(panel.getByText('Lock-in. Moving their data.')).toBeVisible()
  await expect(panel.getByText('1 total notes (read-only)')).toBeVisible()
})

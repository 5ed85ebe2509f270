import type { Page } from '@playwright/test'
import { dismiss, expect, success, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const note = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'All Notes' })
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Types part of the first name and selects the founder found. */
async function chooses(page: Page, founder: Founder): Promise<void> {
  await page.getByRole('combobox', { name: 'Founder' }).fill(founder.firstName.slice(2).toUpperCase())
  await page.getByRole('option', { name: `${founder.firstName} Founder` }).click()
}

test('SPEC 2 notes: a founder reads the note that an admin writes, until it is deleted', async ({
  founder,
  admin: { page },
}) => {
  const title = `For ${founder.firstName}`
  await page.goto('/admin/notes')
  await chooses(page, founder)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('Lock-in.\nMoving their data.')
  await page.getByRole('button', { name: 'Create Note' }).click()
  await dismiss(success(page, 'Note created successfully'))
  await expect(note(page, title)).toContainText(`${founder.firstName} Founder`)
  await founder.page.goto('/brain')
  const panel = founder.page.getByRole('tabpanel', { name: 'Notes & Insights' })
  await expect(panel.getByText('1 total notes (read-only)')).toBeVisible()
  await expect(panel.getByRole('heading', { name: title })).toBeVisible()
  await expect(panel.getByText('Buyer insights')).toBeVisible()
  await expect(panel.getByText('Lock-in. Moving their data.')).toBeVisible()

  const remove = note(page, title).getByRole('button', { name: `Delete note: ${title}` })
  const question = page.getByRole('alertdialog')
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(note(page, title)).toBeVisible()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(success(page, 'Note deleted successfully')).toBeVisible()
  await expect(note(page, title)).toHaveCount(0)
  await founder.page.reload()
  await expect(founder.page.getByText('0 total notes (read-only)')).toBeVisible()
})

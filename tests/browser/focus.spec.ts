import { expect, notice, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

/** Keyboard users keep their place when the focused element is removed. */

test.describe('decisions', () => {
  const reason = 'They asked'

  test.beforeEach(async ({ founder, service }) => {
    const user_id = await founder.id()
    const rows = ['Raise prices', 'Hire Ben'].map((title) => ({ user_id, title, reason, category: 'Product' }))
    await service.from('decisions').insert(rows).throwOnError()
    await founder.page.goto('/brain')
    await founder.page.getByRole('tab', { name: 'Decisions' }).click()
  })

  test('deleting a decision moves the focus to the next one, and after the last to the card', async ({
    founder: { page },
  }) => {
    const rows = page.getByRole('listitem').filter({ hasText: reason })
    await rows.first().getByRole('button', { name: /^Delete decision/ }).focus() // prettier-ignore
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows).toBeFocused()
    // Edit, delete.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Log Decision' })).toBeFocused()
  })
})

test("admin notes: creating a note moves the focus to the next note's title, deleting it to the list or the form", async ({
  founder,
  admin: { page },
  service,
}) => {
  // The list shows the notes of all founders.
  const [kept, deleted] = [`What ${founder.firstName}'s buyers fear`, `What ${founder.firstName}'s buyers want`]
  const note = { user_id: await founder.id(), title: kept, content: 'Lock-in' }
  await service.from('notes').insert(note).throwOnError()
  await page.goto('/admin/notes')
  await page.getByRole('combobox', { name: 'Founder' }).fill(founder.firstName)
  await page.getByRole('option', { name: `${founder.firstName} Founder` }).click()
  await page.getByLabel('Title').fill(deleted)
  await page.getByLabel('Content').fill('A way out')
  await page.getByRole('button', { name: 'Create Note' }).focus()
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Note created successfully')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.getByRole('button', { name: `Delete note: ${deleted}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: deleted })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: kept })).toBeFocused()
})

test('saving the check-in moves the focus to the next button; a goal that is removed after a click elsewhere moves none', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await page.goto('/')
  await founder.completesCheckIn({ mood: 'Good', wins: 'Two demos', nextPriority: 'Pricing' })
  await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'View All Check-ins' })).toBeFocused()
  await founder.addsGoal('Ten demos')
  await page.getByRole('checkbox', { name: 'Ten demos' }).focus()
  await page.getByRole('heading', { level: 1 }).click()
  await service.from('goals').delete().eq('user_id', await founder.id()) // prettier-ignore
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await expect(page.getByPlaceholder('Add a goal...')).not.toBeFocused()
})

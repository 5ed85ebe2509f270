import type { Page } from '@playwright/test'
import { allowWrites, dismiss, expect, failure, loseWrites, refuse, success, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const create = (page: Page) => page.getByRole('button', { name: 'Create Note' })
const all = (page: Page) => page.getByRole('region', { name: 'All Notes' })
const note = (page: Page, title: string) =>
  all(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Types part of the first name and selects the founder found. */
async function chooses(page: Page, founder: Founder): Promise<void> {
  await page.getByRole('combobox', { name: 'Founder' }).fill(founder.firstName.slice(2).toUpperCase())
  await page.getByRole('option', { name: `${founder.firstName} Founder` }).click()
}

test('SPEC 2 notes: a founder is found by part of the name only', async ({ founder, admin: { page } }) => {
  await page.goto('/admin/notes')
  const choice = page.getByRole('combobox', { name: 'Founder' })
  await choice.fill('no such founder')
  await expect(page.getByText('No founder with that name.')).toBeVisible()
  await choice.fill(founder.firstName.slice(2).toUpperCase())
  await expect(page.getByRole('option')).toHaveText([`${founder.firstName} Founder`])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue(`${founder.firstName} Founder`)
})

test('SPEC 2 notes: submitting twice creates one note', async ({ founder, admin: { page }, service }) => {
  const title = `What ${founder.firstName} fears`
  await page.goto('/admin/notes')
  await chooses(page, founder)
  await page.getByLabel('Content').fill('Lock-in')
  await page.getByLabel('Title').fill(title)
  await page.evaluate(
    `(() => { const form = document.querySelector('main form'); form.requestSubmit(); form.requestSubmit() })()`,
  )
  await expect(note(page, title)).toBeVisible()
  await expect(create(page)).toHaveText('Create Note')
  const { data } = await service
    .from('notes')
    .select('title')
    .eq('user_id', await founder.id())
  expect(data).toHaveLength(1)
})

test('SPEC 5 notes: founder, title and content are required', async ({ founder, admin: { page } }) => {
  await page.goto('/admin/notes')
  await expect(create(page)).toBeDisabled()
  await page.getByLabel('Title').fill('What buyers fear')
  await page.getByLabel('Content').fill('Lock-in')
  await expect(create(page)).toBeDisabled()
  await chooses(page, founder)
  await expect(create(page)).toBeEnabled()
  for (const field of ['Title', 'Content']) {
    const typed = await page.getByLabel(field).inputValue()
    await page.getByLabel(field).fill('  ')
    await expect(create(page)).toBeDisabled()
    await page.getByLabel(field).fill(typed)
    await expect(create(page)).toBeEnabled()
  }
})

test('SPEC 3 notes: the category is buyer-insights unless another is typed; the founder reads the note', async ({
  founder,
  admin: { page },
  service,
}) => {
  await page.goto('/admin/notes')
  await expect(page.getByLabel('Category')).toHaveValue('buyer-insights')
  await chooses(page, founder)
  await page.getByLabel('Title').fill('What buyers fear')
  await page.getByLabel('Content').fill('Lock-in')
  await create(page).click()
  await dismiss(success(page, 'Note created successfully'))
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Content')).toHaveValue('')

  await page.getByLabel('Category').fill('pricing')
  await page.getByLabel('Title').fill('What buyers pay')
  await page.getByLabel('Content').fill('Little')
  await create(page).click()
  await expect(success(page, 'Note created successfully')).toBeVisible()
  await expect(page.getByLabel('Category')).toHaveValue('buyer-insights')

  const { data } = await service
    .from('notes')
    .select('title, category, content')
    .eq('user_id', await founder.id())
    .order('created_at')
  expect(data).toEqual([
    { title: 'What buyers fear', category: 'buyer-insights', content: 'Lock-in' },
    { title: 'What buyers pay', category: 'pricing', content: 'Little' },
  ])
  await founder.page.goto('/brain')
  await expect(founder.page.getByText('2 total notes (read-only)')).toBeVisible()
  await expect(founder.page.getByRole('heading', { name: 'What buyers fear' })).toBeVisible()
})

test('SPEC 7 notes: all founders’ notes are listed, newest first, each with its owner; 10 at a time', async ({
  founder,
  admin: { page },
  service,
}) => {
  const user_id = await founder.id()
  const made = await service.auth.admin.createUser({
    email_confirm: true,
    email: `second-${founder.email}`,
    user_metadata: { first_name: 'Ben', last_name: 'Second' },
  })
  // Later than the rows of any other test.
  const at = (minute: number) => new Date(Date.UTC(2100, 0, 1, 0, minute)).toISOString()
  const numbers = Array.from({ length: 15 }, (_, index) => 15 - index)
  const notes = numbers.map((n) => ({ user_id, title: `Note ${n}`, content: 'Text', created_at: at(n) }))
  const bens = { user_id: made.data.user?.id ?? '', title: 'About Ben', content: 'Text', created_at: at(30) }
  await service
    .from('notes')
    .insert([...notes, bens])
    .throwOnError()
  await page.goto('/admin/notes')
  const titles = all(page).getByRole('article').getByRole('heading')
  const expected = ['About Ben', ...numbers.map((n) => `Note ${n}`)]
  await expect(titles).toHaveText(expected.slice(0, 10))
  await expect(note(page, 'About Ben')).toContainText('Ben Second · Jan 1, 2100')
  await expect(note(page, 'Note 15')).toContainText(`${founder.firstName} Founder`)
  await page.getByRole('button', { name: 'Load More Notes' }).click()
  await expect(titles.nth(15)).toHaveText('Note 1')
  expect((await titles.allTextContents()).slice(0, 16)).toEqual(expected)
  await service.from('notes').delete().gte('created_at', at(0)).throwOnError()
})

test('SPEC 2 notes: a note is deleted after confirmation, for the founder too', async ({
  founder,
  admin: { page },
  service,
}) => {
  const title = `For ${founder.firstName}`
  await service.from('notes').insert({ user_id: await founder.id(), title, content: 'Text' }).throwOnError() // prettier-ignore
  await page.goto('/admin/notes')
  const remove = note(page, title).getByRole('button', { name: `Delete note: ${title}` })
  page.once('dialog', (question) => void question.dismiss())
  await remove.click()
  await expect(note(page, title)).toBeVisible()
  page.once('dialog', (question) => void question.accept())
  await remove.click()
  await expect(success(page, 'Note deleted successfully')).toBeVisible()
  await expect(note(page, title)).toHaveCount(0)
  await founder.page.goto('/brain')
  await expect(founder.page.getByText('0 total notes (read-only)')).toBeVisible()
})

test('SPEC 8 notes: a failed save shows an error and keeps the form; a failed deletion restores the note', async ({
  founder,
  admin: { page },
}) => {
  const title = `For ${founder.firstName}`
  await page.goto('/admin/notes')
  await loseWrites(page, 'notes')
  await chooses(page, founder)
  await page.getByLabel('Category').fill('pricing')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('Lock-in')
  await create(page).click()
  await expect(failure(page, 'Failed to save note')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Founder' })).toHaveValue(`${founder.firstName} Founder`)
  await expect(page.getByLabel('Category')).toHaveValue('pricing')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Content')).toHaveValue('Lock-in')
  await allowWrites(page, 'notes')
  await create(page).click()
  await expect(success(page, 'Note created successfully')).toBeVisible()
  await expect(note(page, title)).toBeVisible()

  await loseWrites(page, 'notes')
  page.once('dialog', (question) => void question.accept())
  await note(page, title).getByRole('button', { name: 'Delete note' }).click()
  await expect(failure(page, 'Failed to delete note')).toBeVisible()
  await expect(note(page, title)).toBeVisible()
})

test('SPEC 2 notes: an unsaved note survives leaving the screen and a reload', async ({ founder, admin: { page } }) => {
  await page.goto('/admin/notes')
  await chooses(page, founder)
  await page.getByLabel('Title').fill('Half a note')
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  await page.goto('/admin/notes')
  await expect(page.getByRole('combobox', { name: 'Founder' })).toHaveValue(`${founder.firstName} Founder`)
  await expect(page.getByLabel('Title')).toHaveValue('Half a note')
})

test('SPEC 8 notes: shows an error when the list fails to load, with a retry', async ({ admin: { page } }) => {
  const allow = await refuse(page, '**/rest/v1/notes*')
  await page.goto('/admin/notes')
  await expect(failure(page, 'Failed to load notes').first()).toBeVisible()
  await allow()
  await all(page).getByRole('button', { name: 'Try again' }).click()
  await expect(all(page).getByRole('article').first().or(page.getByText('No notes yet.'))).toBeVisible()
})

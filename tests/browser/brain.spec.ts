import type { Page } from '@playwright/test'
import { expect, failure, refuse, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

/** Numbers from `most` down to 1: a list that is newest first. */
const downFrom = (most: number) => Array.from({ length: most }, (_, index) => most - index)

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
const mondayOf = (number: number) => new Date(Date.UTC(2026, 0, 5 + 7 * (number - 1))).toISOString().slice(0, 10)

async function opens(page: Page, tab: string): Promise<void> {
  await page.goto('/brain')
  await page.getByRole('tab', { name: tab }).click()
}

/** Shows ten rows, ten more with each press, then no button. */
async function loadsInTens(page: Page, row: RegExp, names: string[], button: string): Promise<void> {
  const rows = page.getByRole('tabpanel').getByText(row)
  await expect(rows).toHaveText(names.slice(0, 10))
  await page.getByRole('button', { name: button }).click()
  await expect(rows).toHaveText(names.slice(0, 20))
  await page.getByRole('button', { name: button }).click()
  await expect(rows).toHaveText(names)
  await expect(page.getByRole('button', { name: button })).toBeHidden()
}

test('SPEC 2 brain: three tabs, Notes & Insights first', async ({ founder: { page } }) => {
  await page.goto('/brain')
  await expect(page.getByRole('tab')).toHaveText(['Notes & Insights', 'Decisions', 'Weekly Check-ins'])
  await expect(page.getByRole('tab', { name: 'Notes & Insights' })).toHaveAttribute('aria-selected', 'true')
})

test.describe('notes', () => {
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
    await expect(panel.getByText('buyer-insights')).toBeVisible()
    await expect(panel.getByText('Lock-in. Moving their data.')).toBeVisible()
    await expect(panel.getByText('1 total notes (read-only)')).toBeVisible()
    await expect(panel.getByRole('button')).toHaveCount(0)
    await expect(panel.getByRole('textbox')).toHaveCount(0)
  })

  test('SPEC 9 notes: 10 of 25, newest first; Load More Notes adds 10; the count is of all', async ({
    founder,
    service,
  }) => {
    const user_id = await founder.id()
    const notes = downFrom(25).map((n) => ({ user_id, title: `Note ${n}`, content: 'Text', created_at: dayOf(n) }))
    await service.from('notes').insert(notes).throwOnError()
    await founder.page.goto('/brain')
    await expect(founder.page.getByText('25 total notes (read-only)')).toBeVisible()
    await loadsInTens(founder.page, /^Note \d+$/, downFrom(25).map((n) => `Note ${n}`), 'Load More Notes') // prettier-ignore
    await expect(founder.page.getByText('25 total notes (read-only)')).toBeVisible()
  })

  test('SPEC 9 notes: exactly 10 notes have no Load More button', async ({ founder, service }) => {
    const user_id = await founder.id()
    const notes = downFrom(10).map((n) => ({ user_id, title: `Note ${n}`, content: 'Text' }))
    await service.from('notes').insert(notes).throwOnError()
    await founder.page.goto('/brain')
    await expect(founder.page.getByText(/^Note \d+$/)).toHaveCount(10)
    await expect(founder.page.getByRole('button', { name: 'Load More Notes' })).toBeHidden()
  })

  test('SPEC 2 notes: the empty list shows "0 total notes (read-only)"', async ({ founder: { page } }) => {
    await page.goto('/brain')
    await expect(page.getByText('0 total notes (read-only)')).toBeVisible()
  })
})

test.describe('decisions', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Log Decision' })
  const open = (page: Page) => page.getByRole('button', { name: 'Log Decision' }).click()
  const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Log Decision' })

  test('a long decision title without spaces stays inside its card and the confirmation, also at 390 px', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await page.setViewportSize({ width: 390, height: 844 })
    const title = 'W'.repeat(200)
    await service
      .from('decisions')
      .insert({ user_id: await founder.id(), title, reason: 'R' })
      .throwOnError()
    await opens(page, 'Decisions')
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: `Delete decision: ${title}` }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    const box = await page.getByText('will be deleted permanently').boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan(390)
  })

  test('SPEC 5 decisions: title and reason are required', async ({ founder: { page } }) => {
    await opens(page, 'Decisions')
    await open(page)
    await expect(submit(page)).toBeDisabled()
    await dialogOf(page).getByLabel('Title').fill('Raise prices')
    await dialogOf(page).getByLabel('Reason').fill('  ')
    await expect(submit(page)).toBeDisabled()
    await dialogOf(page).getByLabel('Reason').fill('No one says no')
    await expect(submit(page)).toBeEnabled()
    await dialogOf(page).getByLabel('Title').fill(' ')
    await expect(submit(page)).toBeDisabled()
  })

  test('SPEC 4 decisions: a new decision has the category Product, is neutral and has no result', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await opens(page, 'Decisions')
    await open(page)
    await expect(dialogOf(page).getByLabel('Category')).toHaveValue('Product')
    await dialogOf(page).getByLabel('Title').fill('Raise prices')
    await dialogOf(page).getByLabel('Reason').fill('No one says no')
    await submit(page).click()
    await expect(success(page, 'Decision logged')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
    await expect(page.getByText('No one says no')).toBeVisible()
    const { data } = await service
      .from('decisions')
      .select()
      .eq('user_id', await founder.id())
    expect(data).toMatchObject([
      { title: 'Raise prices', reason: 'No one says no', category: 'Product', impact: 'neutral', result: '' },
    ])
  })

  test('SPEC 4 decisions: the form is empty after a decision is logged', async ({ founder: { page } }) => {
    await opens(page, 'Decisions')
    await open(page)
    await dialogOf(page).getByLabel('Title').fill('Raise prices')
    await dialogOf(page).getByLabel('Reason').fill('No one says no')
    await submit(page).click()
    await expect(success(page, 'Decision logged')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    await open(page)
    await expect(dialogOf(page).getByLabel('Title')).toHaveValue('', { timeout: 2000 })
  })

  test('SPEC 2 decisions: typed text survives closing the dialog and a reload', async ({ founder: { page } }) => {
    await opens(page, 'Decisions')
    await open(page)
    await dialogOf(page).getByLabel('Title').fill('Raise prices')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await page.reload()
    await page.getByRole('tab', { name: 'Decisions' }).click()
    await open(page)
    await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Raise prices')
  })

  test('SPEC 6 decisions: founders delete their own decisions', async ({ founder, service }) => {
    const { page } = founder
    const user_id = await founder.id()
    const [keep, drop] = ['Hire a designer', 'Raise prices'].map((title) => ({ user_id, title, reason: 'Because' }))
    await service.from('decisions').insert([keep!, drop!]).throwOnError()
    await opens(page, 'Decisions')
    await page.getByRole('button', { name: /Delete.*Raise prices/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
    await page.getByRole('button', { name: /Delete.*Raise prices/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(success(page, 'Decision deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeHidden()
    await page.reload()
    await page.getByRole('tab', { name: 'Decisions' }).click()
    await expect(page.getByRole('heading', { name: 'Hire a designer' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeHidden()
  })

  test('SPEC 4 decisions: shows the impact and result that the admin entered', async ({ founder, service }) => {
    const { page } = founder
    const rated = {
      title: 'Raise prices',
      reason: 'Because',
      impact: 'positive',
      result: 'Churn did not move',
    } as const
    await service.from('decisions').insert({ ...rated, user_id: await founder.id() }).throwOnError() // prettier-ignore
    await opens(page, 'Decisions')
    await expect(page.getByText('Positive', { exact: true })).toBeVisible()
    await expect(page.getByText('Churn did not move')).toBeVisible()
  })

  test('SPEC 9 decisions: 10 of 25, newest first; Load More Decisions adds 10', async ({ founder, service }) => {
    const user_id = await founder.id()
    const decisions = downFrom(25).map((n) => ({ user_id, title: `Choice ${n}`, reason: 'Why', created_at: dayOf(n) }))
    await service.from('decisions').insert(decisions).throwOnError()
    await opens(founder.page, 'Decisions')
    await loadsInTens(founder.page, /^Choice \d+$/, downFrom(25).map((n) => `Choice ${n}`), 'Load More Decisions') // prettier-ignore
  })
})

test.describe('check-ins', () => {
  test('SPEC 2 check-ins: the empty state links to /', async ({ founder: { page } }) => {
    await opens(page, 'Weekly Check-ins')
    await page.getByRole('tabpanel').getByRole('button').or(page.getByRole('tabpanel').getByRole('link')).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })

  test('SPEC 3 check-ins: a check-in shows its week, mood, texts, and the AI summary if there is one', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const texts = { wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing' }
    await service
      .from('weekly_checkins')
      .insert([
        { ...texts, user_id, week_of: '2026-03-02', mood: 5, ai_summary: 'A week of selling' },
        { ...texts, user_id, week_of: '2026-02-23', mood: 1, ai_summary: null },
      ])
      .throwOnError()
    await opens(page, 'Weekly Check-ins')
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText(['Week of Mar 2, 2026', 'Week of Feb 23, 2026'])
    await expect(panel.getByText('Crushing it')).toBeVisible()
    await expect(panel.getByText('Struggling')).toBeVisible()
    for (const text of Object.values(texts)) await expect(panel.getByText(text, { exact: true })).toHaveCount(2)
    await expect(panel.getByText('A week of selling')).toHaveCount(1)
    await expect(panel.getByText('Summary')).toHaveCount(1)
  })

  test('SPEC 9 check-ins: 10 of 25, newest week first; Load More Check-ins adds 10', async ({ founder, service }) => {
    const user_id = await founder.id()
    const rows = downFrom(25).map((n) => ({ user_id, week_of: mondayOf(n), wins: `Win ${n}`, next_priority: 'More' }))
    await service.from('weekly_checkins').insert(rows).throwOnError()
    await opens(founder.page, 'Weekly Check-ins')
    await loadsInTens(founder.page, /^Win \d+$/, downFrom(25).map((n) => `Win ${n}`), 'Load More Check-ins') // prettier-ignore
  })
})

for (const { tab, table, message } of [
  { tab: 'Notes & Insights', table: 'notes', message: 'Failed to load notes' },
  { tab: 'Decisions', table: 'decisions', message: 'Failed to load decisions' },
  { tab: 'Weekly Check-ins', table: 'weekly_checkins', message: 'Failed to load check-ins' },
]) {
  test(`SPEC 8 brain: "${message}", with a retry`, async ({ founder: { page } }) => {
    const allow = await refuse(page, `**/rest/v1/${table}*`)
    await opens(page, tab)
    await expect(failure(page, message).first()).toBeVisible()
    await allow()
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(/^No |yet|^0 total/)
        .first(),
    ).toBeVisible()
  })
}

import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, failure, refuse, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const NO_USER = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

const card = (page: Page) => page.getByRole('region', { name: 'Founders who need you' })
const item = (page: Page, { firstName }: Founder) => card(page).getByRole('listitem').filter({ hasText: `${firstName} Founder` }) // prettier-ignore

/** The Monday of this week, or of earlier ones, UTC. */
function monday(weeksAgo = 0) {
  const today = new Date()
  const days = ((today.getUTCDay() + 6) % 7) + 7 * weeksAgo
  return new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}

test.beforeEach(async ({ founder, service }) => {
  for (const table of ['runway_data', 'weekly_checkins', 'squad_messages', 'traction_loops', 'goals'] as const)
    await service.from(table).delete().neq('user_id', NO_USER).throwOnError()
  const user_id = await founder.id()
  const checkIn = { user_id, wins: 'Two demos', next_priority: 'Call Leeds' }
  await service
    .from('weekly_checkins')
    .insert([
      { ...checkIn, week_of: monday(1), mood: 4 },
      { ...checkIn, week_of: monday(), mood: 2 },
    ])
    .throwOnError()
  await service
    .from('runway_data')
    .insert({ user_id, bank_balance: 42_000, monthly_revenue: 0, monthly_burn: 10_000 })
    .throwOnError()
})

test('a founder at risk is listed with reasons in words, which lead to the conversation', async ({
  founder,
  admin: { page },
}) => {
  await page.goto('/admin')
  await expect(item(page, founder)).toContainText('Runway 4.2 months')
  await expect(item(page, founder)).toContainText('Mood fell from 4 to 2')
  await expect(card(page)).toContainText('1 at risk')
  await item(page, founder)
    .getByRole('link', { name: `${founder.firstName} Founder` })
    .click()
  await expect(page).toHaveURL(`/admin/squad?founder=${await founder.id()}`)
  const beside = page.getByRole('complementary', { name: `How ${founder.firstName} Founder is doing` })
  await expect(beside).toContainText('At riskRunway 4.2 monthsMood fell from 4 to 2')
})

test('each reason leads to what shows it: the details at a tab, or the conversation', async ({
  founder,
  admin: { page },
  service,
}) => {
  const user_id = await founder.id()
  const created_at = new Date(Date.now() - 3 * DAY_MS).toISOString()
  await service.from('squad_messages').insert({ user_id, content: 'Which price?', created_at }).throwOnError()
  await page.goto('/admin')
  await item(page, founder).getByRole('link', { name: 'Message unanswered for 3 days' }).click()
  await expect(page).toHaveURL(`/admin/squad?founder=${user_id}`)
  await page.goBack()
  await item(page, founder).getByRole('link', { name: 'Mood fell from 4 to 2' }).click()
  const details = page.getByRole('dialog', { name: `${founder.firstName} Founder` })
  await expect(details.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await item(page, founder).getByRole('link', { name: 'Runway 4.2 months' }).click()
  await expect(page).toHaveURL(`/admin/users?founder=${user_id}&tab=runway`)
  await expect(details.getByRole('tab', { name: 'Runway' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(details.getByRole('tabpanel')).toContainText('Bank balance')
  await expectAccessible(page, 'details at a tab')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/users')
  await expect(details).toHaveCount(0)
  await page.goto(`/admin/users?founder=${NO_USER}`)
  await expect(page.getByText('This founder does not exist any more.')).toBeVisible()
})

test('a founder is snoozed until a day, with a reason, and comes back when the snooze is ended', async ({
  founder,
  admin: { page },
}) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: `Snooze ${founder.firstName} Founder` }).click()
  const dialog = page.getByRole('dialog', { name: `Snooze ${founder.firstName} Founder` })
  await expect(dialog.getByRole('button', { name: 'Snooze' })).toBeDisabled()
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10))
  await dialog.getByLabel('Reason').fill('On holiday')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page).getByText('Nobody needs you right now. Nice work!')).toBeVisible()
  await card(page).getByRole('button', { name: 'Snoozed' }).click()
  await expect(item(page, founder)).toContainText(/Snoozed until .*: On holiday/)
  await page.getByRole('button', { name: `End snooze of ${founder.firstName} Founder` }).click()
  await expect(card(page).getByText('Nobody is snoozed.')).toBeVisible()
  await card(page).getByRole('button', { name: 'Snoozed' }).click()
  await expect(item(page, founder)).toContainText('Runway 4.2 months')
})

test('thresholds are changed for the team, and an empty one switches its rule off', async ({
  founder,
  admin: { page },
}) => {
  await page.goto('/admin')
  const dialog = page.getByRole('dialog', { name: 'Thresholds' })
  const change = async (runway: string, mood: string) => {
    await card(page).getByRole('button', { name: 'Thresholds' }).click()
    await dialog.getByLabel('Runway under').fill(runway)
    await dialog.getByLabel('Mood fell by').fill(mood)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await change('4', '')
  await expect(dialog).toHaveCount(0)
  await expect(item(page, founder).getByRole('listitem')).toHaveText(['Mood low: 2 of 5'])
  await page.reload()
  await change('37', '2')
  await expect(dialog.getByLabel('Runway under')).toBeFocused()
  await dialog.getByLabel('Runway under').fill('6')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item(page, founder).getByRole('listitem')).toHaveText(['Runway 4.2 months', 'Mood fell from 4 to 2'])
})

test('saving thresholds leaves those that a colleague has changed meanwhile', async ({ admin: { page }, service }) => {
  const set = (runway_months: number, unseen_days: number) =>
    service.from('radar_thresholds').update({ runway_months, unseen_days }).eq('id', true).throwOnError()
  const stored = async () =>
    (await service.from('radar_thresholds').select('runway_months, unseen_days').single().throwOnError()).data
  const before = await stored()
  await set(6, 21)
  await page.goto('/admin')
  await card(page).getByRole('button', { name: 'Thresholds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Thresholds' })
  await expect(dialog.getByLabel('Not seen for')).toHaveValue('21')
  await set(6, 30)
  await dialog.getByLabel('Runway under').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stored()).toEqual({ runway_months: 5, unseen_days: 30 })
  await set(before.runway_months ?? 6, before.unseen_days ?? 21)
})

test('a failed list says so and is tried again', async ({ founder, admin: { page } }) => {
  const allow = await refuse(page, '**/rest/v1/rpc/founders_at_risk*')
  await page.goto('/admin')
  await expect(failure(page, 'Failed to load the founders who need you')).toBeVisible()
  await allow()
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(item(page, founder)).toBeVisible()
})

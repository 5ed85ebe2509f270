import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, type Founder } from './product.ts'

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

test('a founder at risk is listed with reasons in words, which lead to the details at a tab, and a way to the conversation', async ({
  founder,
  admin: { page },
}) => {
  const user_id = await founder.id()
  await page.goto('/admin')
  await expect(item(page, founder)).toContainText('Runway 4.2 months')
  await expect(item(page, founder)).toContainText('Mood fell from 4 to 2')
  await expect(card(page)).toContainText('1 at risk')
  await item(page, founder)
    .getByRole('button', { name: `Message ${founder.firstName} Founder` })
    .click()
  await expect(page).toHaveURL(`/admin/squad?founder=${user_id}`)
  const beside = page.getByRole('complementary', { name: `How ${founder.firstName} Founder is doing` })
  await expect(beside).toContainText('At riskRunway 4.2 monthsMood fell from 4 to 2')
  await page.goBack()
  await item(page, founder).getByRole('link', { name: 'Runway 4.2 months' }).click()
  await expect(page).toHaveURL(`/admin/users?founder=${user_id}&tab=runway`)
  const details = page.getByRole('dialog', { name: `${founder.firstName} Founder` })
  await expect(details.getByRole('tab', { name: 'Runway' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(details.getByRole('tabpanel')).toContainText('Bank balance')
  await expectAccessible(page, 'details at a tab')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/users')
  await expect(details).toHaveCount(0)
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

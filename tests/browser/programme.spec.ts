import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const monday = (weeksAgo: number) => {
  const today = new Date()
  const days = ((today.getUTCDay() + 6) % 7) + 7 * weeksAgo
  return new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const chart = (page: Page, title: string) => card(page, title).getByRole('slider')
const list = (page: Page, label: string) => page.getByRole('combobox', { name: label })
const choose = async (page: Page, label: string, option: string | RegExp) => {
  const found = list(page, label).locator('option').filter({ hasText: option })
  return list(page, label).selectOption({ label: await found.innerText() })
}

/**
 * A founder who joined in a month in which no other one did, checked in twice and got an answer after two hours and a half.
 * @returns the month as in the URL
 */
async function addRecords(founder: Founder, service: Service): Promise<string> {
  const user_id = await founder.id()
  const month = `${1960 + Math.floor(40 * Math.random())}-${String(1 + Math.floor(12 * Math.random())).padStart(2, '0')}`
  await service
    .from('profiles')
    .update({ created_at: `${month}-15T09:00:00Z` })
    .eq('id', user_id)
    .throwOnError()
  for (const [weeks, mood] of [
    [2, 2],
    [1, 5],
  ] as const)
    await service
      .from('weekly_checkins')
      .insert({ user_id, week_of: monday(weeks), wins: 'Two demos', next_priority: 'Pricing', mood })
      .throwOnError()
  for (const [sender_type, time] of [
    ['user', '10:00'],
    ['squad', '12:30'],
  ] as const) {
    const sender_name = sender_type === 'squad' ? 'Team' : null
    await service
      .from('squad_messages')
      .insert({ user_id, content: 'Hello', sender_type, sender_name, created_at: `${monday(1)}T${time}:00Z` })
      .throwOnError()
  }
  return month
}

test('a cohort’s weeks stand beside those of all founders, as charts and as tables; the URL keeps the choice', async ({
  founder,
  admin: { page },
  service,
}) => {
  const month = await addRecords(founder, service)
  const cohort = new RegExp(`^Joined in \\w+ ${month.slice(0, 4)} \\(1\\)$`)
  await page.goto('/admin/programme')
  await choose(page, 'Founders', cohort)
  await expect(page).toHaveURL(`/admin/programme?cohort=${month}`)
  await expect(card(page, 'Check-ins')).toContainText('Last week: 100% (1 of 1). This week so far: 0% (0 of 1).')
  await expect(card(page, 'Mood')).toContainText('Last week: Crushing it.')
  await expect(card(page, 'Answers of the squad')).toContainText('Last week: 2 h 30 min (1 answer).')
  await expect(card(page, 'Conversions').getByText('Nothing recorded in these weeks.')).toBeVisible()

  await chart(page, 'Mood').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page, 'Mood')).toHaveAttribute('aria-valuetext', /: Tough$/)
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page, 'Mood')).toHaveAttribute('aria-valuetext', /: nothing recorded$/)

  await choose(page, 'Compare with', 'All founders')
  await choose(page, 'Weeks', '12 weeks')
  await expect(card(page, 'Mood').getByRole('list')).toContainText('All founders')
  await page.reload()
  await expect(list(page, 'Compare with').locator(':checked')).toHaveText('All founders')
  await card(page, 'Check-ins').getByText('Show as a table').click()
  const rows = card(page, 'Check-ins').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.nth(0)).toHaveText(/Week ofJoined in .*All founders/)
  await expect(rows.nth(1)).toContainText('100%')
  await expectAccessible(page, 'programme, two cohorts')
})

// Other stories count founders at risk, such as those who joined long ago and never checked in.
test.afterEach(async ({ founder, service }) => {
  const created_at = new Date().toISOString()
  await service
    .from('profiles')
    .update({ created_at })
    .eq('id', await founder.id())
    .throwOnError()
})

import type { Page } from '@playwright/test'
import { weekOf } from '../../domain/week.ts'
import { expectAccessible } from './axe.ts'
import { expect, refuse, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const DAY_MS = 86_400_000
/** The Monday of a week, that many weeks ago, and a moment in that week. */
const monday = (weeksAgo: number) => weekOf(new Date(Date.now() - weeksAgo * 7 * DAY_MS), 'UTC')
const during = (weeksAgo: number) => `${monday(weeksAgo)}T00:00:01Z`

const total = (page: Page, label: string) => page.locator('dt', { hasText: label }).locator('..')
const chart = (page: Page, name: string) => page.getByRole('slider', { name })

/** A loop with a point in each of the last three weeks: 10, 40 and 60 messages. */
async function addHistory(founder: Founder, service: Service, name = 'Outreach') {
  const user_id = await founder.id()
  const loop = { user_id, name, messages: 60, demos: 12, conversions: 3, created_at: during(2) }
  const { data } = await service.from('traction_loops').insert(loop).select().single().throwOnError()
  const point = { user_id, loop_id: data.id, status: 'running', conversions: 0, demos: 0 } as const
  await service
    .from('traction_points')
    .insert([
      { ...point, day: monday(2), messages: 10 },
      { ...point, day: monday(1), messages: 40 },
    ])
    .throwOnError()
  return data.id
}

test('traction: each total says how it has changed since last week, and follows an admin’s changes', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const id = await addHistory(founder, service)
  await page.goto('/traction')
  await expect(total(page, 'Messages Sent')).toContainText('+20 since last week')
  await expect(total(page, 'Demos Booked')).toContainText('+12 since last week')
  await expect(total(page, 'Active Loops')).toContainText('As last week')
  await service.from('traction_loops').update({ messages: 1565 }).eq('id', id).throwOnError()
  await expect(total(page, 'Messages Sent')).toContainText('1,565')
  await expect(total(page, 'Messages Sent')).toContainText('+1,525 since last week')
})

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
  [320, 640],
] as const) {
  test(`traction: the lines of the totals stay inside their cards at ${width} px`, async ({ founder, service }) => {
    const { page } = founder
    await page.setViewportSize({ width, height })
    await addHistory(founder, service)
    await page.goto('/traction')
    for (const label of ['Total Conversions', 'Demos Booked', 'Messages Sent', 'Active Loops']) {
      // The lines arrive after the totals, and the cards grow with them.
      await expect(async () => {
        const line = await total(page, label).locator('svg').boundingBox()
        const card = await total(page, label).boundingBox()
        expect(line!.x).toBeGreaterThanOrEqual(card!.x)
        expect(line!.x + line!.width).toBeLessThanOrEqual(card!.x + card!.width - 8)
        expect(line!.y + line!.height).toBeLessThanOrEqual(card!.y + card!.height - 8)
      }).toPass()
    }
  })
}

test('traction: on a phone the four totals and the first bars are within the first screen', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await page.setViewportSize({ width: 390, height: 844 })
  await addHistory(founder, service)
  await page.goto('/traction')
  await expect(total(page, 'Active Loops')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Week by Week' })).toBeInViewport({ ratio: 1 })
})

test('traction: the chart by week is read with the arrow keys, and a table says the same', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await addHistory(founder, service)
  await page.goto('/traction')
  await page.getByRole('combobox', { name: 'Count' }).click()
  await page.getByRole('option', { name: 'Messages' }).click()
  const weeks = chart(page, 'Messages added by week')
  await expect(weeks).toHaveAttribute('aria-valuetext', /^Week of \w+ \d+, \d+, so far: 20$/)
  await weeks.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(weeks).toHaveAttribute('aria-valuetext', /^Week of \w+ \d+, \d+: 30$/)
  await page.keyboard.press('Home')
  await expect(weeks).toHaveAttribute('aria-valuetext', /: 10$/)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Messages added by week' }).getByRole('cell')).toHaveText([
    '20', '30', '10',
  ]) // prettier-ignore
  await expect(page.getByRole('rowheader')).toHaveText([/\(so far\)$/, /\d$/, /\d$/])
})

test('traction: the chart shows one loop, which shows its rates', async ({ founder, service }) => {
  const { page } = founder
  await addHistory(founder, service)
  await service
    .from('traction_loops')
    .insert({ user_id: await founder.id(), name: 'Webinars', conversions: 5, demos: 10, messages: 40 })
    .throwOnError()
  await page.goto('/traction')
  await expect(chart(page, 'Conversions added by week')).toHaveAttribute('aria-valuetext', /: 8$/)
  await page.getByRole('combobox', { name: 'Loop', exact: true }).click()
  await page.getByRole('option', { name: 'Webinars' }).click()
  await expect(chart(page, 'Conversions added by week')).toHaveAttribute('aria-valuetext', /: 5$/)
  const webinars = page.getByRole('listitem').filter({ hasText: 'Webinars' })
  await expect(webinars).toContainText('Messages to demos25%')
  await expect(webinars).toContainText('Demos to conversions50%')
})

test('traction: the chart shows 12 weeks, 26 or all', async ({ founder, service }) => {
  const { page } = founder
  const loop_id = await addHistory(founder, service)
  const first = {
    user_id: await founder.id(),
    loop_id,
    status: 'running',
    conversions: 0,
    demos: 0,
    messages: 2,
  } as const
  await service
    .from('traction_points')
    .insert({ ...first, day: monday(30) })
    .throwOnError()
  await service
    .from('traction_loops')
    .update({ created_at: during(30) })
    .eq('id', loop_id)
    .throwOnError()
  await page.goto('/traction')
  const weeks = chart(page, 'Conversions added by week')
  const lastWeek = async (index: number) => expect(weeks).toHaveAttribute('aria-valuemax', String(index))
  const choose = async (range: string) => {
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: range }).click()
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveText(range)
  }
  await lastWeek(11)
  await choose('26 weeks')
  await lastWeek(25)
  await choose('All weeks')
  await lastWeek(30)
  await choose('12 weeks')
  await lastWeek(11)
})

test('traction: a history that does not load says so, beside loops that did', async ({ founder, service }) => {
  const { page } = founder
  await addHistory(founder, service)
  const allow = await refuse(page, '**/rest/v1/rpc/traction_history*')
  await page.goto('/traction')
  await expect(page.getByText('Failed to load the weeks of your loops').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Outreach' })).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chart(page, 'Conversions added by week')).toBeVisible()
})

test('Founder Brain: mood and completed goals by week, with gaps where nothing is recorded', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await page.goto('/brain?tab=check-ins')
  await expect(page.getByText('No check-ins yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your Weeks' })).toHaveCount(0)
  const checkIn = { user_id, wins: 'Two demos', next_priority: 'Pricing' }
  await service
    .from('weekly_checkins')
    .insert([
      { ...checkIn, week_of: monday(3), mood: 2 },
      { ...checkIn, week_of: monday(1), mood: 5 },
    ])
    .throwOnError()
  const goal = { user_id, text: 'Ten demos', period: 'weekly', completed: true } as const
  await service
    .from('goals')
    .insert({ ...goal, completed_at: during(1) })
    .throwOnError()
  await page.reload()
  const mood = chart(page, 'Mood by week')
  await expect(mood).toHaveAttribute('aria-valuetext', /: nothing recorded$/)
  await mood.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(mood).toHaveAttribute('aria-valuetext', /: Crushing it$/)
  await page.keyboard.press('ArrowLeft')
  await expect(mood).toHaveAttribute('aria-valuetext', /: nothing recorded$/)
  const goals = chart(page, 'Completed goals by week')
  await goals.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(goals).toHaveAttribute('aria-valuetext', /: 1$/)
})

test('traction is printed on paper: dark on white, and without the sidebar', async ({ founder, service }) => {
  const { page } = founder
  await addHistory(founder, service)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/traction')
  await expect(chart(page, 'Conversions added by week')).toBeVisible()
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(chart(page, 'Conversions added by week')).toBeVisible()
  const lightness = (property: string) =>
    page.evaluate(`Number(getComputedStyle(document.body).${property}.match(/oklch\\(([\\d.]+)/)?.[1])`)
  // Colours change over a moment.
  await expect.poll(() => lightness('backgroundColor')).toBeGreaterThan(0.9)
  await expect.poll(() => lightness('color')).toBeLessThan(0.4)
})

test('the charts are accessible, and nothing overflows', async ({ founder, service }) => {
  const { page } = founder
  await addHistory(founder, service, 'A loop with a name that is longer than its line on a phone, by far')
  const checkIn = { user_id: await founder.id(), wins: 'Two demos', next_priority: 'Pricing' }
  await service
    .from('weekly_checkins')
    .insert([1, 2, 5].map((weeksAgo) => ({ ...checkIn, week_of: monday(weeksAgo), mood: 4 })))
    .throwOnError()
  for (const [path, name] of [
    ['/traction', 'Conversions added by week'],
    ['/brain?tab=check-ins', 'Mood by week'],
  ] as const) {
    await page.goto(path)
    await expect(chart(page, name)).toBeVisible()
    await expectAccessible(page, path)
  }
})

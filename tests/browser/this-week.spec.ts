import type { Page } from '@playwright/test'
import { weekOf } from '../../domain/week.ts'
import { expectAccessible } from './axe.ts'
import { expect, success, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const DAY_MS = 86_400_000
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

const card = (page: Page) => page.getByRole('region', { name: 'This Week', exact: true })

/** A loop with two conversions in the week before and five in the last. */
async function addBetterWeek(founder: Founder, service: Service) {
  const user_id = await founder.id()
  const created_at = `${day(20)}T00:00:00Z`
  const loop = { user_id, name: 'Outreach', conversions: 9, created_at }
  const { data } = await service.from('traction_loops').insert(loop).select().single().throwOnError()
  const point = { user_id, loop_id: data.id, status: 'running', demos: 0, messages: 0 } as const
  await service
    .from('traction_points')
    .insert([
      { ...point, day: day(14), conversions: 2 },
      { ...point, day: day(7), conversions: 4 },
    ])
    .throwOnError()
}

test('a new founder gets four first steps: each begins where it is done, and is ticked', async ({ founder }) => {
  const { page } = founder
  const step = (name: string) => card(page).getByRole('button', { name })
  const done = (name: string) =>
    card(page)
      .getByRole('listitem')
      .filter({ hasText: `${name}: done` })
  await page.goto('/')
  await step('Set a goal').click()
  await expect(page.getByPlaceholder('Add a goal...')).toBeFocused()
  await founder.addsGoal('Ten demos')
  await expect(done('Set a goal')).toBeVisible()

  await step('Check in').click()
  await expect(page.getByRole('dialog', { name: 'Weekly Check-in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await founder.completesCheckIn({ mood: 'Good', wins: 'Two demos', nextPriority: 'Pricing' })
  await expect(done('Check in')).toBeVisible()

  await step('Ask a question').click()
  await expect(page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })).toBeFocused()
  await page.keyboard.type('What now?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeVisible()
  await page.goto('/')
  await expect(done('Ask a question')).toBeVisible()

  await step('Send a message').click()
  await expect(page.getByRole('textbox', { name: /Message/ })).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
  await page.goto('/')
  await expect(card(page).getByText('Your story starts this week')).toBeVisible()
  await expect(card(page).getByText('First steps')).toHaveCount(0)
})

test('up or down is said with its reason, within the first screen of phones and laptops', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await addBetterWeek(founder, service)
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const line = card(page).getByText('Better than the week before')
    await expect(line).toBeInViewport({ ratio: 1 })
    const figure = card(page).getByRole('term').filter({ hasText: 'Conversions' }).locator('..')
    await expect(figure).toHaveText('Conversions5+3 on the same days')
    await expect(figure).toBeInViewport({ ratio: 1 })
  }
})

test('the card is accessible with all that it shows', async ({ founder, service }) => {
  const { page } = founder
  await addBetterWeek(founder, service)
  const user_id = await founder.id()
  await service
    .from('weekly_checkins')
    .insert({ user_id, week_of: weekOf(new Date(), 'UTC'), mood: 4, wins: 'Two demos', next_priority: 'Pricing' })
    .throwOnError()
  await service
    .from('goals')
    .insert({ user_id, text: `A goal as long as it may be ${'and longer '.repeat(40)}`, period: 'weekly' })
    .throwOnError()
  await page.goto('/')
  await expect(card(page).getByRole('button', { name: 'Ask a question' })).toBeVisible()
  await expectAccessible(page, 'the first steps')
  await card(page).getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(card(page).getByRole('button', { name: /Next: A goal as long/ })).toBeVisible()
  await expectAccessible(page, 'the next step')
})

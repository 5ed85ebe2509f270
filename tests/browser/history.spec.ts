import type { Page } from '@playwright/test'
import { weekOf } from '../../domain/week.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Founder, type Service } from './product.ts'

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

test('traction: the lines of the totals stay inside their cards; on a phone the first bars are within the first screen', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await addHistory(founder, service)
  await page.goto('/traction')
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [320, 640],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const label of ['Total Conversions', 'Demos Booked', 'Messages Sent', 'Active Loops']) {
      // The lines arrive after the totals, and the cards grow with them.
      await expect(async () => {
        const line = await total(page, label).locator('svg').boundingBox()
        const card = await total(page, label).boundingBox()
        expect(line!.x, `${label}, ${width} px`).toBeGreaterThanOrEqual(card!.x)
        expect(line!.x + line!.width, `${label}, ${width} px`).toBeLessThanOrEqual(card!.x + card!.width - 8)
        expect(line!.y + line!.height, `${label}, ${width} px`).toBeLessThanOrEqual(card!.y + card!.height - 8)
      }).toPass()
    }
  }
  await page.reload()
  await expect(total(page, 'Active Loops')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Week by Week' })).toBeInViewport({ ratio: 1 })
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

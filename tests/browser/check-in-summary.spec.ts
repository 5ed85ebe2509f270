import type { Page } from '@playwright/test'
import { expect, hold, test } from './product.ts'

const MS_PER_WEEK = 7 * 86_400_000
const mondayWeeksAgo = (weeks: number) => {
  const day = new Date(Date.now() - weeks * MS_PER_WEEK)
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day.toLocaleDateString('en-CA')
}
const lastWeek = { mood: 2, wins: 'Talked to banks', next_priority: 'Close two pilots' } as const
const coachs = /^Last week you set out to do “Close two pilots”; you report “Signed both pilots”\./

/** The server's next websocket message with this text, to a page that is opened afterwards. */
const frame = (page: Page, text: string) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes(text)) resolve()
      }),
    )
  })

test('SPEC 3 check-ins: the summary of a new check-in appears on the board and in Founder Brain', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('weekly_checkins').insert({ ...lastWeek, user_id, week_of: mondayWeeksAgo(1), ai_summary: 'Before' }).throwOnError() // prettier-ignore
  await founder.completesCheckIn({ mood: 'Good', wins: 'Signed both pilots', nextPriority: 'Pricing' })
  await expect(page.getByText(coachs)).toBeVisible()
  await page.getByRole('button', { name: 'View All Check-ins' }).click()
  await expect(page.getByRole('tabpanel').getByText(coachs)).toBeVisible()
})

test('SPEC 3 check-ins: a summary written while Founder Brain is open appears without a reload', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await page.goto('/brain')
  await page.getByRole('tab', { name: 'Weekly Check-ins' }).click()
  await expect(page.getByText('No check-ins yet.')).toBeVisible()
  const row = { user_id, week_of: mondayWeeksAgo(0), wins: 'Two demos', next_priority: 'Pricing' }
  await service.from('weekly_checkins').insert(row).throwOnError()
  await expect(page.getByText(/^This is your first check-in/)).toBeVisible()
})

test('SPEC 9 check-ins: a summary that arrives while more check-ins load is shown, and loading continues', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  const rows = Array.from({ length: 15 }, (_, n) => ({
    user_id,
    week_of: mondayWeeksAgo(n + 10),
    wins: `Win ${n}`,
    next_priority: 'More',
  }))
  await service.from('weekly_checkins').insert(rows).throwOnError()
  // Not the board's websocket, which may still be connecting.
  await page.goto('about:blank')
  const [joined, updated] = [frame(page, 'Subscribed to PostgreSQL'), frame(page, '"UPDATE"')]
  await page.goto('/brain')
  await page.getByRole('tab', { name: 'Weekly Check-ins' }).click()
  await expect(page.getByText(/^Win \d+$/)).toHaveCount(10)
  await joined

  const release = await hold(page, '**/rest/v1/weekly_checkins*week_of=lt*')
  await page.getByRole('button', { name: 'Load More Check-ins' }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  await service.from('weekly_checkins').update({ ai_summary: 'A week of selling' }).eq('user_id', user_id).eq('wins', 'Win 3').throwOnError() // prettier-ignore
  await updated
  release()
  await expect(page.getByText(/^Win \d+$/)).toHaveCount(15)
  await expect(page.getByText('A week of selling')).toBeVisible()
})

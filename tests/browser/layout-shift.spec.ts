import type { Page } from '@playwright/test'
import { weekOf } from '../../domain/week.ts'
import { expect, test, type Service } from './product.ts'

/** The sum of layout shifts (Layout Instability API) that a screen may have while it loads. */
const MOST = 0.05

const DAY_MS = 86_400_000

/** A founder of eight weeks, past the first steps, so that each list and chart has something. */
async function hasRecords(service: Service, user_id: string): Promise<void> {
  const weeks = Array.from({ length: 8 }, (_, week) => weekOf(new Date(Date.now() - (week + 1) * 7 * DAY_MS)))
  const wins = 'Two demos, and the first renewal.\nThe new page is live.'
  await Promise.all([
    service.from('profiles').update({ first_steps_done_at: new Date().toISOString() }).eq('id', user_id).throwOnError(), // prettier-ignore
    service.from('weekly_checkins').insert(weeks.map((week_of, index) => ({ user_id, week_of, wins, mood: 1 + (index % 5), next_priority: 'Prices' }))).throwOnError(), // prettier-ignore
    service.from('goals').insert(weeks.map((week) => ({ user_id, text: `Ten demos, ${week}`, period: 'weekly' }))).throwOnError(), // prettier-ignore
    service.from('traction_loops').insert(['Outreach', 'Webinars', 'Referrals'].map((name) => ({ user_id, name, demos: 7 }))).throwOnError(), // prettier-ignore
    service
      .from('notes')
      .insert(weeks.map((title) => ({ user_id, title, content: wins })))
      .throwOnError(),
    service.from('ai_conversations').insert([{ user_id, role: 'user', content: 'What now?' }, { user_id, role: 'assistant', content: `${wins}\n\n`.repeat(4) }]).throwOnError(), // prettier-ignore
  ])
}

/** Each shift with what has moved, from the navigation on. */
const recordShifts = (page: Page) =>
  page.addInitScript(`{
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) })
    }).observe({ type: 'layout-shift', buffered: true })
  }`)

const FOUNDER_SCREENS = [
  '/', '/traction', '/brain', '/brain?tab=own-notes', '/brain?tab=decisions', '/brain?tab=check-ins', '/chat', '/chat?tab=squad',
] // prettier-ignore

const ADMIN_SCREENS = [
  '/admin', '/admin/users', '/admin/squad', '/admin/notes', '/admin/programme', '/admin/week', '/admin/team', '/admin/audit',
] // prettier-ignore

async function expectSteady(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate<{ value: number; moved: unknown }[]>('shifts')
    const sum = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST)
  }
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    test.describe('of a founder', () => {
      test.use({ founderOpens: 'about:blank' })

      test('no screen moves while it loads', async ({ founder, service }) => {
        const { page } = founder
        await hasRecords(service, await founder.id())
        await recordShifts(page)
        await expectSteady(page, FOUNDER_SCREENS)
      })
    })

    test('no screen of a new founder moves, nor once a goal is set', async ({ founder, service }) => {
      const { page } = founder
      // The first time on a device, only signing up knows that a founder is new.
      await page.getByText('First steps').waitFor()
      await recordShifts(page)
      await expectSteady(page, FOUNDER_SCREENS)
      const user_id = await founder.id()
      await service.from('goals').insert({ user_id, text: 'Ten demos', period: 'weekly' }).throwOnError()
      await page.goto('/')
      await page.getByText('Weekly goals done').waitFor()
      await page.getByText('First steps').waitFor()
      await expectSteady(page, ['/'])
    })

    test.describe('of an admin', () => {
      test.use({ adminOpens: 'about:blank' })

      test('no screen moves', async ({ admin: { page } }) => {
        await recordShifts(page)
        await expectSteady(page, ADMIN_SCREENS)
      })
    })
  })
}

import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const DAY_MS = 86_400_000

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const entries = (page: Page) => timeline(page).getByRole('heading', { level: 4 })
const scrolled = (page: Page) => page.evaluate<number>('scrollY')

test('the radar leads to the founder’s page, that to the conversation, and Back to where each was left', async ({
  founder,
  admin: { page },
  service,
}) => {
  const user_id = await founder.id()
  const name = `${founder.firstName} Founder`
  await service.from('runway_data').upsert({ user_id, bank_balance: 42_000, monthly_revenue: 0, monthly_burn: 10_000 }).throwOnError() // prettier-ignore
  await service
    .from('notes')
    .insert(
      Array.from({ length: 60 }, (_, n) => ({
        user_id,
        title: `Note ${n + 1}`,
        content: 'They ask for SSO',
        created_at: new Date(Date.now() - (n + 1) * DAY_MS).toISOString(),
      })),
    )
    .throwOnError()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/admin')
  const link = page.getByRole('region', { name: 'Founders who need you' }).getByRole('link', { name })
  await link.waitFor()
  await page.evaluate('scrollTo(0, 150)')
  // An empty product has its first steps above the radar.
  await link.scrollIntoViewIfNeeded()
  const radar = await scrolled(page)
  expect(radar).toBeGreaterThanOrEqual(150)
  await link.click()
  await expect(page).toHaveURL(`/admin/founders/${user_id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)

  // Filtered and longer, further down.
  await timeline(page).getByRole('button', { name: 'Notes' }).click()
  await timeline(page).getByRole('button', { name: 'Load More' }).click()
  await expect(entries(page)).toHaveCount(60)
  const last = entries(page).last()
  await last.scrollIntoViewIfNeeded()
  const down = await scrolled(page)
  expect(down).toBeGreaterThan(1000)

  // A founder who has never written gets a first message.
  await page.getByRole('link', { name: 'Conversation' }).press('Enter')
  await expect(page).toHaveURL(`/admin/squad?founder=${user_id}`)
  await page.getByRole('textbox', { name: 'Reply' }).fill('Shall we talk about the runway?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Shall we talk about the runway?')).toBeVisible()
  await page.getByRole('heading', { name }).getByRole('link').click()
  await expect(page).toHaveURL(`/admin/founders/${user_id}`)
  await expect(entries(page).first()).toHaveText(/^Upswing Team wrote/)

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/admin/founders/${user_id}?show=notes`)
  await expect(entries(page)).toHaveCount(60)
  await page.goBack()
  await expect(page).toHaveURL('/admin')
  await expect.poll(() => scrolled(page)).toBe(radar)
})

test('the page is accessible, and follows what happens; a call is booked from it', async ({
  founder,
  admin: { page },
  service,
}) => {
  const user_id = await founder.id()
  await page.goto(`/admin/founders/${user_id}`)
  await expect(timeline(page)).toBeVisible()
  await service.from('notes').insert({ user_id, title: 'Buyers', content: 'They ask for SSO' }).throwOnError()
  await expect(entries(page).getByText('Buyers')).toBeVisible()
  await expectAccessible(page, 'page')
  for (const [button, heading] of [
    ['Note', /^Add a note for/],
    ['Labels', /^Labels of/],
    ['Snooze', /^Snooze/],
    ['Book', /^Book a call for/],
    ['View Details', /Founder$/],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
    await expectAccessible(page, button)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Book a call for/ })
  await dialog.getByLabel('Team Member').selectOption('Growth Expert')
  await dialog.getByLabel('Topic').fill('Runway')
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(dialog).toBeHidden()
  await expect(entries(page).first()).toHaveText(/^Call with Growth Expert/)
  const { data } = await service.from('squad_bookings').select('topic, member').eq('user_id', user_id).throwOnError()
  expect(data).toEqual([{ topic: 'Runway', member: 'growth' }])
})

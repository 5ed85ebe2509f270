import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const toPaper = (page: Page) => page.emulateMedia({ media: 'print', colorScheme: 'dark' })
const BLACK = 'oklch(0 0 0)'

test('screens are printed black on white, without navigation, buttons and fields', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach', conversions: 3 }).throwOnError()
  await service.from('goals').insert({ user_id, text: 'Ten demos', period: 'weekly' }).throwOnError()
  const messages = Array.from({ length: 30 }, (_, nth) => ({
    ...{ user_id, content: `Message ${nth}`, sender_type: 'user' as const, sender_name: 'Ana' },
    created_at: new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString(),
  }))
  await service.from('squad_messages').insert(messages).throwOnError()
  await page.goto('/')
  await page.getByText('Ten demos').waitFor()
  await page.getByRole('progressbar').first().waitFor()
  await toPaper(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Check-in|Sign Out|Google/ })).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveText([/^Weekly/])
  await expect(page.getByText('Ten demos')).toBeVisible()
  await expect(page.getByText('Ten demos')).toHaveCSS('color', BLACK)
  await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(1 0 0)')

  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  await page.goto('/chat?tab=squad')
  await page.getByText('Message 29', { exact: true }).waitFor()
  await toPaper(page)
  // Paper does not scroll: the whole of what is loaded is printed, the founder's own words too.
  await expect(page.getByText('Message 0', { exact: true })).toBeInViewport()
  await expect(page.getByText('Message 29', { exact: true })).toHaveCSS('color', BLACK)
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  await page.goto('/traction')
  const chart = page.getByRole('slider', { name: 'Conversions added by week' })
  await expect(chart).toBeVisible()
  await expect(page.getByRole('complementary')).toBeVisible()
  await toPaper(page)
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(chart).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(1 0 0)')
  await expect(page.locator('body')).toHaveCSS('color', BLACK)
})

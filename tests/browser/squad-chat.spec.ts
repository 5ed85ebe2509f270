import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, fixDate, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

async function opens(page: Page): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('tab', { name: 'Growth Squad' }).click()
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the Growth Squad' })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the Growth Squad' })

test.describe('at 390 px', () => {
  test.use({ timezoneId: 'Europe/Lisbon', viewport: { width: 390, height: 844 } })

  test('SPEC 9 squad: chat and booking dialog show the hours, and are accessible', async ({ founder: { page } }) => {
    await fixDate(page, '2027-12-23T23:30:00Z')
    await opens(page)
    await expect(page.getByText('Online 9 AM - 6 PM EST', { exact: true })).toBeVisible()
    await expect(page.getByText(/^(Open|Closed) now/)).toHaveText('Closed now, opens Sunday 2:00 PM your time')
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await expect(dialog.getByText('Squad: Closed now, opens Sunday 2:00 PM your time')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  })
})

test('SPEC 4 squad: a founder writes two lines; an admin’s answer appears once on each of their open screens', async ({
  founder,
  admin,
}) => {
  const { page } = founder
  await opens(page)
  const other = await page.context().newPage()
  await opens(other)
  await expect(other.getByText('Your squad is one message away')).toBeVisible()
  await box(page).pressSequentially('Pricing?')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('And hiring?')
  await expect(box(page)).toHaveValue('Pricing?\nAnd hiring?')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await admin.page.goto('/admin/squad')
  await admin.page.getByRole('button', { name: founder.firstName }).click()
  await expect(admin.page.getByRole('log').getByText('Pricing?')).toBeVisible()
  await admin.page.getByRole('textbox', { name: /reply/i }).fill('Charge more.')
  await admin.page.getByRole('button', { name: 'Send', exact: true }).click()
  for (const screen of [page, other]) {
    await expect(conversation(screen).getByText('Charge more.')).toHaveCount(1)
    await expect(conversation(screen).getByText('Upswing Team')).toBeVisible()
  }
})

import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, SESSION_KEY, success, test, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const session = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('${SESSION_KEY}')`)
const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue as .\*\*\*@example\.com$/ })

/** A link like in the mail. */
async function mailedLink(service: Service, email: string) {
  const { data, error } = await service.auth.admin.generateLink({ type: 'recovery', email })
  if (error) throw error
  const token_hash = data.properties.hashed_token
  return `/auth#${new URLSearchParams({ token_hash, type: 'recovery', redirect_to: '/auth' }).toString()}`
}

test('a recovery link is confirmed with one press, sets a new password, and works once', async ({
  founder,
  service,
}) => {
  const { page, email } = founder
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  const link = await mailedLink(service, email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(continueButton(page)).toBeFocused()
  await expect(page).toHaveURL('/auth')
  expect(await session(page)).toBeNull()
  expect(await axeViolations(page)).toEqual([])
  // An unconfirmed link survives a reload.
  await page.reload()
  await expect(continueButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('New password').fill('another horse')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Your new password is set.', 'Success!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

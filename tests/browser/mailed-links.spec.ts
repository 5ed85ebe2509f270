import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, failure, hold, SESSION_KEY, success, test, type Service } from './product.ts'

const session = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('${SESSION_KEY}')`)
const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue as .\*\*\*@example\.com$/ })

/** A link like in the mail. */
async function mailedLink(service: Service, type: 'recovery' | 'magiclink', email: string, path = '/auth') {
  const { data, error } = await service.auth.admin.generateLink({ type, email })
  if (error) throw error
  const { hashed_token: token_hash } = data.properties
  return `/auth#${new URLSearchParams({ token_hash, type, redirect_to: path }).toString()}`
}

test('a recovery link is confirmed with one press, then sets a new password', async ({ founder, service }) => {
  const { page, email } = founder
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.goto(await mailedLink(service, 'recovery', email))
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
})

test('another user’s link does not change the session before it is confirmed', async ({ founder, service }) => {
  const { page } = founder
  const stranger = `mallory-${Date.now()}@example.com`
  await service.auth.admin.createUser({ email: stranger, password: 'secret123', email_confirm: true })
  const link = await mailedLink(service, 'magiclink', stranger, '/brain')
  const before = await session(page)
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${founder.email} now.`)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  expect(await session(page)).toBe(before)

  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Continue as m***@example.com' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/brain')
  expect(await session(page)).toContain(stranger)
})

test('a link that was not confirmed is gone after signing out', async ({ founder, service }) => {
  const { page, email } = founder
  await page.goto(await mailedLink(service, 'recovery', email))
  await expect(continueButton(page)).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(continueButton(page)).toBeHidden()
})

test('a used link shows an error', async ({ founder, service }) => {
  const { page, email } = founder
  const [old] = [await mailedLink(service, 'magiclink', email), await mailedLink(service, 'magiclink', email)]
  await page.goto(old)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to Sign In' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
})

test('a link that cannot be checked can be retried', async ({ founder, service }) => {
  const { page, email } = founder
  const link = await mailedLink(service, 'magiclink', email)
  await page.route('**/auth/v1/verify/preview', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your link could not be checked' })).toBeVisible()
  await page.unrouteAll()
  const release = await hold(page, '**/auth/v1/verify/preview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Checking your link...')).toBeVisible()
  release()
  await expect(continueButton(page)).toBeVisible()
})

for (const [path, type] of [
  ['/auth', ''],
  ['/auth', '&type=recovery'],
  ['/', '&type=magiclink'],
] as const) {
  test(`tokens in the URL of ${path} do not replace the session${type}`, async ({ founder, service }) => {
    const { page } = founder
    const email = `mallory-${Date.now()}-${Math.random()}@example.com`
    const password = 'secret123'
    await service.auth.admin.createUser({ email, password, email_confirm: true })
    const mallory = await (await founder.elsewhere()).signInWithPassword({ email, password })
    const { access_token = '', refresh_token = '' } = mallory.data.session ?? {}
    const before = await session(page)
    const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })
    await page.goto('about:blank')
    await page.goto(`${path}#${tokens.toString()}${type}`, { waitUntil: 'commit' })
    const words = 'This sign-in was not started here, or took too long. Please start again.'
    await expect(failure(page, words, ...(path === '/auth' ? ['Sign in failed'] : []))).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
    expect(await session(page)).toBe(before)
  })
}

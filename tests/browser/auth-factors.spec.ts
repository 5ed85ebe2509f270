import type { Page } from '@playwright/test'
import { codeOf } from './account.ts'
import { axeViolations } from './axe.ts'
import { expect, failure, SESSION_KEY, success, test, type Founder } from './product.ts'

const codeField = (page: Page) => page.getByLabel('Code')

/** Adds verified factors for a founder, which revokes the session of their browser. @returns the secrets */
async function withFactor(founder: Founder, names: readonly string[] = ['Phone']) {
  const auth = await founder.elsewhere()
  const secrets: string[] = []
  for (const friendlyName of names) {
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (!data) throw new Error('not enrolled')
    const { secret } = data.totp
    const passed = await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })
    if (passed.error) throw passed.error
    secrets.push(secret)
  }
  return secrets
}

async function signsIn({ page, email, password }: Founder) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('sign-in requires the code of the second factor before any other screen', async ({ founder }) => {
  const { page } = founder
  const [secret = ''] = await withFactor(founder)
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await signsIn(founder)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(page.getByText('Welcome back!')).toBeHidden()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page), colorScheme).toEqual([])
  }

  // Other URLs and a reload redirect to this screen.
  await page.goto('/traction')
  await expect(codeField(page)).toBeFocused()
  await expect(page).toHaveURL('/auth')

  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(failure(page, 'The code has 6 digits', 'Validation error')).toBeVisible()
  await codeField(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(
    failure(page, 'Codes change every 30 seconds and work once. Please enter the one shown now.', 'Wrong code'),
  ).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()

  const code = codeOf(secret, 1)
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
})

test('a user who resets the password enters the second factor first', async ({ founder, service }) => {
  const { page } = founder
  const [secret = ''] = await withFactor(founder)
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  const redirectTo = new URL('/auth', page.url()).href
  const { data } = await service.auth.admin.generateLink({
    type: 'recovery', email: founder.email, options: { redirectTo },
  }) // prettier-ignore
  await page.goto(data.properties?.action_link ?? '')
  await page.getByRole('button', { name: /^Continue as / }).click()
  await codeField(page).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.getByLabel('New password').fill('another horse')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Your new password is set.', 'Success!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a user with several factors chooses one, or signs in with another account', async ({ founder }) => {
  const { page } = founder
  const [, second = ''] = await withFactor(founder, ['Phone', 'Tablet'])
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await signsIn(founder)
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await signsIn(founder)
  await page.getByRole('radio', { name: 'Tablet' }).check()
  await codeField(page).fill(codeOf(second, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
})

import type { Page } from '@playwright/test'
import { codeOf } from './account.ts'
import { flaws } from './flaws.ts'
import { expect, failure, SESSION_KEY, success, test, type Founder } from './product.ts'

const codeField = (page: Page) => page.getByLabel('Code')

/** Gives a founder proven second factors, which ends the session of their browser. @returns their keys */
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

test('sign-in asks for a code of the second factor, and for nothing before it', async ({ founder }) => {
  const { page } = founder
  const [secret = ''] = await withFactor(founder)
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await signsIn(founder)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(page.getByText('Welcome back!')).toBeHidden()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await flaws(page), colorScheme).toEqual([])
  }

  // Other addresses and a reload lead back here.
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

test('who comes to set a new password passes the factor first', async ({ founder, service }) => {
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

test('who has several factors chooses one, and may use another account instead', async ({ founder }) => {
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

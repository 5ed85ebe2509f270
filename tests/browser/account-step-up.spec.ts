import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { dialogOf, newCodes, opens, savesCodes } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './product-with-clock.ts'
import { notice, success } from './product.ts'

const MINUTES = 11

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** The code in the newest mail to an address. */
async function mailedCode(dataDir: string, address: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const newest = mails.findLast((mail) => mail.includes(`To: ${address}`)) ?? ''
  return /^\d{6}\r?$/m.exec(newest)?.[0].trim() ?? ''
}

test('a change requires the password ten minutes after sign-in, then continues automatically', async ({
  founder,
  clock,
}) => {
  const { page, email, password } = founder
  await clock.advance(MINUTES)
  const dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('New email').fill(`new.${email}`)
  await page.keyboard.press('Enter')
  const confirmation = stepUp(page)
  const field = confirmation.getByLabel('Password')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'current-password')

  // Escape keeps the form.
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue(`new.${email}`)
  await expect(dialog.getByText('is not confirmed yet')).toBeHidden()

  await dialog.getByRole('button', { name: 'Change Email' }).click()
  await field.fill('wrong horse')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'That is not your password. Please try again.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(confirmation).toBeHidden()
  await expect(
    success(page, 'Your email changes when the links in both mails have been opened.', 'Check both inboxes'),
  ).toBeVisible()
  await expect(dialog.getByText(`new.${email} is not confirmed yet.`)).toBeVisible()

  // No further confirmation for ten minutes.
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.locator('code')).toBeVisible()
})

test('the confirmation dialog is accessible on a phone and in dark mode', async ({ founder, clock }) => {
  const { page } = founder
  await clock.advance(MINUTES)
  const dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('New email').fill('elsewhere@example.com')
  await page.keyboard.press('Enter')
  await expect(stepUp(page)).toBeVisible()
  await expectAccessible(page, 'password')
  await stepUp(page).getByRole('button', { name: 'Email me a code instead' }).click()
  await stepUp(page).getByRole('button', { name: 'Email me a code', exact: true }).click()
  await expect(stepUp(page).getByLabel('Code')).toBeVisible()
  await expectAccessible(page, 'mailed code')
})

test('a user who forgot the password confirms with a mailed code', async ({ founder, clock, deployed }) => {
  const { page, email } = founder
  await clock.advance(MINUTES)
  const dialog = await opens(founder, 'Security')
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByLabel('What to call it').fill('My phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const confirmation = stepUp(page)
  await confirmation.getByRole('button', { name: 'Email me a code instead' }).click()
  await confirmation.getByRole('button', { name: 'Email me a code', exact: true }).click()
  await expect(confirmation.getByText(`We emailed a code to ${email}.`)).toBeVisible()
  await expect(confirmation.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await confirmation.getByRole('button', { name: 'Use your password' }).click()
  await confirmation.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect(confirmation.getByText(`We emailed a code to ${email}.`)).toBeVisible()
  let code = ''
  await expect.poll(async () => (code = await mailedCode(deployed.dataDir, email))).toMatch(/^\d{6}$/)
  await confirmation.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'That is not the code of the last email')).toBeVisible()
  await confirmation.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(confirmation).toBeHidden()
  await expect(dialog.locator('code')).toBeVisible()
})

test('a user with a second factor confirms with its code', async ({ founder, clock }) => {
  const { page } = founder
  const dialog = await opens(founder, 'Security')
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByLabel('What to call it').fill('My phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = await dialog.locator('code').innerText()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
  await dialog.getByLabel('Code', { exact: true }).fill(code())
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await savesCodes(page)

  await clock.advance(MINUTES)
  await dialog.getByRole('button', { name: 'Make New Codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Codes' }).click()
  await stepUp(page).getByLabel('Code').fill(code())
  await page.keyboard.press('Enter')
  await expect(newCodes(page).getByRole('listitem')).toHaveCount(10)
})

test('deleting the account and creating a calendar address require confirmation too', async ({ founder, clock }) => {
  const { page, email, password } = founder
  await clock.advance(MINUTES)
  await page.getByRole('button', { name: 'Subscribe in another calendar' }).click()
  await page.getByRole('button', { name: 'Make an Address' }).click()
  await stepUp(page).getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your address', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await clock.advance(MINUTES)
  const dialog = await opens(founder, 'Data')
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await stepUp(page).getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Everything you had here is gone.')).toBeVisible()
})

test('a new password requires only the current one, long after sign-in', async ({ founder, clock }) => {
  const { page, password } = founder
  await clock.advance(MINUTES)
  const dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password').fill('another horse')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Your new password is set.')).toBeVisible()
})

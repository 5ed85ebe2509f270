import type { Page } from '@playwright/test'
import { dialogOf, opens } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './product-with-clock.ts'
import { notice, success } from './product.ts'

const MINUTES = 11

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

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

  await expectAccessible(page, 'password')
  await confirmation.getByRole('button', { name: 'Email me a code instead' }).click()
  await confirmation.getByRole('button', { name: 'Email me a code', exact: true }).click()
  await expect(confirmation.getByLabel('Code')).toBeVisible()
  await expectAccessible(page, 'mailed code')

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
    success(page, 'Your email changes when the links in both emails have been opened.', 'Check both inboxes'),
  ).toBeVisible()
  await expect(dialog.getByText(`new.${email} is not confirmed yet.`)).toBeVisible()

  // No further confirmation for ten minutes.
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.locator('code')).toBeVisible()
})

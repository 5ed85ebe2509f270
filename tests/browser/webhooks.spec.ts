import { axeViolations } from './axe.ts'
import { expect, test } from './product.ts'

test.use({ adminOpens: 'about:blank' })

test('an admin adds a webhook by keyboard, sees its secret once, tests it, and deletes it', async ({
  admin: { page },
}) => {
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Webhooks' }).press('Enter')
  await page.getByRole('button', { name: 'Add Webhook' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add Webhook' })
  await expect(adding.getByLabel('Name')).toBeFocused()
  expect(await axeViolations(page), 'Add Webhook').toEqual([])
  await page.keyboard.type('Ops')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://10.0.0.1/in')
  await adding.getByLabel('A call is booked').press('Space')
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('alert')).toHaveText('Not allowed: an address of a private network.')
  await expect(adding.getByLabel('URL')).toBeFocused()
  // Nothing answers there: names below .invalid do not exist (RFC 6761).
  await adding.getByLabel('URL').fill('https://hooks.invalid/in/7')
  await page.keyboard.press('Enter')

  const secret = page.getByRole('dialog', { name: 'Signing Secret' })
  await expect(secret.getByText(/^whsec_[\w+/]{43}=$/)).toBeVisible()
  expect(await axeViolations(page), 'Signing Secret').toEqual([])
  await page.keyboard.press('Escape')
  const asked = page.getByRole('alertdialog', { name: 'Close without copying the secret?' })
  await asked.getByRole('button', { name: 'Keep It Open' }).press('Enter')
  await expect(asked).toBeHidden()
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(secret).toBeHidden()
  await expect(page.getByText('Standard Webhooks, hooks.invalid/…in/7, 1 event')).toBeVisible()

  await page.getByRole('button', { name: 'Log of Ops' }).press('Enter')
  const log = page.getByRole('dialog', { name: 'Log of Ops' })
  await log.getByRole('button', { name: 'Send a Test Event' }).press('Enter')
  // Without any DNS its timeout may be the first.
  const failed = log.getByText(/(The host name is not known|No answer within 10 seconds)\. Given up\./)
  await expect(failed).toBeVisible({ timeout: 20_000 })
  expect(await axeViolations(page), 'log').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Log of Ops' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit Ops' }).press('Enter')
  await page.getByRole('dialog', { name: 'Edit Ops' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})

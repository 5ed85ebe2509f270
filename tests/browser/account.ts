import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, type Founder } from './product.ts'

type Tab = 'Profile' | 'Sign-in' | 'Security' | 'Data'

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your account' })

export async function opens({ page }: Pick<Founder, 'page'>, tab: Tab): Promise<Locator> {
  await page.getByRole('button', { name: 'Account settings' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

/**
 * The current code of an authenticator app, or the next one: each works once, and the server accepts the next one too. One of
 * the previous step would be rejected when a new step starts meanwhile.
 */
export const codeOf = (secret: string, steps: 0 | 1 = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Adds an authenticator app in the dialog. @returns its secret */
export async function addsApp(dialog: Locator, name: string): Promise<string> {
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await dialog.getByLabel('What to call it').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = await dialog.locator('code').innerText()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  return secret
}

export const newCodes = (page: Page) => page.getByRole('dialog', { name: 'Save your recovery codes' })

/** Closes the recovery codes that appear with the first factor. @returns the codes as shown */
export async function savesCodes(page: Page): Promise<string[]> {
  const codes = newCodes(page).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const shown = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(newCodes(page)).toBeHidden()
  return shown
}

/** The codes of all text messages so far: a server without a gateway writes them to files. */
export async function codesSent(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.sms.json')).sort()
  const messages = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  return messages.map((message) => (JSON.parse(message) as { text: string }).text.slice(0, 6))
}

/** A virtual platform authenticator for passkeys. */
export async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }) // prettier-ignore
  return { devtools, authenticatorId }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addsApp, dialogOf, opens, savesCodes } from './account.ts'
import { axeViolations } from './axe.ts'
import { dismiss, expect, notice, SESSION_KEY, success, test } from './product.ts'

/** The mails to an address, oldest first. */
async function mailsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const files = await readdir(folder).catch(() => [])
  const mails = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${address}`)).map(plain)
}

/** Decodes quoted-printable (RFC 2045, 6.7) of ASCII mails. */
const plain = (mail: string): string =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))

const linkIn = (mail = '') => /https?:\/\/\S+\/auth#token_hash=\S+/.exec(mail)?.[0] ?? ''

test('the email changes after both mailed links are opened', async ({ founder, deployed }) => {
  const { page, email } = founder
  const wanted = `new.${email}`
  const dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('New email').fill(wanted)
  await page.keyboard.press('Enter')
  const sent = success(page, 'Your email changes when the links in both emails have been opened.', 'Check both inboxes')
  await expect(sent).toBeVisible()
  await dismiss(sent)
  await expect(dialog.getByText(`${wanted} is not confirmed yet.`)).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Send Both Emails Again' }).click()
  await expect(sent).toBeVisible()

  // The second mail replaces the first.
  const newestLinks = async () => {
    const mails = await Promise.all([wanted, email].map((address) => mailsTo(deployed.dataDir, address)))
    return mails.every(({ length }) => length === 2) ? mails.map((sent) => linkIn(sent[1])) : []
  }
  await expect.poll(newestLinks).toHaveLength(2)
  const [ofNew, ofPresent] = await newestLinks()
  const continueButton = page.getByRole('button', { name: /^Continue as .\*\*\*@example\.com$/ })
  await page.goto(ofNew ?? '')
  await continueButton.click()
  await expect(notice(page, 'Now open the link in the email to the other address')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await page.goto(ofPresent ?? '')
  await continueButton.click()
  await expect(success(page, 'Your email is changed.', 'Success!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  const later = await opens(founder, 'Sign-in')
  await expect(later.getByText(wanted).first()).toBeVisible()
  await expect(later.getByText('is not confirmed yet')).toBeHidden()
  // The session gets the new address too.
  await expect(later.getByText(email, { exact: true })).toBeHidden()
})

test('the tabs of the account stay where they are when another one is chosen', async ({ founder }) => {
  const dialog = await opens(founder, 'Profile')
  const places = []
  for (const name of ['Profile', 'Sign-in', 'Security', 'Data']) {
    const tab = dialog.getByRole('tab', { name })
    await tab.click()
    await expect(dialog.getByText('Loading...')).toHaveCount(0)
    const [list, box] = [await dialog.getByRole('tablist').boundingBox(), await dialog.boundingBox()]
    places.push([list?.x, list?.y, box?.y])
  }
  expect(new Set(places.map((place) => place.join(' '))).size).toBe(1)
})

test('an account is deleted with all its data after its email is typed', async ({ founder, service }) => {
  const { page, email, password } = founder
  await founder.addsGoal('Ten demos')
  const id = await founder.id()
  const dialog = await opens(founder, 'Data')
  const button = dialog.getByRole('button', { name: 'Delete My Account' })
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email.toUpperCase())
  await button.click()
  await page.waitForURL('/auth')
  await expect(
    success(page, 'Everything you had here is gone. Goodbye, and good luck.', 'Account deleted'),
  ).toBeVisible()
  expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
  expect((await service.from('goals').select().eq('user_id', id).throwOnError()).data).toEqual([])

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Wrong email or password.')).toBeVisible()
})

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
] as const) {
  test(`the account dialog is accessible: ${colorScheme}, ${width} px`, async ({ founder }) => {
    const { page } = founder
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await founder.elsewhere()
    if (width < 1024) await page.getByRole('button', { name: 'Open menu' }).click()
    const card = page.getByRole('button', { name: 'Account settings' })
    await card.click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('tab', { name: 'Profile' })).toBeFocused()
    for (const tab of ['Profile', 'Sign-in', 'Security', 'Data'] as const) {
      await dialog.getByRole('tab', { name: tab }).click()
      await expect(dialog.getByText('Loading...')).toHaveCount(0)
      expect(await axeViolations(page), tab).toEqual([])
    }
    await dialog.getByRole('tab', { name: 'Security' }).click()
    await addsApp(dialog, 'Phone')
    await savesCodes(page)
    await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible()
    expect(await axeViolations(page), 'a further app').toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
  })
}

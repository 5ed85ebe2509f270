import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { addsApp, dialogOf, opens, savesCodes } from './account.ts'
import { axeViolations } from './axe.ts'
import { dismiss, expect, failure, hold, notice, refuse, SESSION_KEY, success, test } from './product.ts'

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

test.describe('name in the account dialog', () => {
  test('a new name is saved and shown in the greeting at once', async ({ founder, service }) => {
    const { page } = founder
    const dialog = await opens(founder, 'Profile')
    await expect(dialog.getByLabel('First name')).toHaveValue(founder.firstName)
    await dialog.getByLabel('First name').fill(' Zoë ')
    await dialog.getByLabel('Last name').fill('Ångström')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Your name is saved')).toBeVisible()
    await expect(page.getByText('Zoë', { exact: true })).toBeVisible()
    const { data } = await service
      .from('profiles')
      .select()
      .eq('id', await founder.id())
      .single()
      .throwOnError()
    expect(data).toMatchObject({ first_name: 'Zoë', last_name: 'Ångström' })
    await expect(dialog.getByLabel('First name')).toHaveValue('Zoë')
  })

  test('an invalid name shows an error and survives closing the dialog', async ({ founder }) => {
    const { page } = founder
    let dialog = await opens(founder, 'Profile')
    await dialog.getByLabel('Last name').fill(' ')
    await dialog.getByRole('button', { name: 'Save Name' }).click()
    await expect(failure(page, 'Last name is required', 'Validation error')).toBeVisible()
    await expect(dialog.getByLabel('Last name')).toBeFocused()

    await page.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await dialog.getByLabel('Last name').fill('Half')
    await page.keyboard.press('Enter')
    await expect(notice(page, 'Failed to save your name')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Data' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    dialog = await opens(founder, 'Profile')
    await expect(dialog.getByLabel('Last name')).toHaveValue('Half')
    expect(await page.evaluate(`JSON.stringify(sessionStorage)`)).not.toContain('Half')
  })

  test('keeps a name typed during a save', async ({ founder }) => {
    const { page } = founder
    const release = await hold(page, '**/rest/v1/profiles?id=*')
    const dialog = await opens(founder, 'Profile')
    await dialog.getByLabel('First name').fill('Zoë')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await dialog.getByLabel('Last name').fill('Ångström')
    release()
    await expect(success(page, 'Your name is saved')).toBeVisible()
    await expect(dialog.getByLabel('First name')).toHaveValue('Zoë')
    await expect(dialog.getByLabel('Last name')).toHaveValue('Ångström')
  })

  test('the account dialog shows loading, a failed load and a retry', async ({ founder }) => {
    const { page } = founder
    const release = await hold(page, '**/rest/v1/profiles?select=first_name%2Clast_name*')
    const dialog = await opens(founder, 'Profile')
    await expect(dialog.getByText('Loading...').first()).toBeAttached()
    release()
    await expect(dialog.getByLabel('First name')).toBeVisible()
    await page.unrouteAll()

    const allow = await refuse(page, '**/auth/v1/user')
    await page.reload()
    const again = await opens(founder, 'Sign-in')
    await expect(again.getByText('Failed to load your account').first()).toBeVisible({ timeout: 15_000 })
    await allow()
    await again.getByRole('button', { name: 'Try again' }).first().click()
    await expect(again.getByLabel('New email')).toBeVisible()
  })
})

test('the email changes after both mailed links are opened', async ({ founder, deployed }) => {
  const { page, email } = founder
  const wanted = `new.${email}`
  const dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('New email').fill(email)
  await page.keyboard.press('Enter')
  await expect(failure(page, 'That is the email you sign in with already.', 'Nothing to change')).toBeVisible()
  await dialog.getByLabel('New email').fill('admin@example.com')
  await page.keyboard.press('Enter')
  await expect(failure(page, 'This email already has an account.', 'Failed to change your email')).toBeVisible()

  await dialog.getByLabel('New email').fill(wanted)
  await page.keyboard.press('Enter')
  const sent = success(page, 'Your email changes when the links in both mails have been opened.', 'Check both inboxes')
  await expect(sent).toBeVisible()
  await dismiss(sent)
  await expect(dialog.getByText(`${wanted} is not confirmed yet.`)).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Send Both Mails Again' }).click()
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
  await expect(notice(page, 'Now open the link in the mail to the other address')).toBeVisible()
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

test('keeps a name and email typed during a change of email', async ({ founder }) => {
  const { page, email } = founder
  const release = await hold(page, '**/auth/v1/user?*')
  let dialog = await opens(founder, 'Sign-in')
  await dialog.getByLabel('New email').fill(`new.${email}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await dialog.getByLabel('New email').fill(`newer.${email}`)
  await dialog.getByRole('tab', { name: 'Profile' }).click()
  await dialog.getByLabel('Last name').fill('Ångström')
  release()
  await expect(notice(page, 'Check both inboxes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  dialog = await opens(founder, 'Profile')
  await expect(dialog.getByLabel('Last name')).toHaveValue('Ångström')
  await dialog.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(dialog.getByLabel('New email')).toHaveValue(`newer.${email}`)
})

test.describe('password in the account dialog', () => {
  const fill = async (dialog: Locator, current: string, next: string) => {
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password').fill(next)
    await dialog.page().keyboard.press('Enter')
  }

  test('a new password revokes every other session', async ({ founder }) => {
    const { page, email, password } = founder
    const phone = await founder.elsewhere()
    const dialog = await opens(founder, 'Sign-in')
    const refusals = [
      [password, 'abc', 'Password must be at least 6 characters', 'Validation error'],
      ['', 'long enough', 'Your current password is required', 'Validation error'],
      ['wrong one', 'long enough', 'Your current password is not the one you typed.', 'Failed to change your password'],
      [
        password,
        password,
        'That is your password already. Please choose another one.',
        'Failed to change your password',
      ],
    ] as const
    for (const [current, next, description, title] of refusals) {
      await fill(dialog, current, next)
      const refused = failure(page, description, title)
      await expect(refused).toBeVisible()
      await dismiss(refused)
    }
    await fill(dialog, password, 'ü'.repeat(37))
    await expect(notice(page, 'Password cannot be longer than 72 bytes')).toBeVisible()

    await fill(dialog, password, 'another horse')
    await expect(
      success(
        page,
        'Your new password is set. Every other device has been signed out, and your calendar address is off.',
        'Success!',
      ),
    ).toBeVisible()
    await expect(dialog.getByLabel('New password')).toHaveValue('')
    expect((await phone.getUser()).error).not.toBeNull()
    const again = await phone.signInWithPassword({ email, password: 'another horse' })
    expect(again.error).toBeNull()
    // This session stays signed in.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })

  test('keeps a password typed during a change of password', async ({ founder }) => {
    const { page, password } = founder
    const dialog = await opens(founder, 'Sign-in')
    const release = await hold(page, '**/auth/v1/user')
    await fill(dialog, password, 'another horse')
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await dialog.getByLabel('New password').fill('a third horse')
    release()
    await expect(notice(page, 'Your new password is set.')).toBeVisible()
    await expect(dialog.getByLabel('Current password')).toHaveValue('')
    await expect(dialog.getByLabel('New password')).toHaveValue('a third horse')
  })

  test('password fields have autocomplete for password managers, and are not stored', async ({ founder }) => {
    const { page, email, password } = founder
    const dialog = await opens(founder, 'Sign-in')
    await expect(dialog.locator('input[autocomplete="username"]')).toHaveValue(email)
    await expect(dialog.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password')
    await expect(dialog.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('tab', { name: 'Profile' }).click()
    await dialog.getByRole('tab', { name: 'Sign-in' }).click()
    await expect(dialog.getByLabel('Current password')).toHaveValue('')
    expect(await page.evaluate(`JSON.stringify([sessionStorage, localStorage])`)).not.toContain(password)
  })
})

test('other devices are listed and signed out', async ({ founder }) => {
  const { page } = founder
  const phone = await founder.elsewhere()
  const dialog = await opens(founder, 'Security')
  const devices = dialog.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'This device' })).toHaveText(/^Chrome on /)
  await expect(devices.filter({ hasText: 'Unknown device' })).toContainText('Last seen')
  await dialog.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expect(success(page, 'You are signed out everywhere else')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(dialog.getByText('You’re not signed in anywhere else.')).toBeVisible()
  expect((await phone.getUser()).error).not.toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
})

test('downloads everything that is stored in one file', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  await founder.addsGoal('Ten demos')
  const messages = Array.from({ length: 1200 }, (_, n) => ({ user_id, content: `Message ${n}` }))
  for (let from = 0; from < messages.length; from += 200) {
    await service
      .from('squad_messages')
      .insert(messages.slice(from, from + 200))
      .throwOnError()
  }
  await service.from('founder_ai_memory').insert({ user_id, memory_content: 'Not for the founder' }).throwOnError()
  const dialog = await opens(founder, 'Data')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download My Data' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`upswing-data-${new Date().toISOString().slice(0, 10)}.json`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).not.toContain('Not for the founder')
  const copy = JSON.parse(text) as Record<string, readonly { content?: string }[]>
  expect(copy).toMatchObject({
    account: { email: founder.email, identities: [{ provider: 'email' }], sessions: [{}] },
    profile: { first_name: founder.firstName },
    goals: [{ text: 'Ten demos' }],
  })
  expect(new Set(copy['squad_messages']?.map(({ content }) => content)).size).toBe(1200)
  await expect(success(page, 'Your data is in the file that was just saved')).toBeVisible()

  await page.route('**/rest/v1/rpc/my_data*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Download My Data' }).click()
  await expect(notice(page, 'Failed to collect your data')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download My Data' })).toBeEnabled()
})

test('an account is deleted with all its data after its email is typed', async ({ founder, service }) => {
  const { page, email, password } = founder
  await founder.addsGoal('Ten demos')
  const id = await founder.id()
  const dialog = await opens(founder, 'Data')
  const button = dialog.getByRole('button', { name: 'Delete My Account' })
  await expect(button).toBeDisabled()
  await dialog.getByLabel(`Type ${email} to confirm`).fill('other@example.com')
  await expect(button).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
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

test('the last admin opens their account dialog, and cannot delete the account', async ({ admin: { page } }) => {
  const dialog = await opens({ page }, 'Data')
  await dialog.getByLabel('Type admin@example.com to confirm').fill('admin@example.com')
  await page.keyboard.press('Enter')
  await expect(
    failure(page, 'You are the only admin. Please make another user an admin first.', 'Your account was not deleted'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Account settings' })).toBeFocused()
})

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1440 },
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

test('every control of the account dialog is reached by keyboard', async ({ founder }) => {
  const { page } = founder
  const card = page.getByRole('button', { name: 'Account settings' })
  await card.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('tab', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tab', { name: 'Security' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Add Authenticator App' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('What to call it')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()
})

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addsApp, codeOf, codesSent, dialogOf, newCodes, opens, savesCodes, withAuthenticator } from './account.ts'
import { expectAccessible } from './axe.ts'
import { dismiss, expect, notice, SESSION_KEY, success, test, type Founder } from './product.ts'

const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

const isOn = (page: Page) =>
  success(page, 'Devices that signed in without it have been signed out.', 'Two-step sign-in is on')

/** A phone number of this test alone. */
const newNumber = () => `+351 91${Math.random().toString().slice(2, 9)}`

async function addsPasskey(dialog: Locator, name: string) {
  await dialog.getByRole('button', { name: 'Add Passkey or Security Key' }).click()
  await dialog.getByLabel('What to call it').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function addsPhone(dialog: Locator, dataDir: string, phone: string) {
  const before = await codesSent(dataDir)
  await dialog.getByRole('button', { name: 'Add Phone' }).click()
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByText("We've sent you the code.")).toBeVisible()
  const [code = '', ...more] = (await codesSent(dataDir)).slice(before.length)
  expect(more).toEqual([])
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function signsInAgain({ page, email, password }: Founder) {
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Use another account' })).toBeVisible()
}

test('an authenticator app is added, listed, required at sign-in, and removed', async ({ founder }) => {
  const { page, email, password } = founder
  const phone = await founder.elsewhere()
  const dialog = await opens(founder, 'Security')
  await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
  await expect(dialog.getByLabel('What to call it')).toHaveValue('Authenticator app')
  await expect(dialog.getByLabel('What to call it')).toBeFocused()
  await dialog.getByLabel('What to call it').fill('Phone')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  const picture = dialog.getByRole('img', { name: /QR code/ })
  await expect(picture).toBeVisible()
  expect(await page.evaluate(`document.querySelector('img[alt^="QR code"]').naturalWidth`)).toBeGreaterThan(0)
  const secret = await dialog.locator('code').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(notice(page, 'The key is in your clipboard')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)

  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Wrong code')).toBeVisible()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(isOn(page)).toBeVisible()
  await savesCodes(page)
  await expect(dialog.getByText('Phone', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Authenticator app · Added /)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
  expect((await phone.getUser()).error).not.toBeNull()

  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('/')

  const again = await opens(founder, 'Security')
  await again.getByRole('button', { name: 'Remove Phone' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Phone?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(again.getByText('Phone', { exact: true })).toBeVisible()
  await again.getByRole('button', { name: 'Remove Phone' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(success(page, 'The second step has been removed')).toBeVisible()
  await expect(again.getByText('Phone', { exact: true })).toBeHidden()
  // The user stays signed in.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
})

test('a passkey is added with the keyboard, with recovery codes, one of which works once at the next sign-in', async ({ founder }) => {
  test.setTimeout(150_000)
  const { page } = founder
  await withAuthenticator(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Account settings' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('tab', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const add = dialog.getByRole('button', { name: 'Add Passkey or Security Key' })
  await expect(add).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('What to call it')).toBeFocused()
  await expect(dialog.getByLabel('What to call it')).toHaveValue('Passkey')
  await expect(page.getByRole('status')).toHaveCount(0)
  await expectAccessible(page, 'the name')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('This computer')
  await page.keyboard.press('Enter')
  await expect(isOn(page)).toBeVisible()

  const saving = newCodes(page)
  await expect(saving.getByRole('listitem')).toHaveCount(10)
  await expect(isOn(page)).toBeHidden()
  await expectAccessible(page, 'the codes')
  const shown = await saving.getByRole('listitem').allInnerTexts()
  expect(new Set(shown).size).toBe(10)
  for (const code of shown) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
  await saving.getByRole('button', { name: 'Copy' }).click()
  await expect(success(page, 'Your recovery codes are in your clipboard')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown.join('\n'))
  const downloading = page.waitForEvent('download')
  await saving.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('upswing-recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    `Recovery codes for Upswing, each good once:\n\n${shown.join('\n')}\n`,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(saving.getByText('Recovery codes for Upswing, each good once:')).toBeVisible()
  await expect(saving.getByRole('listitem').first()).toBeVisible()
  await expect(saving.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: null })
  await saving.getByRole('button', { name: 'I Have Saved Them' }).focus()
  await page.keyboard.press('Enter')
  await expect(saving).toBeHidden()
  await expect(add).toBeFocused()
  await expect(dialog.getByText('This computer', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Passkey · Added /)).toBeVisible()
  await expect(dialog.getByText('You have 10 left.')).toBeVisible()
  expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain(shown[0])

  const entersCode = async (code = '') => {
    await signsInAgain(founder)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.keyboard.press('Enter')
  }
  await entersCode(shown[3])
  await expect(success(page, 'You have 9 left.', 'Recovery code used')).toBeVisible()
  await expect(page).toHaveURL('/')
  await opens(founder, 'Security')
  await expect(dialog.getByText('You have 9 left.')).toBeVisible()
  await entersCode(shown[3])
  await expect(notice(page, 'That is not one of your codes, or you have already used it.')).toBeVisible()
}) // prettier-ignore

test('each kind of factor is removed with another one, and recovery codes are deleted with the last', async ({ founder, deployed }) => {
  test.setTimeout(150_000)
  const { page } = founder
  await withAuthenticator(page)
  const dialog = await opens(founder, 'Security')
  const factors = dialog.getByRole('region', { name: 'Two-step sign-in' }).getByRole('listitem')
  await addsPasskey(dialog, 'This computer')
  await savesCodes(page)
  await addsApp(dialog, 'App')
  await expect(success(page, 'Any one of those you have is enough.', 'Second step added')).toBeVisible()
  await expect(factors).toHaveCount(2)
  await addsPhone(dialog, deployed.dataDir, newNumber())
  await expect(factors).toHaveCount(3)
  await expect(newCodes(page)).toBeHidden()
  await expectAccessible(page, 'three kinds')

  const removes = async (name: string) => {
    await dialog.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  }
  await removes('App')
  await expect(proof(page).getByRole('radio')).toHaveCount(2)
  await proof(page).getByRole('radio', { name: 'Phone' }).check()
  await expect(proof(page).getByRole('button', { name: 'Send the code' })).toBeVisible()
  await expectAccessible(page, 'the proof by phone')
  await proof(page).getByRole('radio', { name: 'This computer' }).check()
  await expectAccessible(page, 'the proof by passkey')
  await proof(page).getByRole('button', { name: 'Use your passkey' }).click()
  const removed = success(page, 'The second step has been removed')
  await expect(removed).toBeVisible()
  await dismiss(removed)
  await expect(factors).toHaveCount(2)

  await addsApp(dialog, 'New app')
  await expect(factors).toHaveCount(3)
  await removes('New app')
  await page.keyboard.press('Escape')
  await expect(factors).toHaveCount(3)

  await removes('Phone')
  await proof(page).getByRole('radio', { name: 'This computer' }).check()
  await proof(page).getByRole('button', { name: 'Use your passkey' }).click()
  await expect(removed).toBeVisible()
  await dismiss(removed)
  await removes('New app')
  await proof(page).getByRole('button', { name: 'Use your passkey' }).click()
  await expect(removed).toBeVisible()
  await dismiss(removed)
  await removes('This computer')
  await expect(removed).toBeVisible()
  await expect(factors).toHaveCount(0)
  await expect(dialog.getByRole('region', { name: 'Recovery codes' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
}) // prettier-ignore

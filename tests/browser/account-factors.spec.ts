import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addsApp, codeOf, codesSent, dialogOf, newCodes, opens, savesCodes, withAuthenticator } from './account.ts'
import { expectAccessible } from './axe.ts'
import { dismiss, expect, failure, notice, SESSION_KEY, success, test, type Founder } from './product.ts'

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

test('counts new recovery codes that are generated while the previous ones are being counted', async ({ founder }) => {
  const { page } = founder
  await withAuthenticator(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let counted: Promise<unknown> | undefined
  await page.route('**/factors/recovery-codes', async (route) => {
    if (route.request().method() === 'POST') await counted
    if (route.request().method() !== 'GET' || counted) return route.fallback()
    const counting = route.fetch()
    counted = counting
    const response = await counting
    await released
    await route.fulfill({ response })
  })
  const dialog = await opens(founder, 'Security')
  await addsPasskey(dialog, 'This computer')
  await expect(newCodes(page).getByRole('listitem')).toHaveCount(10)
  expect(counted).toBeDefined()
  release()
  await savesCodes(page)
  await expect(dialog.getByText('You have 10 left.')).toBeVisible()
})

test('shows an error for a passkey that the browser does not create, and its name stays available', async ({
  founder,
}) => {
  const { page } = founder
  const elsewhere = await founder.elsewhere()
  const { devtools, authenticatorId } = await withAuthenticator(page)
  const dialog = await opens(founder, 'Security')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.evaluate(
    `navigator.credentials.create = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'))`,
  )
  await addsPasskey(dialog, 'Key')
  await expect(
    failure(page, 'It was cancelled, or it took too long. Please try again.', 'Passkey not used'),
  ).toBeVisible()
  expect((await elsewhere.getUser()).data.user?.factors ?? []).toEqual([])
  await expect(dialog.getByLabel('What to call it')).toHaveValue('Key')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Add Passkey or Security Key' })).toBeFocused()
})

test('says so where passkeys are not supported', async ({ founder }) => {
  const { page } = founder
  await page.addInitScript('delete globalThis.PublicKeyCredential')
  await page.reload()
  const dialog = await opens(founder, 'Security')
  await expect(dialog.getByText(/^Passkeys and security keys cannot be added here/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Passkey or Security Key' })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Add Phone' })).toBeVisible()
})

test('a phone is added with the code of a text message', async ({ founder, deployed }) => {
  const { page } = founder
  const elsewhere = await founder.elsewhere()
  const factors = async () => (await elsewhere.getUser()).data.user?.factors ?? []
  const number = newNumber()
  const dialog = await opens(founder, 'Security')
  const add = dialog.getByRole('button', { name: 'Add Phone' })
  await add.click()
  await expect(dialog.getByLabel('Phone number')).toBeFocused()
  await dialog.getByLabel('Phone number').fill('912 345 678')
  await page.keyboard.press('Enter')
  const words = 'Begin with + and the country code, such as +351 912 345 678'
  await expect(failure(page, words, 'Validation error')).toBeVisible()
  await expect(dialog.getByLabel('Phone number')).toBeFocused()
  await expectAccessible(page, 'the number')

  const before = await codesSent(deployed.dataDir)
  await dialog.getByLabel('Phone number').fill(number)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("We've sent you the code.")).toBeVisible()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(dialog.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await expectAccessible(page, 'the code')
  expect(await factors()).toHaveLength(1)
  const [code = ''] = (await codesSent(deployed.dataDir)).slice(before.length)
  await dialog.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'That is not the code of the last message')).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
  await expect(isOn(page)).toBeVisible()
  await savesCodes(page)
  await expect(dialog.getByText('Phone', { exact: true })).toBeVisible()
  await expect(dialog.getByText(`Phone that ends in ${number.slice(-2)} · Added`)).toBeVisible()
  await expect(dialog).not.toContainText(number.slice(-6))

  await add.click()
  await dialog.getByLabel('Phone number').fill(number)
  await page.keyboard.press('Enter')
  await expect(failure(page, 'This number is one of your second steps already.', 'Not added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(add).toBeFocused()
})

test('another number can be given where no message was sent to the first', async ({ founder }) => {
  const { page } = founder
  const dialog = await opens(founder, 'Security')
  await page.route('**/auth/v1/factors/*/challenge', (route) =>
    route.fulfill({ status: 422, json: { code: 'sms_send_failed', message: 'refused' } }), { times: 1 },
  ) // prettier-ignore
  await dialog.getByRole('button', { name: 'Add Phone' }).click()
  await dialog.getByLabel('Phone number').fill(newNumber())
  await page.keyboard.press('Enter')
  await expect(notice(page, 'The code was not sent')).toBeVisible()
  await dialog.getByLabel('Phone number').fill(newNumber())
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByText("We've sent you the code.")).toBeVisible()
})

test('a phone whose code was not entered leaves no factor', async ({ founder }) => {
  const elsewhere = await founder.elsewhere()
  const factors = async () => (await elsewhere.getUser()).data.user?.factors ?? []
  const dialog = await opens(founder, 'Security')
  await dialog.getByRole('button', { name: 'Add Phone' }).click()
  await dialog.getByLabel('Phone number').fill(newNumber())
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible()
  expect(await factors()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(factors).toEqual([])
})

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

test('new recovery codes invalidate the old ones, and a warning shows when few or none are left', async ({
  founder,
}) => {
  test.setTimeout(240_000)
  const { page } = founder
  const dialog = await opens(founder, 'Security')
  const codes = dialog.getByRole('region', { name: 'Recovery codes' })
  await expect(codes).toBeHidden()
  await page.route('**/auth/v1/factors/recovery-codes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const secret = await addsApp(dialog, 'App')
  await expect(notice(page, 'Failed to create recovery codes')).toBeVisible()
  await expect(codes.getByText('You have none. Without them, losing your second step locks you out.')).toBeVisible()
  await expectAccessible(page, 'no codes')
  await page.unrouteAll()
  await codes.getByRole('button', { name: 'Make New Codes' }).click()
  const [old = ''] = await savesCodes(page)
  await expect(codes.getByText('You have 10 left.')).toBeVisible()

  await codes.getByRole('button', { name: 'Make New Codes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Make new codes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await codes.getByRole('button', { name: 'Make New Codes' }).click()
  await question.getByRole('button', { name: 'Make New Codes' }).click()
  const fresh = await savesCodes(page)
  expect(fresh).not.toContain(old)

  // As other devices of this user, until two are left.
  const { supabaseUrl, supabaseKey } = (await (await page.request.get('/config.json')).json()) as Record<string, string>
  const use = async (code: string) => {
    const { data } = await (await founder.elsewhere()).getSession()
    return page.request.post(`${supabaseUrl}/auth/v1/factors/recovery-codes/verify`, {
      headers: { apikey: supabaseKey ?? '', authorization: `Bearer ${data.session?.access_token}` },
      data: { code },
    })
  }
  expect((await use(old)).status()).toBe(422)
  for (const code of fresh.slice(0, 7)) expect((await use(code)).status()).toBe(200)
  // Recovery elsewhere downgrades this session too, and the next one revokes aal1 sessions.
  await page.goto('/auth')
  await page.getByLabel('Email').fill(founder.email)
  await page.getByLabel('Password').fill(founder.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(fresh[7] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await opens(founder, 'Security')
  await expect(codes.getByText('You have 2 left. Make new ones before you run out.')).toBeVisible()
  await expectAccessible(page, 'few codes')

  // At aal1 the second factor's code is required first.
  const below = (await (await founder.elsewhere()).getSession()).data.session
  if (!below) throw new Error('no session')
  await page.goto('/config.json')
  const stored = JSON.stringify({ ...below, user: { ...below.user, factors: [] } })
  await page.evaluate(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(stored)})`)
  await page.goto('/')
  await opens(founder, 'Security')
  await codes.getByRole('button', { name: 'Make New Codes' }).click()
  await question.getByRole('button', { name: 'Make New Codes' }).click()
  await proof(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page, 'the proof by recovery code')
  await proof(page).getByRole('button', { name: 'Use your second factor' }).click()
  await proof(page).getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  expect(await savesCodes(page)).toHaveLength(10)
})

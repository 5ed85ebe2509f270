import { addsApp, codeOf, opens, savesCodes } from './account.ts'
import { expect, holdAnswer, notice, SESSION_KEY, success, test } from './product.ts'

test.describe('two-step sign-in', () => {
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
    await expect(
      success(page, 'Devices that signed in without it have been signed out.', 'Two-step sign-in is on'),
    ).toBeVisible()
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

  test('an unfinished enrolment of an authenticator app leaves no factor', async ({ founder }) => {
    const { page } = founder
    const phone = await founder.elsewhere()
    const factors = async () => (await phone.getUser()).data.user?.factors ?? []
    const dialog = await opens(founder, 'Security')
    const begin = async () => {
      await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible()
      expect(await factors()).toHaveLength(1)
    }
    await begin()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(factors).toEqual([])
    await expect(dialog.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
    await begin()
    await dialog.getByRole('tab', { name: 'Profile' }).click()
    await expect.poll(factors).toEqual([])
    await dialog.getByRole('tab', { name: 'Security' }).click()
    await begin()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(factors).toEqual([])
    // A page that closed without cancelling: the next attempt reuses the name.
    await opens(founder, 'Security')
    await begin()
    await page.route('**/auth/v1/factors/*', (route) => route.abort())
    await page.reload()
    await page.unrouteAll()
    await opens(founder, 'Security')
    await begin()
  })

  test('one of two authenticator apps is removed with a code of the other, and the session continues', async ({
    founder,
  }) => {
    const { page } = founder
    const dialog = await opens(founder, 'Security')
    const first = await addsApp(dialog, 'Phone')
    await savesCodes(page)
    await dialog.getByRole('button', { name: 'Add Authenticator App' }).click()
    await dialog.getByLabel('What to call it').fill('Phone')
    await page.keyboard.press('Enter')
    await expect(notice(page, 'You have one with this name already.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await addsApp(dialog, 'Tablet')
    await expect(dialog.getByText('Tablet', { exact: true })).toBeVisible()

    await dialog.getByRole('button', { name: 'Remove Tablet' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(confirmation.getByLabel('Code', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirmation).toBeHidden()
    await expect(dialog.getByText('Tablet', { exact: true })).toBeVisible()

    await dialog.getByRole('button', { name: 'Remove Tablet' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await confirmation.getByLabel('Code', { exact: true }).fill(codeOf(first, 1))
    await page.keyboard.press('Enter')
    await expect(success(page, 'The second step has been removed')).toBeVisible()
    await expect(dialog.getByText('Tablet', { exact: true })).toBeHidden()
    await expect(dialog.getByText('Phone', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })

  test('an aal1 session enters its code inside the account dialog', async ({ founder, service }) => {
    const { page } = founder
    const id = await founder.id()
    // A URL without the app, which would notice that its session has ended.
    await page.goto('/config.json')
    const phone = await founder.elsewhere()
    const { data } = await phone.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (!data) throw new Error('not enrolled')
    const secret = data.totp.secret
    expect((await phone.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })).error).toBeNull()
    // An aal1 session whose stored user has no factors.
    const below = await founder.elsewhere()
    const { session } = (await below.getSession()).data
    if (!session) throw new Error('no session')
    const stored = JSON.stringify({ ...session, user: { ...session.user, factors: [] } })
    await page.evaluate(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(stored)})`)
    await page.goto('/')

    const dialog = await opens(founder, 'Data')
    await dialog.getByLabel(`Type ${founder.email} to confirm`).fill(founder.email)
    await page.keyboard.press('Enter')
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(confirmation.getByLabel('Code', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirmation).toBeHidden()
    expect((await service.from('profiles').select().eq('id', id).throwOnError()).data).toHaveLength(1)

    await dialog.getByRole('button', { name: 'Delete My Account' }).click()
    await confirmation.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await page.waitForURL('/auth')
    await expect(notice(page, 'Account deleted')).toBeVisible()
    expect((await service.from('profiles').select().eq('id', id).throwOnError()).data).toHaveLength(0)
  })

  test('recovery codes are not made where they cannot be shown: the dialog was closed meanwhile', async ({ founder, service }) => {
    const { page } = founder
    const userId = await founder.id()
    const release = await holdAnswer(page, '**/auth/v1/factors/*/verify')
    const dialog = await opens(founder, 'Security')
    await addsApp(dialog, 'App')
    const statuses = async () => (await service.auth.admin.mfa.listFactors({ userId })).data?.factors.map(({ status }) => status)
    await expect.poll(statuses).toEqual(['verified'])
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    release()
    await expect(success(page, 'Devices that signed in without it have been signed out.', 'Two-step sign-in is on')).toBeVisible()
    const again = await opens(founder, 'Security')
    await expect(again.getByText('You have none. Without them, losing your second step locks you out.')).toBeVisible()
  }) // prettier-ignore
})

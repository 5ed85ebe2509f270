import type { AuthClient } from '@supabase/auth-js'
import type { Page } from '@playwright/test'
import { codeOf, codesSent, withAuthenticator } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, failure, SESSION_KEY, success, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

type Auth = InstanceType<typeof AuthClient>

const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

/** Adds an authenticator app, which revokes the session of the founder's browser. @returns its secret */
async function addsApp(auth: Auth) {
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (!data) throw new Error('not enrolled')
  const { secret } = data.totp
  const { error } = await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })
  if (error) throw error
  return secret
}

async function addsPhone(auth: Auth, dataDir: string, phone: string) {
  const { data } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'My phone' })
  if (!data) throw new Error('not enrolled')
  const { data: challenge } = await auth.mfa.challenge({ factorId: data.id })
  const code = (await codesSent(dataDir)).at(-1) ?? ''
  const { error } = await auth.mfa.verify({ factorId: data.id, challengeId: challenge?.id ?? '', code })
  if (error) throw error
}

/** Registers a passkey in the page with the session of `auth`. */
async function addsPasskey(page: Page, auth: Auth) {
  const { data } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'This computer' })
  const { data: session } = await auth.getSession()
  const passed = await page.evaluate(`(async () => {
    const { supabaseUrl, supabaseKey } = await (await fetch('/config.json')).json()
    const post = async (path, body) => (await fetch(supabaseUrl + '/auth/v1/factors/${data?.id}' + path, {
      method: 'POST',
      headers: {
        apikey: supabaseKey, authorization: 'Bearer ${session.session?.access_token}', 'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })).json()
    const { id, webauthn } = await post('/challenge', {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(webauthn.credential_options.publicKey)
    const credential = await navigator.credentials.create({ publicKey })
    return post('/verify', { challenge_id: id, webauthn: { type: 'create', credential_response: credential.toJSON() } })
  })()`)
  expect(passed).toMatchObject({ token_type: 'bearer' })
}

async function signsIn({ page, email, password }: Founder) {
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Use another account' })).toBeVisible()
}

const isIn = async ({ page }: Founder) => {
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
}

test('sign-in requires the code of the second factor before any other screen', async ({ founder }) => {
  const { page } = founder
  const secret = await addsApp(await founder.elsewhere())
  await signsIn(founder)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(page.getByText('Welcome back!')).toBeHidden()

  await expectAccessible(page, 'the code')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await expectAccessible(page, 'the recovery code')

  // Other URLs and a reload redirect to this screen.
  await page.goto('/traction')
  await expect(codeField(page)).toBeFocused()
  await expect(page).toHaveURL('/auth')

  await codeField(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(
    failure(page, 'Codes change every 30 seconds and work once. Please enter the one shown now.', 'Wrong code'),
  ).toBeVisible()
  await expect(codeField(page)).toBeFocused()

  const code = codeOf(secret, 1)
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await isIn(founder)
  await page.reload()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
})

test('sign-in with a text message code by keyboard', async ({ founder, deployed }) => {
  const { page } = founder
  await addsPhone(await founder.elsewhere(), deployed.dataDir, '+351912345678')
  await signsIn(founder)
  const before = await codesSent(deployed.dataDir)
  await expect(page.getByText('We’ll text a code to your phone ending in 78.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText("We've sent you the code.")).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await expectAccessible(page)
  const [code = '', ...more] = (await codesSent(deployed.dataDir)).slice(before.length)
  expect(more).toEqual([])

  await page.keyboard.type(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  const wrong = 'That is not the code of the last message, or it is too old. You can request a new one.'
  await expect(failure(page, wrong, 'Wrong code')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await isIn(founder)
})

test('sign-in with a passkey of this computer, and rejection of a cloned one', async ({ founder }) => {
  const { page } = founder
  const { devtools, authenticatorId } = await withAuthenticator(page)
  await addsPasskey(page, await founder.elsewhere())
  await signsIn(founder)
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Use your passkey' })
  await expect(button).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await isIn(founder)

  // A clone made before the last use has a lower signature counter.
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (!credential) throw new Error('no credential')
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
  await signsIn(founder)
  await button.click()
  await expect(failure(page, 'It does not belong to this account.', 'Passkey refused')).toBeVisible()

  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  await button.click()
  const notUsed = 'It was cancelled, or it took too long. Please try again.'
  await expect(failure(page, notUsed, 'Passkey not used')).toBeVisible()

  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 99 } })
  await button.click()
  await isIn(founder)
})

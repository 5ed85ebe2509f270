import type { Page } from '@playwright/test'
import { addsApp, codeOf, dialogOf, opens, savesCodes } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, newIdentity, test } from './product-with-peer.ts'
import { dismiss, failure, SESSION_KEY, success } from './product.ts'

test.use({ baseURL: async ({ deployed }, use) => use(deployed.founderUrl) })
test.afterEach(({ peer }) => peer.become('well'))

const accounts = (page: Page) => dialogOf(page).getByRole('region', { name: 'Connected accounts' })
const connectAcme = (page: Page) => accounts(page).getByRole('button', { name: 'Connect Acme', exact: true })

/** Signs in at the provider. */
async function agrees(page: Page, sub: string) {
  await page.getByLabel('Peer account').fill(sub)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function disconnects(page: Page) {
  await accounts(page).getByRole('button', { name: 'Disconnect Acme' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect Acme?' })
  await question.getByRole('button', { name: 'Disconnect' }).click()
}

test('another account is connected, signs in, and is disconnected', async ({ founder, peer }) => {
  const { page } = founder
  const { sub, email } = newIdentity(peer)
  const id = await founder.id()
  await opens(founder, 'Sign-in')
  await expect(connectAcme(page)).toBeVisible()
  await expectAccessible(page, 'none connected')
  await connectAcme(page).click()
  await agrees(page, sub)
  await expect(success(page, 'You can sign in with Acme from now on.', 'Account connected')).toBeVisible()
  await expect(page).toHaveURL('/')
  const devtools = await page.context().newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url).join(' ')).not.toMatch(/code=|connecting=|token=|#/)
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('sb-'))`)).toEqual([SESSION_KEY])
  expect(await page.evaluate(`localStorage.getItem('connecting')`)).toBeNull()
  expect(await founder.id()).toBe(id)
  await expect(dialogOf(page).getByRole('tab', { name: 'Sign-in' })).toHaveAttribute('aria-selected', 'true')
  await expect(accounts(page).getByRole('listitem')).toContainText(`Acme${email}`)
  await expect(connectAcme(page)).toBeHidden()
  await expectAccessible(page, 'one connected')

  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await agrees(page, sub)
  await page.waitForURL('/')
  expect(await founder.id()).toBe(id)

  await opens(founder, 'Sign-in')
  await accounts(page).getByRole('button', { name: 'Disconnect Acme' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect Acme?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await disconnects(page)
  await expect(success(page, 'You no longer sign in with Acme.', 'Account disconnected')).toBeVisible()
  await expect(connectAcme(page)).toBeVisible()
  await expect(accounts(page).getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
})

test('shows an error after a failed linking, and the user stays signed in', async ({ founder, peer }) => {
  const { page } = founder
  await opens(founder, 'Sign-in')
  await page.setViewportSize({ width: 390, height: 700 })
  await connectAcme(page).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  const refused = failure(page, 'It was refused there. Please start again.', 'The account was not connected')
  await expect(refused).toBeVisible()
  await expect(page).toHaveURL('/')
  await dismiss(refused)
  await expect(connectAcme(page)).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })

  const other = newIdentity(peer)
  const secondPage = await founder.page.context().browser()?.newContext()
  if (!secondPage) throw new Error('no browser')
  const theirs = await secondPage.newPage()
  await theirs.goto(new URL('/auth', page.url()).href)
  await theirs.getByRole('button', { name: 'Continue with Acme' }).click()
  await agrees(theirs, other.sub)
  await expect(theirs.getByText('No goals yet. Add one below!')).toBeVisible()
  await secondPage.close()
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await connectAcme(page).click()
  await agrees(page, other.sub)
  await expect(
    failure(page, 'Identity is already linked to another user', 'The account was not connected'),
  ).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(connectAcme(page)).toBeEnabled()
  await expect(accounts(page).getByRole('listitem')).toHaveCount(0)
})

test('ignores a callback for a linking that was not started', async ({ founder }) => {
  const { page } = founder
  const code = '00000000-0000-4000-8000-000000000000'
  await page.goto(`/?connecting=${code}&code=${code}`)
  const words = 'This was not started here, or took too long. Please start again.'
  await expect(failure(page, words, 'The account was not connected')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await page.goto(`/connected?code=${code}`)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test('shows an error when the exchange of the code is rejected', async ({ founder, peer }) => {
  const { page } = founder
  await opens(founder, 'Sign-in')
  await connectAcme(page).click()
  await page.route('**/auth/v1/token?grant_type=pkce', async (route) => {
    const { auth_code, ...rest } = route.request().postDataJSON() as Record<string, unknown>
    expect(auth_code).toBeTruthy()
    await route.continue({ postData: { ...rest, auth_code: '00000000-0000-4000-8000-000000000000' } })
  })
  await agrees(page, newIdentity(peer).sub)
  const words = 'This was not started here, or took too long. Please start again.'
  await expect(failure(page, words, 'The account was not connected')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(dialogOf(page).getByRole('tab', { name: 'Sign-in' })).toHaveAttribute('aria-selected', 'true')
  await expect(accounts(page).getByRole('button', { name: 'Connecting Acme...' })).toBeHidden()
})

test('after connecting an account an admin returns to the same screen', async ({ admin, peer }) => {
  const { page } = admin
  await page.getByRole('link', { name: 'Users' }).first().click()
  await opens(admin, 'Sign-in')
  await connectAcme(page).click()
  await agrees(page, newIdentity(peer).sub)
  await expect(success(page, 'You can sign in with Acme from now on.', 'Account connected')).toBeVisible()
  await expect(page).toHaveURL('/admin/users')
  await disconnects(page)
  await expect(connectAcme(page)).toBeVisible()
})

test('the last identity cannot be disconnected until there is a password', async ({ page, peer }) => {
  const { sub, email } = newIdentity(peer)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await agrees(page, sub)
  await page.waitForURL('/')
  await opens({ page }, 'Sign-in')
  await disconnects(page)
  const words = 'It is the only way you can sign in. Please set a password or connect another account first.'
  await expect(failure(page, words, 'The account is still connected')).toBeVisible()
  await expect(accounts(page).getByRole('listitem')).toContainText(email)

  await dialogOf(page).getByLabel('New password').fill('secret123')
  await page.keyboard.press('Enter')
  await expect(
    success(
      page,
      'Your new password is set. Every other device has been signed out, and your calendar address is off.',
      'Success!',
    ),
  ).toBeVisible()
  await disconnects(page)
  await expect(success(page, 'You no longer sign in with Acme.', 'Account disconnected')).toBeVisible()
  await expect(connectAcme(page)).toBeVisible()
})

test('an aal1 session enters its second factor before connecting or disconnecting an account', async ({
  founder,
  peer,
}) => {
  const { page } = founder
  const { sub } = newIdentity(peer)
  const dialog = await opens(founder, 'Security')
  const secret = await addsApp(dialog, 'App')
  await savesCodes(page)
  const below = (await (await founder.elsewhere()).getSession()).data.session
  if (!below) throw new Error('no session')
  await page.goto('/config.json')
  const stored = JSON.stringify({ ...below, user: { ...below.user, factors: [] } })
  await page.evaluate(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(stored)})`)
  await page.goto('/')
  await opens(founder, 'Sign-in')
  await connectAcme(page).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await agrees(page, sub)
  await expect(success(page, 'You can sign in with Acme from now on.', 'Account connected')).toBeVisible()
  await disconnects(page)
  await expect(success(page, 'You no longer sign in with Acme.', 'Account disconnected')).toBeVisible()
})

import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { failure, SESSION_KEY, success } from './product.ts'
import { expect, newIdentity, test } from './product-with-peer.ts'

test.use({ baseURL: async ({ deployed }, use) => use(deployed.founderUrl) })

const acme = (page: Page) => page.getByRole('button', { name: 'Continue with Acme' })

/** Goes from our sign-in screen to the provider's and back. */
async function signsInWithAcme(page: Page, sub: string) {
  // The provider would remember its session and skip its sign-in page.
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.goto('/auth')
  await acme(page).click()
  await page.getByLabel('Peer account').fill(sub)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Every URL in the browser's history. */
const visited = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  return (await session.send('Page.getNavigationHistory')).entries.map(({ url }) => url)
}
const stored = async (page: Page) => JSON.parse(String(await page.evaluate('JSON.stringify(localStorage)'))) as object

test('a founder signs in with a provider, and no code or token stays in the URL', async ({ page, peer }) => {
  const { sub } = newIdentity(peer)
  await page.goto('/auth')
  await expect(page.getByRole('region', { name: 'Other ways to sign in' }).getByRole('button')).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page), colorScheme).toEqual([])
  }
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(acme(page)).toBeVisible()

  await signsInWithAcme(page, sub)
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
  await page.waitForURL('/')
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await expect(page.getByText('Mia', { exact: true }).first()).toBeVisible()
  expect((await visited(page)).join(' ')).not.toMatch(/code=|token=|#/)
  const kept = await stored(page)
  expect(Object.keys(kept).filter((key) => key.startsWith('sb-'))).toEqual([SESSION_KEY])
  expect(JSON.stringify(kept)).not.toContain('provider_token')
  await page.reload()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await signsInWithAcme(page, sub)
  await page.waitForURL('/')
})

test('a user who cancels at the provider sees one error; a callback that was started in another browser does not sign in', async ({
  page,
  peer,
  deployed,
}) => {
  await page.goto('/auth')
  await acme(page).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(failure(page, 'It was refused there. Please start again.', 'Sign in failed')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  // The notice may appear before the screen.
  await expect(acme(page)).toBeEnabled()
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect(acme(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const { sub } = newIdentity(peer)
  const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`
  const back = encodeURIComponent(`${deployed.founderUrl}/auth`)
  const begun = await fetch(
    `${deployed.founderUrl}/auth/v1/authorize?provider=acme&login_hint=${sub}&${challenge}&redirect_to=${back}`,
    { redirect: 'manual' },
  )
  const bait = await peer.follow(begun.headers.get('location') ?? '')
  const words = 'This sign-in was not started here, or took too long. Please start again.'
  // The notice may have disappeared by the time that everything has loaded.
  await page.goto(bait, { waitUntil: 'commit' })
  await expect(failure(page, words, 'Sign in failed')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()

  // Nor where a verifier of an earlier attempt is left.
  const again = await fetch(begun.url, { redirect: 'manual' })
  const leftOver = JSON.stringify('y'.repeat(43))
  await page.evaluate(`localStorage.setItem('${SESSION_KEY}-provider-code-verifier', '${leftOver}')`)
  await page.goto(await peer.follow(again.headers.get('location') ?? ''), { waitUntil: 'commit' })
  await expect(failure(page, words, 'Sign in failed')).toBeVisible()

  await page.goto('/auth?code=00000000-0000-4000-8000-000000000000', { waitUntil: 'commit' })
  await expect(failure(page, words, 'Sign in failed')).toBeVisible()
  await expect(page).toHaveURL('/auth')
})

test('a sign-in that was started in two tabs ends in both', async ({ page, peer }) => {
  const { sub } = newIdentity(peer)
  const tabs = [page, await page.context().newPage()]
  for (const tab of tabs) {
    await tab.goto('/auth')
    await acme(tab).click()
    await expect(tab.getByLabel('Peer account')).toBeVisible()
  }
  for (const tab of tabs) {
    await tab.getByLabel('Peer account').fill(sub)
    await tab.getByRole('button', { name: 'Continue' }).click()
    await expect(tab).toHaveURL('/')
  }
})

import type { Page } from '@playwright/test'
import { dialogOf, opens } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, newIdentity, test } from './product-with-peer.ts'
import { SESSION_KEY, success } from './product.ts'

test.use({ baseURL: async ({ deployed }, use) => use(deployed.founderUrl) })

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

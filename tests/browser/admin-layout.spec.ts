import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ADMIN, type Deployed } from './deployments.ts'
import { expect, receives, SESSION_KEY, test } from './product.ts'

const screens = [
  { item: 'Dashboard', path: '/admin', heading: 'Admin Dashboard' },
  { item: 'Growth Squad', path: '/admin/squad', heading: 'Growth Squad' },
  { item: 'Users', path: '/admin/users', heading: 'User Management' },
  { item: 'Founder Notes', path: '/admin/notes', heading: 'Manage Founder Notes' },
  { item: 'Programme', path: '/admin/programme', heading: 'Programme' },
  { item: 'Audit', path: '/admin/audit', heading: 'Audit' },
]

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

const command = fileURLToPath(new URL('../../dist/server/admin.js', import.meta.url))

/** Runs `npm run admin -- grant EMAIL` or `revoke EMAIL` on the server's machine. */
const administer = ({ dataDir }: Deployed, verb: 'grant' | 'revoke', email: string) =>
  promisify(execFile)(process.execPath, [command, verb, email, ...(verb === 'grant' ? ['--unproven'] : [])], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  })

test.describe('sidebar', () => {
  test('SPEC 2 admin sidebar: its items in order open their screens, and the current one is marked', async ({
    admin: { page },
  }) => {
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await expect(menu.getByRole('link')).toHaveText(screens.map(({ item }) => item))
    for (const { item, path, heading } of screens.toReversed()) {
      await menu.getByRole('link', { name: item }).click()
      await expect(page).toHaveURL(path)
      await expect(title(page, heading)).toBeVisible()
      await expect(page).toHaveTitle(`Upswing - ${heading}`)
      await expect(page.locator('[aria-current=page]')).toHaveText([item])
    }
  })

  test('SPEC 2 admin sidebar: both addresses of Growth Squad work', async ({ admin: { page } }) => {
    for (const path of ['/admin/squad', '/admin/growth-squad']) {
      await page.goto(path)
      await expect(title(page, 'Growth Squad')).toBeVisible()
    }
  })

  test('SPEC 9 admin sidebar: "Hello, Admin!" with the e-mail of the account; 18rem wide', async ({
    admin: { page },
  }) => {
    const sidebar = page.getByRole('complementary')
    await expect(sidebar.getByText('Hello, Admin!', { exact: true })).toBeVisible()
    await expect(sidebar.getByText(ADMIN.email, { exact: true })).toBeVisible()
    expect((await sidebar.boundingBox())?.width).toBe(18 * 16)
  })

  test('SPEC 2 admin sidebar: Back to Founder View goes to /', async ({ admin: { page } }) => {
    await page.getByRole('button', { name: 'Back to Founder View' }).click()
    await expect(page).toHaveURL('/')
    await expect(title(page, 'Weekly Command Board')).toBeVisible()
  })

  test('SPEC 2 admin sidebar: Sign Out ends the session, deletes drafts and shows /auth', async ({
    admin: { page },
  }) => {
    await page.goto('/admin/notes')
    await page.getByLabel('Title').fill('half a note')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('half a note')
    await page.goto('/admin/notes')
    await expect(page).toHaveURL('/auth')
  })
})

test('SPEC 2 admin: any other admin path shows the 404 page and logs the path', async ({ admin: { page } }) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('/admin/nowhere'))
  await page.goto('/admin/nowhere')
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  expect((await logged).type()).toBe('error')
  await page.getByRole('button', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('access to the admin panel', () => {
  test('SPEC 2 admin: a signed-out visitor is redirected to /auth', async ({ page, deployed }) => {
    for (const { path } of screens) {
      await page.goto(deployed.adminUrl + path)
      await expect(page).toHaveURL(`${deployed.adminUrl}/auth`)
    }
  })

  test('SPEC 2 admin: a founder sees Access Denied on every admin screen; Back to App goes to /', async ({
    founder: { page },
  }) => {
    for (const path of [...screens.map(({ path }) => path), '/admin/growth-squad']) {
      await page.goto(path)
      await expect(title(page, 'Access Denied')).toBeVisible()
      await expect(page.getByText("You don't have admin privileges.", { exact: true })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Back to App' }).click()
    await expect(page).toHaveURL('/')
    await expect(title(page, 'Weekly Command Board')).toBeVisible()
  })

  test('SPEC 8 admin: a failed role check is only logged, and denies access', async ({ admin: { page } }) => {
    await page.route('**/rest/v1/user_roles*', (route) => route.fulfill({ status: 403, json: { code: '42501' } }))
    const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.args().length > 0)
    await page.reload()
    await expect(title(page, 'Access Denied')).toBeVisible()
    await logged
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('SPEC 6 admin: an open page shows a granted role, and a revoked one within 5 s', async ({
    founder,
    deployed,
  }) => {
    const { page } = founder
    await page.goto('/admin/users')
    await expect(title(page, 'Access Denied')).toBeVisible()
    await administer(deployed, 'grant', founder.email)
    await expect(title(page, 'User Management')).toBeVisible({ timeout: 5000 })
    await expect(page.getByRole('complementary').getByText(founder.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'View Details' }).first()).toBeVisible()

    await administer(deployed, 'revoke', founder.email)
    await expect(title(page, 'Access Denied')).toBeVisible({ timeout: 5000 })
    await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(0)
  })

  test('SPEC 6 admin: the role is read on load and after the subscription, without polling', async ({
    admin: { page },
  }) => {
    await page.goto('about:blank')
    await page.clock.install()
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/user_roles')) reads++
    })
    const joined = receives(page, /user_roles:.*Subscribed/)
    await page.goto('/admin')
    await joined
    await expect.poll(() => reads).toBe(2)
    await page.clock.runFor(20_000)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(title(page, 'User Management')).toBeVisible()
    expect(reads).toBe(2)
  })

  test('SPEC 6 admin: a role revoked after the websocket went silent is noticed within 5 s', async ({
    founder,
    deployed,
  }) => {
    const { page } = founder
    await administer(deployed, 'grant', founder.email)
    await page.goto('about:blank')
    const none = () => {}
    let cut: () => void = none
    await page.routeWebSocket('**/realtime/v1/websocket*', (socket) => {
      // Later requests get no response.
      if (cut !== none) return
      const server = socket.connectToServer()
      cut = () => void Promise.all([socket.close(), server.close()])
    })
    const joined = receives(page, /user_roles:.*Subscribed/)
    await page.goto('/admin')
    await joined
    await expect(title(page, 'Admin Dashboard')).toBeVisible()
    cut()
    await administer(deployed, 'revoke', founder.email)
    await expect(title(page, 'Access Denied')).toBeVisible({ timeout: 5000 })
  })

  test('SPEC 6 admin: a role revoked without a websocket is noticed within 5 s', async ({ founder, deployed }) => {
    const { page } = founder
    await administer(deployed, 'grant', founder.email)
    await page.routeWebSocket('**/realtime/v1/websocket*', () => undefined)
    await page.goto('/admin')
    await expect(title(page, 'Admin Dashboard')).toBeVisible()
    await administer(deployed, 'revoke', founder.email)
    await expect(title(page, 'Access Denied')).toBeVisible({ timeout: 5000 })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('SPEC 2 admin sidebar: the drawer holds the same items; following one closes it', async ({
    admin: { page },
  }) => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText(screens.map(({ item }) => item))
    await drawer.getByRole('link', { name: 'Users' }).click()
    await expect(drawer).toBeHidden()
    await expect(title(page, 'User Management')).toBeVisible()
  })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Deployed } from './deployments.ts'
import { expect, receives, SESSION_KEY, test } from './product.ts'

const screens = [
  { item: 'Dashboard', path: '/admin', heading: 'Admin Dashboard' },
  { item: 'Growth Squad', path: '/admin/squad', heading: 'Growth Squad' },
  { item: 'Users', path: '/admin/users', heading: 'User Management' },
  { item: 'Founder Notes', path: '/admin/notes', heading: 'Manage Founder Notes' },
  { item: 'Programme', path: '/admin/programme', heading: 'Programme' },
  { item: 'Team', path: '/admin/team', heading: 'Team' },
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
  test('SPEC 2 admin sidebar: 18rem wide; its items in order open their screens, and the current one is marked; so has the drawer of a phone; Sign Out ends the session, deletes drafts and shows /auth', async ({
    admin: { page },
  }) => {
    expect((await page.getByRole('complementary').boundingBox())?.width).toBe(18 * 16)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await expect(menu.getByRole('link')).toHaveText(screens.map(({ item }) => item))
    for (const { item, path, heading } of screens.toReversed()) {
      await menu.getByRole('link', { name: item }).click()
      await expect(page).toHaveURL(path)
      await expect(title(page, heading)).toBeVisible()
      // Founders may wait for an answer.
      await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?Upswing - ${heading}$`))
      await expect(page.locator('[aria-current=page]')).toHaveText([item])
    }

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText(screens.map(({ item }) => item))
    await drawer.getByRole('link', { name: 'Founder Notes' }).click()
    await expect(drawer).toBeHidden()
    await expect(title(page, 'Manage Founder Notes')).toBeVisible()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Title').fill('half a note')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('half a note')
    await page.goto('/admin/notes')
    await expect(page).toHaveURL('/auth')
  })
})

test.describe('access to the admin panel', () => {
  test.use({ founderOpens: 'about:blank' })

  test('SPEC 6 admin: an open page shows a granted role, and a revoked one within 5 s', async ({
    founder,
    deployed,
  }) => {
    const { page } = founder
    await page.goto('/admin/users?view=list')
    await expect(title(page, 'Access Denied')).toBeVisible()
    await administer(deployed, 'grant', founder.email)
    await expect(title(page, 'User Management')).toBeVisible({ timeout: 5000 })
    await expect(page.getByRole('complementary').getByText(founder.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'View Details' }).first()).toBeVisible()

    await administer(deployed, 'revoke', founder.email)
    await expect(title(page, 'Access Denied')).toBeVisible({ timeout: 5000 })
    await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(0)
  })

  test('SPEC 6 admin: a role revoked after the websocket went silent is noticed within 5 s', async ({
    founder,
    deployed,
  }) => {
    const { page } = founder
    await administer(deployed, 'grant', founder.email)
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
})

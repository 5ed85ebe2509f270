import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './product.ts'

// Each test opens its own screens.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const founderScreens = [
  { path: '/', heading: 'Weekly Command Board' },
  { path: '/traction', heading: 'Traction Dashboard' },
  { path: '/brain', heading: 'Founder Brain' },
  { path: '/chat', heading: 'Growth Command Chat' },
  { path: '/import', heading: 'Import' },
  { path: '/nowhere', heading: '404' },
]
const adminScreens = [
  { path: '/admin', heading: 'Admin Dashboard' },
  { path: '/admin/users', heading: 'User Management' },
  { path: '/admin/squad', heading: 'Growth Squad' },
  { path: '/admin/growth-squad', heading: 'Growth Squad' },
  { path: '/admin/notes', heading: 'Manage Founder Notes' },
  { path: '/admin/programme', heading: 'Programme' },
  { path: '/admin/week', heading: 'Week of the team' },
  { path: '/admin/team', heading: 'Team' },
  { path: '/admin/team/webhooks', heading: 'Webhooks' },
  { path: '/admin/audit', heading: 'Audit' },
]

// Each colour scheme and each width once.
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } })

    test('the sign-in screen is accessible', async ({ page, deployed }) => {
      await page.goto(`${deployed.founderUrl}/auth`)
      await page.getByLabel('Email').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByLabel('First Name').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
    })

    test('every founder screen and dialog is accessible', async ({ founder: { page } }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const { path, heading } of founderScreens) {
        await page.goto(path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        await isAtRest(page)
        expect(await axeViolations(page), path).toEqual([])
        expect(await overflow(page), path).toBe(0)
      }
      await page.goto('/')
      await page.getByRole('button', { name: 'Complete Check-in' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeViolations(page), 'check-in dialog').toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Complete Check-in' })).toBeFocused()
      if (width < 1024) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
      await page.getByRole('dialog', { name: 'Schedule a Call' }).waitFor()
      expect(await axeViolations(page), 'Schedule a Call').toEqual([])
      await page.goto('/brain')
      await page.getByRole('tab', { name: 'Decisions' }).click()
      await page.getByRole('button', { name: 'Log Decision' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeViolations(page), 'Log Decision').toEqual([])
      await page.goto('/chat')
      await page.getByRole('tab', { name: 'Growth Squad' }).click()
      await page.getByRole('button', { name: /^To:/ }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeViolations(page), 'recipients').toEqual([])
    })

    test('every admin screen and a founder’s details are accessible', async ({ admin: { page } }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const { path, heading } of adminScreens) {
        await page.goto(path)
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        await isAtRest(page)
        expect(await axeViolations(page), path).toEqual([])
        expect(await overflow(page), path).toBe(0)
      }
      await page.goto('/admin/users')
      await page.getByRole('button', { name: 'View Details' }).first().click()
      await page.getByRole('dialog').waitFor()
      for (const tab of [
        'Overview',
        'Goals',
        'Traction',
        'Traction Mgmt',
        'Decisions',
        'Rate Decisions',
        'Runway',
        'AI Memory',
      ]) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await isAtRest(page)
        expect(await axeViolations(page), tab).toEqual([])
      }
    })
  })
}

/**
 * Waits until everything is loaded, including parts that load when they become visible: a button that is enabled while axe
 * runs would be checked with its previous colour.
 */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect(page.locator('[data-state=loading]')).toHaveCount(0)
  await page.evaluate('scrollTo(0, 0)')
}

/** Pixels of horizontal overflow. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')

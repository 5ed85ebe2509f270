import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'

/** What axe finds wrong, in words that a failure should show. */
async function flaws(page: Page): Promise<string[]> {
  // Colours are judged as they are at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const founderScreens = [
  { path: '/', heading: 'Weekly Command Board' },
  { path: '/traction', heading: 'Traction Dashboard' },
  { path: '/brain', heading: 'Founder Brain' },
  { path: '/chat', heading: 'Growth Command Chat' },
  { path: '/nowhere', heading: '404' },
]
const adminScreens = ['/admin', '/admin/users', '/admin/squad', '/admin/growth-squad', '/admin/notes']

// Colours and widths are judged apart: each of both once.
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } })

    test('the sign-in screen', async ({ page, deployed }) => {
      await page.goto(`${deployed.founderUrl}/auth`)
      await page.getByLabel('Email').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByLabel('First Name').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
    })

    test('every founder screen, the check-in dialog and the drawer', async ({ founder: { page } }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const { path, heading } of founderScreens) {
        await page.goto(path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        expect(await flaws(page), path).toEqual([])
        expect(await overflow(page), path).toBe(0)
      }
      await page.goto('/')
      await page.getByRole('button', { name: 'Complete Check-in' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await flaws(page), 'check-in dialog').toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Complete Check-in' })).toBeFocused()
    })

    test('every admin screen and a founder’s details', async ({ admin: { page } }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const path of adminScreens) {
        await page.goto(path)
        await page.getByRole('heading').first().waitFor()
        expect(await flaws(page), path).toEqual([])
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
        expect(await flaws(page), tab).toEqual([])
      }
    })
  })
}

/** Pixels that the page is wider than the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')

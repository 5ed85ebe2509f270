import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The accessibility violations of axe, one line for each element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Checks colours after animations have ended.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** No accessibility violations and no horizontal scrolling, on phone and desktop, light and dark. @param what the screen's name */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      // A control that is scrolled partly out of a long dialog would count as a small target.
      await page.evaluate(`document.querySelector('[role=dialog]')?.parentElement.scrollTo(0, 0)`)
      expect(await axeViolations(page), `${what} ${colorScheme} ${width}`).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  }
}

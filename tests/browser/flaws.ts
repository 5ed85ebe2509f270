import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong, in words that a failure should show. */
export async function flaws(page: Page): Promise<string[]> {
  // Colours are judged as they are at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

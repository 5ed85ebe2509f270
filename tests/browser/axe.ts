import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

/** Minified: each page that is checked gets it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that another theme can violate: it changes nothing but colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * The accessibility violations of axe, one line for each element, with its colours where they are the violation.
 * @param within a selector of the part that is checked
 * @param rules tags or ids of axe's rules
 */
export async function axeViolations(
  page: Page,
  within = 'html',
  rules: readonly string[] = EVERY_RULE,
): Promise<string[]> {
  // Checks colours after animations have ended; those that follow a scroll position never do.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(({ timeline }) => timeline === document.timeline).map(({ finished }) => finished))',
  )
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const found = await runAxe(page, within, rules)
  if (found.length === 0) return found
  // A list that grows, or a theme that changes, is judged once it has settled.
  await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 1000))')
  return runAxe(page, within, rules)
}

function runAxe(page: Page, within: string, rules: readonly string[]): Promise<string[]> {
  // Passes are not described, which would take half of the time.
  const options = { runOnly: rules, resultTypes: ['violations'] }
  return page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) =>
      [id, target.join(' '), ...any.filter((check) => check.id === 'color-contrast').map(({ message }) => message)].join(': '))))`)
}

/** No accessibility violations and no horizontal scrolling, on phone and desktop, light and dark. @param what the screen's name */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  // Content behind a modal dialog is inert, and dimmed.
  const dialog = '[role=dialog], [role=alertdialog]'
  const within = (await page.locator(dialog).count()) > 0 ? dialog : 'html'
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // A control that is scrolled partly out of a long dialog would count as a small target.
      await page.evaluate(`document.querySelector('[role=dialog]')?.parentElement.scrollTo(0, 0)`)
      const rules = colorScheme === 'light' ? EVERY_RULE : RULES_OF_COLOUR
      expect(await axeViolations(page, within, rules), `${what} ${colorScheme} ${width}`).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  }
}

import type { Browser, Page } from '@playwright/test'

/** What changes a page or its context for good: a page with which a story has used one of them is not kept. */
const LASTING = {
  page: ['addInitScript', 'clock', 'emulateMedia', 'exposeFunction', 'routeWebSocket', 'setViewportSize'],
  context: ['addInitScript', 'close', 'grantPermissions', 'newCDPSession', 'newPage', 'route', 'setOffline'],
} as const

/** @returns a script that removes what a site has stored, and stores these entries */
const storing = (entries: Readonly<Record<string, string>>) => `(async () => {
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  }
  for (const name of await caches.keys()) await caches.delete(name)
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  Object.assign(localStorage, ${JSON.stringify(entries)})
})()`

/**
 * A page for one story after another, each with an empty storage. A new context would begin with a process of its own and
 * compile the web app again: three times the processor time of a load.
 */
export class KeptPage {
  readonly #browser: Browser
  #page: Page | undefined
  #settings: string | undefined
  #isSpent = false

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /**
   * @param baseURL the site, whose storage is emptied
   * @param settings of the context, which Playwright adds by itself: a page that was opened with others is closed
   * @param localStorage what the site has stored
   */
  async open(baseURL: string, settings: object, localStorage: Readonly<Record<string, string>>): Promise<Page> {
    const key = JSON.stringify({ baseURL, ...settings })
    if (key !== this.#settings) await this.close()
    this.#settings = key
    this.#page ??= await this.#newPage(baseURL)
    // A resource of the site, without its scripts.
    await this.#page.goto('/config.json')
    await this.#page.evaluate(storing(localStorage))
    return this.#page
  }

  /** Ends a story: what it has left behind is removed, with the page when something may remain. */
  async release(): Promise<void> {
    const page = this.#page
    if (!page || this.#isSpent || page.isClosed() || page.context().pages().length > 1) return this.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    page.removeAllListeners()
    await page.context().clearCookies()
    // Nothing is hovered when the next story begins.
    await page.mouse.move(-1, -1)
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    this.#page = undefined
  }

  async #newPage(baseURL: string): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL })
    const page = await context.newPage()
    this.#isSpent = false
    for (const name of LASTING.page) this.#watch(page, name)
    for (const name of LASTING.context) this.#watch(context, name)
    return page
  }

  #watch<Name extends string>(target: Readonly<Record<Name, unknown>>, name: Name): void {
    const value = target[name]
    const get = () => {
      this.#isSpent = true
      return value
    }
    Object.defineProperty(target, name, { get })
  }
}

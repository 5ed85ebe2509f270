import type { Browser, BrowserContextOptions, Disposable, Page, ViewportSize } from '@playwright/test'

/** The settings of a context that a story may change for its page. */
export interface Settings {
  readonly viewport: ViewportSize | null
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null
  readonly contextOptions: BrowserContextOptions
  readonly serviceWorkers: 'allow' | 'block'
}

/** Irreversible calls on a page or its context: after one of them the page is not kept. */
const IRREVERSIBLE = ['clock', 'close', 'exposeFunction', 'newCDPSession', 'routeWebSocket']

/** Other calls that change a page or its context, and how each is undone. */
const UNDO: Readonly<Record<string, (page: Page, settings: Settings) => Promise<unknown>>> = {
  emulateMedia: (page, { colorScheme, contextOptions: { reducedMotion = null } }) =>
    page.emulateMedia({ media: null, colorScheme, reducedMotion }),
  grantPermissions: (page) => page.context().clearPermissions(),
  route: (page) => Promise.all([page, page.context()].map((from) => from.unrouteAll({ behavior: 'ignoreErrors' }))),
  setOffline: (page) => page.context().setOffline(false),
  setViewportSize: async (page, { viewport }) => viewport && page.setViewportSize(viewport),
}

/** @returns a script that removes what a site has stored but the files of the installed app, and stores these entries */
const storing = (entries: Readonly<Record<string, string>>) => `(async () => {
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  }
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  Object.assign(localStorage, ${JSON.stringify(entries)})
})()`

/**
 * A page for one story after another, each with an empty storage. A new context would begin with a process of its own and
 * compile the web app again: three times the processor time of a load. Where service workers are allowed, the app stays
 * installed.
 */
export class KeptPage {
  readonly #browser: Browser
  #page: Page | undefined
  #settings: string | undefined
  /** Calls that the story has made on the page and its context. */
  readonly #used = new Set<string>()
  readonly #initScripts: Disposable[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /**
   * @param baseURL the site, whose storage is emptied
   * @param settings of the context, which Playwright adds by itself: a page that was opened with others is closed
   * @param localStorage what the site has stored
   */
  async open(baseURL: string, settings: Settings, localStorage: Readonly<Record<string, string>>): Promise<Page> {
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
  async release(settings: Settings): Promise<void> {
    const page = this.#page
    if (!page || page.isClosed() || IRREVERSIBLE.some((name) => this.#used.has(name))) return this.close()
    for (const other of page.context().pages()) if (other !== page) await other.close()
    page.removeAllListeners()
    await page.context().clearCookies()
    for (const script of this.#initScripts.splice(0)) await script.dispose()
    for (const name of this.#used) await UNDO[name]?.(page, settings)
    this.#used.clear()
    // Nothing is hovered when the next story begins.
    await page.mouse.move(-1, -1)
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    this.#page = undefined
    this.#initScripts.length = 0
    this.#used.clear()
  }

  async #newPage(baseURL: string): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL })
    const page = await context.newPage()
    for (const target of [page, context]) {
      for (const name of [...IRREVERSIBLE, ...Object.keys(UNDO)]) this.#watch(target, name)
      this.#keepScripts(target)
    }
    return page
  }

  #keepScripts(target: Pick<Page, 'addInitScript'>): void {
    const addInitScript = target.addInitScript.bind(target)
    target.addInitScript = async (...args) => {
      const script = await addInitScript(...args)
      this.#initScripts.push(script)
      return script
    }
  }

  #watch(target: object, name: string): void {
    if (!(name in target)) return
    const value: unknown = Reflect.get(target, name)
    const get = () => {
      this.#used.add(name)
      return value
    }
    Object.defineProperty(target, name, { get })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import lighthouse from 'lighthouse'
import { WebSocket } from 'ws'
import type { Database } from '../domain/database.types.ts'
import { freePort } from '../tests/built-server.ts'
import { actions, firstActions, go, lastActions, LEFT_OVER, type Action } from './board-actions.ts'
import { flags, openPage, signIn, viewport, type Network, type Session } from './chromium.ts'
import { startServer } from './process.ts'
import { ms, short, spread, type Report } from './report.ts'
import { median } from './statistics.ts'

/** Context of the web measurements. */
interface Web {
  readonly report: Report
  readonly isQuick: boolean
  readonly executablePath: string
  readonly browser: Browser
  readonly url: string
  readonly service: SupabaseClient<Database>
  /** The sample cohort's founder, signed in. */
  readonly founder: Session
}

/** The screens that are loaded: where, and what is there once they can be used; the field has to answer. */
const loaded = [
  { name: 'sign-in page', path: '/auth', field: 'input[name=email]', beside: 'button[type=submit]', script: 'scriptSignIn', score: 'lighthouseSignIn' },
  { name: 'board', path: '/', field: 'input[aria-label="Add a goal"]', beside: 'input[type=checkbox]', script: 'scriptBoard', score: 'lighthouseBoard' },
] as const // prettier-ignore

const screens = [
  { link: 'Traction', title: 'Traction Dashboard' },
  { link: 'Founder Brain', title: 'Founder Brain' },
  { link: 'Growth Chat', title: 'Growth Command Chat' },
  { link: 'Command Board', title: 'Weekly Command Board' },
] as const

/** Lighthouse categories. robots.txt excludes the board from search engines, so it is not checked for indexing. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Milliseconds after which a page has loaded what it loads ahead. */
const REST_MS = 6000

/** Milliseconds between two actions: longer than an answer of the server and its paint take. */
const PAUSE_MS = 300

/** The server's environment variables; a founder lands on the board. */
const demo = {
  ADMIN_EMAIL: 'admin@demo.upswing.local',
  ADMIN_PASSWORD: 'upswing-demo',
  LANDING_PATH: '/',
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'info',
  SUPABASE_SECRET_KEY: 'sb_secret_of_the_bench',
}

/** The built web app in a browser with a slowed processor, on the sample cohort and the embedded database. */
export async function measureWeb(report: Report, isQuick: boolean, executablePath: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-bench-web-'))
  const env = { ...demo, DATA_DIR: dataDir }
  const server = await startServer(env, ['--demo'])
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    const page = await openPage(browser, 'unthrottled network')
    await signIn(page, server.url)
    const founder = await page.context().storageState()
    await page.context().close()
    const service = createClient<Database>(server.url, demo.SUPABASE_SECRET_KEY, {
      auth: { persistSession: false },
      realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
    })
    const web = { report, isQuick, executablePath, browser, url: server.url, service, founder }
    await measureLoads(web)
    await measureRoutes(web)
    await measureSearch(web)
    await measureActions(web)
    await browser.close()
    await measureScores(web, join(dataDir, 'profile'))
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Until a page can be used, from an empty cache, and the script it has received by then. */
async function measureLoads({ report, isQuick, browser, url, founder }: Web): Promise<void> {
  for (const { name, path, field, beside, script } of loaded) {
    for (const network of ['slow 4G', 'unthrottled network'] as const satisfies Network[]) {
      const times: number[] = []
      const kib: number[] = []
      for (let round = 0; round < (isQuick ? 2 : 5); round++) {
        const page = await openPage(browser, network, path === '/' ? founder : undefined)
        await page.addInitScript(watchUntilUsable(field, beside))
        await page.goto(url + path, { waitUntil: 'commit' })
        const { at, bytes } = await page.evaluate<Usable>('globalThis.usable')
        times.push(at)
        kib.push(bytes / 1024)
        await page.context().close()
      }
      report.figure(`Usable ${name}, ${network}, empty cache`, spread(times, ' ms'))
      const output = `${short(median(kib))} KiB, at most ${short(Math.max(...kib))}`
      report.figure(`JavaScript before the ${name} works, ${network}`, output)
      if (network === 'slow 4G') report.bar(script, median(kib))
    }
  }
}

interface Usable {
  /** Milliseconds after the navigation began. */
  readonly at: number
  /** Size of the scripts, compressed as received. */
  readonly bytes: number
}

/** Runs in the page before its own script: `usable` resolves once a letter in the field has been painted. */
const watchUntilUsable = (field: string, beside: string) => `
  globalThis.usable = new Promise((resolve) => {
    const look = () => {
      const field = document.querySelector(${JSON.stringify(field)})
      if (!field || !document.querySelector(${JSON.stringify(beside)})) return requestAnimationFrame(look)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'T')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      requestAnimationFrame(() => setTimeout(() => {
        const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(name))
        const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        resolve({ at: performance.now(), bytes })
      }))
    }
    look()
  })`

/**
 * From the click on a link of the navigation until the frame of its screen is painted, with what was read before, and until
 * all that is in view is.
 */
async function measureRoutes({ report, isQuick, browser, url, founder }: Web): Promise<void> {
  const times = new Map<string, Painted[]>(screens.map(({ link }) => [link, []]))
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const page = await openBoard(browser, url, founder)
    // At first with nothing read yet, then with what was read before.
    for (const { link, title } of [...screens, ...screens]) {
      const painted = page.evaluate<Painted>(untilPainted(title))
      await go(link)(page)
      times.get(link)?.push(await painted)
      await sleep(PAUSE_MS)
    }
    await page.context().close()
  }
  for (const [link, values] of times) {
    report.figure(`Click on "${link}" to its frame painted`, spread(values.map(({ frame }) => frame), ' ms')) // prettier-ignore
    report.figure(`Click on "${link}" to its screen painted`, spread(values.map(({ all }) => all), ' ms')) // prettier-ignore
  }
  report.bar('frame', Math.max(...[...times.values()].map((values) => median(values.map(({ frame }) => frame)))))
  report.bar('route', Math.max(...[...times.values()].map((values) => median(values.map(({ all }) => all)))))
}

/** Milliseconds from the click. */
interface Painted {
  readonly frame: number
  readonly all: number
}

const untilPainted = (title: string) => `
  new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      let frame
      // Next after the frame: a timer would wait for the effects of React, too, which it runs once the frame is painted.
      const whenPainted = (run) => scheduler.postTask(run, { priority: 'user-blocking' })
      const look = () => {
        const isThere = document.querySelector('main h1')?.textContent === ${JSON.stringify(title)}
        if (isThere) whenPainted(() => (frame ??= performance.now() - timeStamp))
        // Below, the calendar waits until it is near.
        const loading = [...document.querySelectorAll('main [aria-busy=true]')]
        const isLoading = loading.some((part) => part.getBoundingClientRect().top < innerHeight)
        if (!isThere || isLoading) requestAnimationFrame(look)
        else whenPainted(() => resolve({ frame, all: performance.now() - timeStamp }))
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  })`

/** From the last letter of a search until what was found is painted; the debounce of the field is part of it. */
async function measureSearch({ report, isQuick, browser, url, founder }: Web): Promise<void> {
  const times: number[] = []
  const page = await openBoard(browser, url, founder)
  for (const word of ['practices', 'bank feed', 'demo'].slice(0, isQuick ? 1 : 3)) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    const painted = page.evaluate<number>(untilFound)
    await page.keyboard.type(word, { delay: 50 })
    times.push(await painted)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page.context().close()
  report.figure('Last letter of a search to its results painted', spread(times, ' ms'))
  report.bar('search', median(times))
}

const untilFound = `
  new Promise((resolve) => {
    let typedAt
    const listening = new AbortController()
    addEventListener('keydown', ({ timeStamp }) => (typedAt = timeStamp), { capture: true, signal: listening.signal })
    const look = () => {
      const list = document.querySelector('[role=listbox]')
      const isFound = typedAt && list?.ariaBusy === 'false' && list.textContent.includes('Your records')
      if (!isFound) return requestAnimationFrame(look)
      listening.abort()
      setTimeout(() => resolve(performance.now() - typedAt))
    }
    look()
  })`

/** Time from each press and key to the next paint, as Interaction to Next Paint counts it. */
async function measureActions(web: Web): Promise<void> {
  const { report, isQuick, browser, url, founder } = web
  const rounds = isQuick ? 1 : 3
  const times = new Map<string, number[]>()
  const measure = async (page: Page, actions: readonly Action[]) => {
    await page.evaluate(watchInteractions)
    for (const { name, act } of actions) {
      await act(page)
      await sleep(PAUSE_MS)
      const durations = await page.evaluate<number[]>('globalThis.interactions.splice(0)')
      times.set(name, [...(times.get(name) ?? []), Math.max(SHORTEST_TOLD_MS, ...durations)])
    }
    await page.context().close()
  }
  for (let round = 1; round <= rounds; round++) {
    await leaveGoalsOver(web)
    const page = await openBoard(browser, url, founder)
    await measure(page, round < rounds ? actions : [...actions, ...lastActions])
    await measure(await openNewBoard(web, round), firstActions)
  }
  for (const [name, values] of times) report.figure(`Next paint: ${name}`, spread(values, ' ms'))
  report.bar('nextPaint', Math.max(...[...times.values()].map(median)))
  report.figure('Next paint: the worst single one', ms(Math.max(...[...times.values()].flat())))
}

/** The goals of `LEFT_OVER` as at first, whatever the last round did with them. */
async function leaveGoalsOver({ service }: Web): Promise<void> {
  const { data: maya } = await service.from('goals').select('user_id').eq('text', MAYAS_GOAL).single().throwOnError()
  const goals = service.from('goals')
  await goals.delete().in('text', LEFT_OVER.map(({ text }) => text)).throwOnError() // prettier-ignore
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const rows = LEFT_OVER.map(({ daysAgo, ...goal }) => ({ ...goal, ...maya, created_at: at(daysAgo) }))
  await goals.insert(rows).throwOnError()
}

/** A goal of the sample cohort's founder. */
const MAYAS_GOAL = 'Jo holds a demo, I only listen'

/** The board of a founder without a record. */
async function openNewBoard({ browser, url, service }: Web, round: number): Promise<Page> {
  const account = { email: `new-${round}@demo.upswing.local`, password: 'upswing-demo' }
  const { error } = await service.auth.admin.createUser({ ...account, email_confirm: true })
  if (error) throw error
  const page = await openPage(browser, 'unthrottled network')
  await signIn(page, url, account)
  await sleep(REST_MS)
  return page
}

/** Milliseconds: the browser does not report shorter interactions. */
const SHORTEST_TOLD_MS = 16

const watchInteractions = `
  globalThis.interactions = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_TOLD_MS} })`

/** The board of a page that has loaded all it loads ahead. */
async function openBoard(browser: Browser, url: string, founder: Session): Promise<Page> {
  const page = await openPage(browser, 'unthrottled network', founder)
  await page.goto(url)
  await page.getByRole('region', { name: 'Goals' }).getByRole('checkbox').first().waitFor()
  await sleep(REST_MS)
  return page
}

/** Lighthouse scores, measured in a browser of its own whose profile is signed in. */
async function measureScores({ report, isQuick, executablePath, url }: Web, profile: string): Promise<void> {
  const port = await freePort()
  const args = [...flags, `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, viewport })
  try {
    for (const { name, path, score } of loaded) {
      if (path === '/') await signIn(await context.newPage(), url)
      const rounds: number[][] = []
      for (let round = 0; round < (isQuick ? 1 : 3); round++) {
        const result = await lighthouse(url + path, {
          port,
          logLevel: 'error',
          onlyCategories: [...categories],
          ...(path === '/' && { skipAudits: ['is-crawlable'] }),
          throttlingMethod: 'devtools',
          disableStorageReset: true,
        })
        rounds.push(categories.map((category) => (result?.lhr.categories[category]?.score ?? Number.NaN) * 100))
      }
      const medians = categories.map((_, index) => median(rounds.map((scores) => scores[index] ?? Number.NaN)))
      report.bar(score, Math.min(...medians))
      const output = categories.map((category, index) => `${category} ${Math.round(medians[index] ?? Number.NaN)}`)
      report.figure(`Lighthouse, ${name}`, output.join(', '))
    }
  } finally {
    await context.close()
  }
}

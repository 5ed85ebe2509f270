import type { Browser, Page } from '@playwright/test'
import { isInstalled } from './installed.ts'
import { setOffline } from './offline.ts'
import { expect, test, type Founder } from './product.ts'
import { serveTwoBuilds } from './two-builds.ts'

/** The installed app while other builds are deployed, and responses are not what they should be. */

// Each test opens the builds in a browser of its own.
test.use({ founderOpens: 'about:blank' })

/** A page of the founder where builds are deployed. */
async function openBuilds(founder: Founder, browser: Browser) {
  const builds = await serveTwoBuilds(new URL(founder.page.url()).origin)
  const { origins } = await founder.page.context().storageState()
  const storageState = {
    cookies: [],
    origins: origins.map(({ localStorage }) => ({ origin: builds.url, localStorage })),
  }
  const context = await browser.newContext({ baseURL: builds.url, storageState, serviceWorkers: 'allow' })
  const close = async () => {
    await context.close()
    await builds.close()
  }
  return { builds, context, close }
}

const heading = (page: Page, name = 'Weekly Command Board') =>
  page.getByRole('heading', { level: 1, name, exact: true })

test('a page in place of a file that is gone is no file of a build', async ({ founder, browser }) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  let pages = 0
  // The second one is that of the worker, which then requests the files.
  builds.deployNextAfter((path) => path === '/' && ++pages === 2)
  builds.answerWithPage((path) => pages >= 2 && path.startsWith('/assets/') && !path.includes('next-'))
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await expect.poll(() => pages).toBe(2)
  const cachedPages = `(async () => {
    const found = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (request.url.includes('/assets/') && (await cache.match(request)).headers.get('Content-Type').includes('html'))
          found.push(request.url)
    }
    return [found, (await navigator.serviceWorker.getRegistration())?.installing ?? null]
  })()`
  await expect.poll(() => page.evaluate(cachedPages)).toEqual([[], null])
  await page.goto('/')
  await isInstalled(page)
  await setOffline(page, true)
  await page.goto('/')
  await expect(heading(page, 'Weekly Command Board of the next build')).toBeVisible()
  await close()
})

test('a page or a configuration that is refused, cut, replaced or never ends counts as no network, and is not kept', async ({
  founder,
  browser,
}) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await isInstalled(page)
  const json = 'application/json'
  for (const [path, fault] of [
    ['/config.json', { status: 403 }],
    ['/config.json', { type: json, body: '{"supabaseUrl":' }],
    ['/config.json', { type: json, body: '{', stalls: true }],
    ['/', { type: 'text/html', body: '<!doctype html>', stalls: true }],
    ['/config.json', { type: 'text/html; charset=utf-8', body: '<p>Sign in first</p>' }],
  ] as const) {
    await test.step(`${path}: ${JSON.stringify(fault)}`, async () => {
      builds.answerWith((requested) => (requested === path ? fault : undefined))
      await page.goto('/')
      await expect(heading(page)).toBeVisible()
    })
  }
  await setOffline(page, true)
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await close()
})

test('a script of another type is no file of a build', async ({ founder, browser }) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  let requests = 0
  builds.answerWith((path) => {
    if (!path.startsWith('/assets/AccountDialog')) return
    return ++requests <= 2 ? { type: 'text/plain', body: 'Success' } : undefined
  })
  await page.goto('/')
  await expect.poll(() => requests).toBe(2)
  // The next visit begins another installation only after this one has failed.
  await expect.poll(() => page.evaluate(`navigator.serviceWorker.getRegistration().then(Boolean)`)).toBe(false)
  await page.goto('/')
  await isInstalled(page)
  const [type] = await page.evaluate<string[]>(`(async () => {
    const [name] = await caches.keys()
    const cache = await caches.open(name)
    const scripts = (await cache.keys()).filter(({ url }) => url.includes('/assets/AccountDialog'))
    return Promise.all(scripts.map(async (script) => (await cache.match(script)).headers.get('Content-Type')))
  })()`)
  expect(type).toBe('text/javascript')
  await close()
})

test('while two servers with different builds answer in turns, an installed app opens', async ({
  founder,
  browser,
}) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  await page.goto('/')
  await isInstalled(page)
  builds.deployInTurns()
  for (let visit = 1; visit <= 4; visit++) {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Weekly Command Board' })).toBeVisible()
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  }
  expect(builds.missing().length).toBeGreaterThan(0)
  await close()
})

test('a tab without a worker, whose files have left the server, says that the app may have been updated', async ({
  founder,
  browser,
}) => {
  const { builds, close } = await openBuilds(founder, browser)
  const tab = await browser.newContext({ baseURL: builds.url, serviceWorkers: 'block' })
  const page = await tab.newPage()
  // The form may take longer to fill than the two seconds after which files are loaded ahead.
  await page.addInitScript(`{
    const begin = setTimeout
    globalThis.setTimeout = (run, ms, ...rest) => globalThis.isFilled || ms !== 2000 ? begin(run, ms, ...rest) : 0
  }`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(founder.email)
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  await page.evaluate('globalThis.isFilled = true')
  builds.deployNext()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The app may have been updated. Please refresh the page.')
  await expect(page.getByRole('listitem').first()).toHaveText('Try refreshing the page')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(heading(page, 'Weekly Command Board of the next build')).toBeVisible()
  await tab.close()
  await close()
})

/** Stops the service workers of the page's site, as the browser does when it needs the memory. */
async function stopWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const versions = new Map<string, { status: string; runningStatus: string }>()
  devtools.on('ServiceWorker.workerVersionUpdated', (updated) => {
    for (const version of updated.versions) versions.set(version.versionId, version)
  })
  await devtools.send('ServiceWorker.enable')
  const running = () => [...versions].filter(([, { runningStatus }]) => runningStatus !== 'stopped').map(([id]) => id)
  // Not one that waits, and takes over when the active one is stopped: Chromium would send the requests of open pages past a
  // worker that is stopped while it activates. Each has to be seen stopped: it would end in the middle of a fetch.
  await expect.poll(() => versions.size).toBeGreaterThan(0)
  const stopped = running().filter((id) => versions.get(id)?.status === 'activated')
  await expect
    .poll(async () => {
      for (const versionId of stopped) await devtools.send('ServiceWorker.stopWorker', { versionId })
      return running().filter((version) => stopped.includes(version))
    })
    .toEqual([])
  await expect
    .poll(() =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then(
        ({ waiting, active }) => !waiting && active.state === 'activated',
      )`),
    )
    .toBe(true)
  await devtools.detach()
}

for (const [what, stop] of [
  ['', () => Promise.resolve()],
  [', although its service worker is stopped at each step', stopWorkers],
] as const) {
  test(`a page keeps its own build after another one was deployed, and the next page is of that one alone${what}`, async ({
    founder,
    browser,
  }) => {
    const { builds, context, close } = await openBuilds(founder, browser)
    const [before, after] = [await context.newPage(), await context.newPage()]
    /** A busy machine may send a page after the time in which the network counts as reachable: then it is the cached one. */
    const opensNext = (page: Page, open: () => Promise<unknown>) =>
      expect(async () => {
        await open()
        await expect(heading(page, 'Weekly Command Board of the next build')).toBeVisible({ timeout: 5000 })
      }).toPass()
    const caches = (page: Page) => page.evaluate('caches.keys().then((names) => names.length)')
    const installing = 'navigator.serviceWorker.getRegistration().then(({ installing }) => installing)'

    await before.goto('/')
    await isInstalled(before)
    const files = await before.evaluate(`(async () => {
      const [name] = await caches.keys()
      const urls = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      return urls.filter((path) => path.startsWith('/assets/'))
    })()`)
    expect(files).toContain(await before.evaluate('new URL(document.querySelector("script").src).pathname'))
    /** The files of its build that the page does not get. Each is read: a worker with a response that is not stays. */
    const refused = () =>
      before.evaluate(`Promise.all(${JSON.stringify(files)}.map(async (path) => {
        const isServed = await fetch(path).then(
          async (response) => (await response.arrayBuffer(), response.ok),
          () => false,
        )
        return isServed ? [] : [path]
      })).then((paths) => paths.flat())`)

    await stop(before)
    builds.deployNext()
    expect(await refused()).toEqual([])
    await stop(before)
    // The build's files are gone from the server, and another worker serves it.
    await opensNext(after, () => after.goto('/', { timeout: 15_000 }))
    await stop(before)
    await after.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())')
    await expect.poll(() => caches(before)).toBe(2)
    await expect.poll(() => after.evaluate(installing)).toBeNull()
    await stop(before)
    expect(await refused()).toEqual([])
    await stop(before)
    await opensNext(after, () => after.reload({ timeout: 15_000 }))
    await stop(before)
    expect(await refused()).toEqual([])
    await before.getByRole('link', { name: 'Founder Brain' }).click()
    await expect(heading(before, 'Founder Brain')).toBeVisible()
    await before.getByRole('link', { name: 'Command Board' }).click()
    await expect(heading(before, 'Weekly Command Board')).toBeVisible()

    expect(builds.missing()).toEqual([])
    await close()
  })
}

import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { setOffline, unsent, waiting } from './offline.ts'
import { expect, failure, Founder, SESSION_KEY, test, type Service } from './product.ts'
import { serveTwoBuilds } from './two-builds.ts'

/** The app on a phone: installed, and opened without a network. */

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker has the whole build. */
async function isInstalled(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
}

test('the manifest has a name, a start page and icons of the sizes that installing needs', async ({
  founder: { page },
}) => {
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await page.request.get(link ?? '')
  expect(response.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  })
  const manifest = (await response.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ id: '/', name: 'Upswing', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']?.split(';')[0]).toBe(type)
    const width = await page.evaluate(
      `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve(image.naturalWidth); image.src = '${src}' })`,
    )
    if (sizes !== 'any') expect(`${String(width)}x${String(width)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose ?? 'any'].join(' '))).toEqual([
    'any any',
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

test('each shortcut starts its action once, and leaves the URL', async ({ founder: { page } }) => {
  const { shortcuts } = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const starts = {
    'Add a goal': page.getByPlaceholder('Add a goal...'),
    'Check in for this week': page.getByRole('dialog', { name: 'Weekly Check-in' }).getByRole('radio', { name: 'Ok' }),
    'Ask the AI co-founder': page.getByRole('textbox', { name: 'Message to the AI Co-Founder' }),
    'Write to the squad': page.getByRole('textbox', { name: 'Message to the Growth Squad' }),
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(Object.keys(starts))
  for (const { name, url } of shortcuts) {
    await page.goto(url)
    await expect(starts[name as keyof typeof starts]).toBeFocused()
    expect(page.url()).not.toContain('start=')
  }
})

test('the service worker never caches what the API answers', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await isInstalled(page)
  for (const path of ['/traction', '/brain', '/chat', '/']) await page.goto(path)
  await expect(page.getByText('Ten demos')).toBeVisible()
  const cached = await page.evaluate(`(async () => {
    const paths = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })()`)
  expect(
    (cached as string[]).filter((path) => !/^\/(assets\/[\w.-]+|[\w-]+\.(png|svg)|config\.json)?$/.test(path)),
  ).toEqual([])
  expect(cached).toContain('/')
})

/** The founder's lists that this browser has stored. */
const persisted = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve) => {
    const opening = indexedDB.open('upswing')
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve('')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('queries').objectStore('queries').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(reading.result))
      }
    }
  })`)

const notice = (page: Page) => page.getByText('No connection. This is what was last read on')

/** A founder with a goal, a loop and a note, all read and kept by the installed app. */
async function hasRead(founder: Founder, service: Service): Promise<void> {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
  const note = { user_id, title: 'Call five customers', category: 'buyer-insights', content: 'Ask about the price' }
  await service.from('notes').insert(note).throwOnError()
  await founder.addsGoal('Ten demos')
  await isInstalled(page)
  await page.getByRole('link', { name: 'Founder Brain' }).click()
  await expect(page.getByText('Call five customers')).toBeVisible()
  await page.getByRole('link', { name: 'Command Board' }).click()
  await expect.poll(() => persisted(page)).toMatch(/Ten demos.*Call five customers|Call five customers.*Ten demos/)
}

/** Makes the stored session expired for this browser. */
const expire = (page: Page) =>
  page.evaluate(`{
    const session = JSON.parse(localStorage.getItem('${SESSION_KEY}'))
    localStorage.setItem('${SESSION_KEY}', JSON.stringify({ ...session, expires_at: 1 }))
  }`)

for (const [what, prepare] of [
  ['', () => undefined],
  [' with an expired access token', expire],
] as const) {
  test(`opens without a network${what}: shows what was last read, marked, and reads again when the network is back`, async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await hasRead(founder, service)
    await setOffline(page, true)
    await prepare(page)
    await page.goto('/')
    await expect(notice(page)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeVisible()
    await expect(page.getByRole('complementary').getByText(founder.firstName)).toBeVisible()
    await page.getByRole('link', { name: 'Founder Brain' }).click()
    await expect(page.getByText('Call five customers')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)

    const goal = { user_id: await founder.id(), text: 'From elsewhere', period: 'weekly' } as const
    await service.from('goals').insert(goal).throwOnError()
    await setOffline(page, false)
    await expect(notice(page)).toBeHidden()
    await page.getByRole('link', { name: 'Command Board' }).click()
    await expect(page.getByRole('checkbox', { name: 'From elsewhere' })).toBeVisible()
  })
}

test('what is shown without a network is accessible', async ({ founder, service }) => {
  const { page } = founder
  await hasRead(founder, service)
  await setOffline(page, true)
  await page.goto('/')
  await expect(notice(page)).toBeVisible()
  await expectAccessible(page, 'board without a network')
})

test('signing out leaves nothing of the founder in this browser', async ({ founder, service }) => {
  const { page } = founder
  await hasRead(founder, service)
  const id = await founder.id()
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByPlaceholder('Add a goal...').fill('Half a goal')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/auth')
    expect(await storedIn(tab)).not.toMatch(new RegExp(`${id}|${founder.firstName}|demos|Half a goal|price`, 'i'))
  }
  await other.close()

  const next = new Founder(page)
  await next.signsUp()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await setOffline(page, true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  await expect(page.getByText('Ten demos')).toHaveCount(0)
})

for (const [what, prepare] of [
  ['', () => undefined],
  [', with an expired access token', expire],
] as const) {
  test(`signing out without a network leaves nothing in this browser, and ends the session when it is back${what}`, async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await hasRead(founder, service)
    const id = await founder.id()
    const token = await page.evaluate(`JSON.parse(localStorage.getItem('${SESSION_KEY}')).access_token`)
    const { apikey } = await page.evaluate<{ apikey: string }>(
      `fetch('/config.json').then((response) => response.json()).then(({ supabaseKey }) => ({ apikey: supabaseKey }))`,
    )
    const status = async () => {
      const headers = { apikey, authorization: `Bearer ${String(token)}` }
      return (await page.request.get('/auth/v1/user', { headers })).status()
    }
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByPlaceholder('Add a goal...').fill('Half a goal')
    await setOffline(page, true)
    await prepare(page)
    await page.goto('/')
    await expect(notice(page)).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Signed out on this device')).toBeVisible()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/auth')
      const stored = await storedIn(tab)
      expect(stored).not.toMatch(new RegExp(`${id}|${founder.firstName}|demos|Half a goal|price`, 'i'))
      expect(stored).not.toMatch(/token|eyJ/)
    }
    expect(await status()).toBe(200)
    await other.close()
    // Another page ends it, too.
    await page.goto('/auth')
    await setOffline(page, false)
    await expect.poll(status).toBe(403)
    await expect.poll(() => storedIn(page)).not.toContain('ended-sessions')
    await page.reload()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('Email')).toBeVisible()
  })
}

test('signing out without a network asks first when something waits', async ({ founder }) => {
  const { page } = founder
  await isInstalled(page)
  await expect.poll(() => persisted(page)).not.toBe('')
  await setOffline(page, true)
  const box = page.getByPlaceholder('Add a goal...')
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(waiting(page)).toBeVisible()
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  /** Presses Sign Out, and answers the question once it is asked. */
  const signsOut = async (isSure: boolean) => {
    const asked = page.waitForEvent('dialog').then((question) => (isSure ? question.accept() : question.dismiss()))
    await signOut.click()
    await asked
  }
  await signsOut(false)
  await expect(unsent(page)).toHaveText([/^Ten demos/])
  await signsOut(true)
  await expect(page).toHaveURL('/auth')
  expect(await storedIn(page)).not.toContain('Ten demos')
})

/** Everything that this browser has stored for the site, as text. */
async function storedIn(page: Page): Promise<string> {
  const rest = await page.evaluate(`(async () => {
    const cached = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!request.url.includes('/assets/')) cached.push(request.url, await (await cache.match(request)).text())
    }
    const databases = await indexedDB.databases()
    return JSON.stringify([databases, cached, { ...localStorage }, { ...sessionStorage }])
  })()`)
  return (await persisted(page)) + String(rest)
}

test('a goal and a message typed without a network survive a reload, and are sent once when the network is back', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await isInstalled(page)
  await expect.poll(() => persisted(page)).not.toBe('')
  const box = page.getByPlaceholder('Add a goal...')
  const message = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
  await setOffline(page, true)
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(failure(page, 'Failed to create goal')).toBeVisible()
  await expect(waiting(page)).toBeVisible()
  await page.goto('/chat?tab=squad')
  await message.fill('Pricing?')
  await message.press('Enter')
  await expect(failure(page, 'Failed to send message')).toBeVisible()
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(unsent(page)).toHaveText([/^Pricing\?/])
  await setOffline(page, false)
  await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(1)
  await expect(waiting(page)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeEnabled()
  await expect(box).toHaveValue('')
  for (const table of ['goals', 'squad_messages'] as const) {
    const { count } = await service.from(table).select('*', { count: 'exact', head: true }).eq('user_id', user_id)
    expect(count).toBe(1)
  }
})

for (const [what, prepare] of [
  ['', () => undefined],
  [', with an expired access token,', expire],
] as const) {
  test(`a check-in, a decision and a question without a network${what} survive a reload, and are sent once when it is back`, async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    await isInstalled(page)
    await expect.poll(() => persisted(page)).not.toBe('')
    await setOffline(page, true)
    await prepare(page)
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    const checkIn = page.getByRole('dialog', { name: 'Weekly Check-in' })
    await checkIn.getByLabel('Wins').fill('Two demos')
    await checkIn.getByLabel('Next priority').fill('Pricing')
    await checkIn.getByRole('button', { name: 'Save' }).click()
    await expect(checkIn).toBeHidden()
    await expect(waiting(page)).toBeVisible()
    await page.goto('/brain?tab=decisions')
    await page.getByRole('button', { name: 'Log Decision' }).click()
    const decision = page.getByRole('dialog', { name: 'Log Decision' })
    await decision.getByLabel('Title').fill('Raise prices')
    await decision.getByLabel('Reason').fill('Customers accept it')
    await decision.getByRole('button', { name: 'Log Decision' }).click()
    await expect(decision).toBeHidden()
    await expect(waiting(page)).toBeVisible()
    await page.goto('/chat')
    const question = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
    await question.fill('Pricing?')
    await question.press('Enter')
    await expect(waiting(page)).toBeVisible()
    await page.reload()
    await expect(unsent(page)).toHaveText([/^Pricing\?/])
    await setOffline(page, false)
    // Question and answer.
    await expect(page.getByRole('log').getByRole('article')).toHaveCount(2)
    await expect(question).toHaveValue('')
    const stored = async () =>
      Promise.all(
        (['weekly_checkins', 'decisions', 'ai_conversations'] as const).map(async (table) => {
          const { count } = await service.from(table).select('*', { count: 'exact', head: true }).eq('user_id', user_id)
          return count
        }),
      )
    await expect.poll(stored).toEqual([1, 1, 2])
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await expect(waiting(page)).toHaveCount(0)
  })
}

test('a goal whose attempt was stored, but not answered, is not stored twice', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await isInstalled(page)
  // The request arrives; its response is lost with the network.
  await page.route('**/rest/v1/goals*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await setOffline(page, true)
    await route.abort()
  })
  const box = page.getByPlaceholder('Add a goal...')
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await page.unroute('**/rest/v1/goals*')
  await setOffline(page, false)
  await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeEnabled()
  const { data } = await service.from('goals').select('text').eq('user_id', user_id).throwOnError()
  expect(data).toEqual([{ text: 'Ten demos' }])
})

test('a goal that waits is not sent once it is taken back to its input', async ({ founder: { page } }) => {
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await isInstalled(page)
  await setOffline(page, true)
  const box = page.getByPlaceholder('Add a goal...')
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('button', { name: 'Edit: Ten demos' }).press('Enter')
  await expect(waiting(page)).toHaveCount(0)
  await expect(box).toBeFocused()
  await setOffline(page, false)
  await expect(notice(page)).toBeHidden()
  await expect(box).toHaveValue('Ten demos')
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
})

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

test('a page in place of the configuration counts as no network, and is not kept', async ({ founder, browser }) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await isInstalled(page)
  builds.answerWithPage((path) => path === '/config.json')
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await setOffline(page, true)
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await close()
})

for (const [what, fault] of [
  ['that is refused', { status: 403 }],
  ['that is cut', { type: 'application/json', body: '{"supabaseUrl":' }],
  ['that never ends', { type: 'application/json', body: '{', stalls: true }],
] as const) {
  test(`a configuration ${what} counts as no network`, async ({ founder, browser }) => {
    const { builds, context, close } = await openBuilds(founder, browser)
    const page = await context.newPage()
    await page.goto('/')
    await isInstalled(page)
    builds.answerWith((path) => (path === '/config.json' ? fault : undefined))
    await page.goto('/')
    await expect(heading(page)).toBeVisible()
    await close()
  })
}

test('a page that never ends is replaced by the cached one', async ({ founder, browser }) => {
  const { builds, context, close } = await openBuilds(founder, browser)
  const page = await context.newPage()
  await page.goto('/')
  await isInstalled(page)
  builds.answerWith((path) => (path === '/' ? { type: 'text/html', body: '<!doctype html>', stalls: true } : undefined))
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

test("the worker's own script, opened as a page, does not replace the cached page", async ({ founder: { page } }) => {
  await isInstalled(page)
  await page.goto('/sw.js')
  await page.waitForFunction('document.body.innerText.includes("build:")')
  const cachedType = `caches.match('/').then(({ headers }) => headers.get('Content-Type'))`
  // A second navigation, in which the first one has been stored.
  await page.goto('/sw.js')
  expect(await page.evaluate(cachedType)).toContain('text/html')
})

test('files that the browser has lost are cached again with the next page', async ({ founder: { page } }) => {
  await isInstalled(page)
  const files = `(async () => {
    const sizes = []
    for (const name of await caches.keys()) sizes.push((await (await caches.open(name)).keys()).length)
    return sizes
  })()`
  const before = await page.evaluate(files)
  await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))')
  await page.goto('/')
  await expect.poll(() => page.evaluate(files)).toEqual(before)
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
  await page.goto('/auth')
  await page.getByLabel('Email').fill(founder.email)
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  builds.deployNext()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The app may have been updated: please refresh the page.')
  await expect(page.getByRole('listitem').first()).toHaveText('Try refreshing the page')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(heading(page, 'Weekly Command Board of the next build')).toBeVisible()
  await tab.close()
  await close()
})

/** Stops the service workers of the page's site, as the browser does when it needs the memory. */
async function stopWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const statuses = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) statuses.set(versionId, runningStatus)
  })
  await devtools.send('ServiceWorker.enable')
  const running = () => [...statuses].filter(([, status]) => status !== 'stopped').map(([version]) => version)
  // Not one that takes over when another is stopped: the browser itself stops none meanwhile. Each has to be seen stopped: it
  // would end in the middle of a fetch.
  await expect.poll(() => statuses.size).toBeGreaterThan(0)
  const stopped = running()
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

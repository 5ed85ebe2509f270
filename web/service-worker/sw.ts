import { openPressed, showPush } from './notifications.ts'

/** The build's id, and its files; vite.config.ts replaces both. */
declare const BUILD: string
declare const FILES: readonly string[]

const worker = self as unknown as ServiceWorkerGlobalScope

/** The service worker's offline cache, one for each build; an open page of the build holds a lock of the same name. */
const CACHE_PREFIX = 'build:'
const CACHE = CACHE_PREFIX + BUILD

const PAGE = '/'
const CONFIG = '/config.json'

/** Milliseconds that a page or the configuration may take before the cached copy is used. */
const NETWORK_TIMEOUT_MS = 3000

/** Milliseconds for which a page from the cache means that the network is not tried for its configuration. */
const UNREACHABLE_MS = 10_000

/** Requests of a missing file after the first one: of two servers in turn, one of them has it but for once in 500 times. */
const FILE_RETRIES = 8

/** Responses of these hold a person's data. They are never intercepted, and so never cached. */
const API = /^\/(auth|rest|functions|realtime|storage|operator)\/v1(\/|$)/

let pageFromCacheAt = 0

worker.addEventListener('install', (event) => event.waitUntil(precache()))

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    // Old caches first: a claimed page may cause a navigation.
    deleteUnusedCaches()
      .then(() => worker.registration.navigationPreload?.enable())
      .then(() => worker.clients.claim()),
  ),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || API.test(pathname)) return
  if (pathname === CONFIG) event.respondWith(configuration(event))
  else if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(file(request))
})

worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, event.data)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openPressed(worker, event.notification)))

/**
 * Caches the whole build, or nothing. While servers are being replaced, the page may be that of another build than this
 * worker: the installation then fails, and the browser repeats it at a later navigation.
 */
async function precache(): Promise<void> {
  const [page, config] = await Promise.all([
    fetch(PAGE, { cache: 'no-store' }),
    fetch(CONFIG, { cache: 'no-store' }).then(validConfiguration),
  ])
  if (!(await isOwnPage(page))) throw new Error('The server has another build')
  const cache = await caches.open(CACHE)
  // With its page it is complete: the server has gone back to this build.
  if (!(await cache.match(PAGE))) await addFiles(cache)
  await cache.put(CONFIG, config)
  await cache.put(PAGE, page)
  // Safe while pages of the last build are open: their cache stays.
  await worker.skipWaiting()
}

async function addFiles(cache: Cache): Promise<void> {
  try {
    // A file's name is the hash of its content, except in the root folder.
    await cache.addAll(
      FILES.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })),
    )
    for (const path of FILES) {
      const file = await cache.match(path)
      if (!file || !isFile(path, file)) throw new Error(`The server does not have ${path}`)
    }
  } catch (error) {
    await caches.delete(CACHE)
    throw error
  }
}

/** Whether a response is the file at this path: a portal may answer with anything. */
function isFile(path: string, response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || isPage(response)) return false
  return path.endsWith('.js') ? type.includes('javascript') : !path.endsWith('.css') || type.includes('css')
}

/**
 * Requests a file that is missing again: while servers are being replaced, another one may have it. Past the HTTP cache,
 * which may hold a page or an error under the file's name, for as long as the file may be held.
 */
async function fetchFile(request: Request): Promise<Response> {
  let response = await fetch(request)
  for (let retry = 1; retry <= FILE_RETRIES && (response.status === 404 || isPage(response)); retry++)
    response = await fetch(new Request(request, { cache: 'reload' }))
  return response
}

/** HTML: some hosts answer it in place of a file that is gone, and captive portals in place of everything. */
const isPage = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true

async function isOwnPage(response: Response): Promise<boolean> {
  // The worker's own script holds the same element.
  return (
    response.ok && isPage(response) && (await response.clone().text()).includes(`<meta name="build" content="${BUILD}"`)
  )
}

/** Deletes the caches of builds before the last one of which no page is open. */
async function deleteUnusedCaches(): Promise<void> {
  // A newer worker may be filling its cache, or have filled it without a page yet.
  const { installing, waiting } = worker.registration
  if (installing || waiting) return
  const { held = [] } = await navigator.locks.query()
  const used = new Set([CACHE, ...held.map(({ name }) => name)])
  const unused = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && !used.has(name))
  // The newest of them stays: a page of the last build may not hold its lock yet.
  await Promise.all(unused.slice(0, -1).map((name) => caches.delete(name)))
}

/** Network first: a new build is used as soon as it is deployed. */
async function page(event: FetchEvent): Promise<Response> {
  const fromNetwork = (async () => (await event.preloadResponse) ?? fetch(event.request))() as Promise<Response>
  const response = await withinTimeout(fromNetwork.then(completePage))
  event.waitUntil(deleteUnusedCaches())
  if (response && response.status < 500) {
    // The name and the tagline of the product may have changed without a new build.
    event.waitUntil(updatePage(response.clone()))
    pageFromCacheAt = 0
    return response
  }
  const cached = await ownMatch(PAGE)
  if (!cached) return fromNetwork
  pageFromCacheAt = Date.now()
  return cached
}

/** A connection may stall between the head of a response and its end. Nothing but a page is waited for: it may be long. */
async function completePage(response: Response): Promise<Response> {
  if (isPage(response)) await response.clone().arrayBuffer()
  return response
}

async function updatePage(response: Response): Promise<void> {
  if (response.redirected || !(await isOwnPage(response))) return
  // The browser has lost the files of the installed build.
  if (!(await caches.has(CACHE))) return precache()
  await (await caches.open(CACHE)).put(PAGE, response)
}

/** Network first. The copy is marked: by that the page knows that the server is unreachable. */
async function configuration(event: FetchEvent): Promise<Response> {
  const isReachable = Date.now() - pageFromCacheAt > UNREACHABLE_MS
  const fromNetwork = isReachable ? fetch(event.request) : undefined
  const response = fromNetwork && (await withinTimeout(fromNetwork.then(validConfiguration)))
  if (response) {
    if (event.request.mode !== 'navigate') event.waitUntil(updateConfiguration(response.clone()))
    return response
  }
  const cached = await ownMatch(CONFIG)
  if (!cached) return fromNetwork ?? fetch(event.request)
  const headers = new Headers(cached.headers)
  headers.set('X-From-Cache', '1')
  return new Response(cached.body, { headers })
}

/** @throws when it is an error, a portal's page or cut: the cached one is better */
async function validConfiguration(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  await response.clone().json()
  return response
}

const updateConfiguration = async (response: Response) => (await caches.open(CACHE)).put(CONFIG, response)

/** Cache first, in the cache of every build: a page of the last build gets its own files after they left the server. */
const file = async (request: Request): Promise<Response> =>
  (await ownMatch(request)) ?? (await match(request)) ?? fetchFile(request)

const ownMatch = (request: RequestInfo): Promise<Response | undefined> => match(request, { cacheName: CACHE })

/** A cache that cannot be read must not keep a page from the network. */
const match = (request: RequestInfo, options?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true, ...options }).catch(() => undefined)

/** @returns nothing when it fails or takes too long */
async function withinTimeout(response: Promise<Response>): Promise<Response | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS))
  return Promise.race([response.catch(() => undefined), timeout])
}

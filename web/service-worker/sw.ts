/** The build's id, and its files; vite.config.ts replaces both. */
declare const BUILD: string
declare const FILES: readonly string[]

const worker = self as unknown as ServiceWorkerGlobalScope

/** The service worker cache, one for each build; an open page of the build holds a lock of the same name (web/src/lib/offline/service-worker.ts). */
const CACHE_PREFIX = 'build:'
const CACHE = CACHE_PREFIX + BUILD

const PAGE = '/'
const CONFIG = '/config.json'

/** Milliseconds that a page or the configuration may take before the cached copy is used. */
const NETWORK_TIMEOUT_MS = 3000

/** Milliseconds for which a page from the cache means that the network is not tried for its configuration. */
const UNREACHABLE_MS = 10_000

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

/**
 * Caches the whole build, or nothing. While servers are being replaced, the page may be that of another build than this
 * worker: the installation then fails, and the browser repeats it at a later navigation.
 */
async function precache(): Promise<void> {
  const [page, config] = await Promise.all([fetch(PAGE, { cache: 'no-store' }), fetch(CONFIG, { cache: 'no-store' })])
  if (!(await isOwnPage(page)) || !config.ok || isPage(config)) throw new Error('The server has another build')
  const cache = await caches.open(CACHE)
  // A file's name is the hash of its content, except in the root folder.
  await cache.addAll(
    FILES.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })),
  )
  const files = await Promise.all(FILES.map((path) => cache.match(path)))
  if (files.some((file) => file && isPage(file))) {
    await caches.delete(CACHE)
    throw new Error('The server has this build no longer')
  }
  await cache.put(PAGE, page)
  await cache.put(CONFIG, config)
  // Safe while pages of the last build are open: their cache stays.
  await worker.skipWaiting()
}

/** What some hosts answer in place of a file that is gone, and portals in place of everything. */
const isPage = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true

async function isOwnPage(response: Response): Promise<boolean> {
  return response.ok && (await response.clone().text()).includes(`<meta name="build" content="${BUILD}"`)
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
  const response = await withinTimeout(fromNetwork)
  event.waitUntil(deleteUnusedCaches())
  if (response && response.status < 500) {
    // The name and the tagline of the product may have changed without a new build.
    event.waitUntil(updatePage(response.clone()))
    return response
  }
  const cached = await ownMatch(PAGE)
  if (!cached) return fromNetwork
  pageFromCacheAt = Date.now()
  return cached
}

async function updatePage(response: Response): Promise<void> {
  if (response.redirected || !(await isOwnPage(response))) return
  await (await caches.open(CACHE)).put(PAGE, response)
}

/** Network first. The copy is marked: by that the page knows that the server is unreachable. */
async function configuration(event: FetchEvent): Promise<Response> {
  const isReachable = Date.now() - pageFromCacheAt > UNREACHABLE_MS
  const fromNetwork = isReachable ? fetch(event.request) : undefined
  const response = fromNetwork && (await withinTimeout(fromNetwork))
  if (response && response.status < 500 && !isPage(response)) {
    if (response.ok && event.request.mode !== 'navigate') event.waitUntil(updateConfiguration(response.clone()))
    return response
  }
  const cached = await ownMatch(CONFIG)
  if (!cached) return fromNetwork ?? fetch(event.request)
  const headers = new Headers(cached.headers)
  headers.set('X-From-Cache', '1')
  return new Response(cached.body, { headers })
}

const updateConfiguration = async (response: Response) => (await caches.open(CACHE)).put(CONFIG, response)

/** Cache first, in the cache of every build: a page of the last build gets its own files after they left the server. */
const file = async (request: Request): Promise<Response> =>
  (await ownMatch(request)) ?? (await match(request)) ?? fetch(request)

const ownMatch = (request: RequestInfo): Promise<Response | undefined> => match(request, { cacheName: CACHE })

/** A cache that cannot be read must not keep a page from the network. */
const match = (request: RequestInfo, options?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true, ...options }).catch(() => undefined)

/** @returns nothing when it fails or takes too long */
async function withinTimeout(response: Promise<Response>): Promise<Response | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS))
  return Promise.race([response.catch(() => undefined), timeout])
}

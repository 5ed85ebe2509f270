import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { SignUpMode } from '../../domain/accounts.ts'
import { PRODUCT_DEFAULTS } from '../product-defaults.ts'
import { originOf } from './origins.ts'

/** The build's output: the same relative path from the sources and from the bundle. */
const folder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Cache lifetime of files with a content hash in their name, seconds. */
const ONE_YEAR = 31_536_000

/** The public part of the configuration, for the browser. */
export interface PublicConfig {
  readonly supabaseKey: string
  readonly productName: string
  readonly productTagline: string
  readonly landingPath: string
  readonly signUp: SignUpMode
  readonly signIn: { readonly providers: readonly { readonly id: string; readonly name: string }[] }
  readonly calendar: { readonly configured: boolean; readonly authUrl?: string; readonly clientId?: string }
  readonly booking: { readonly url: string | null }
  readonly squad: { readonly holidays: readonly string[] }
  readonly ai: { readonly configured: boolean }
}

/** Serves the built web app: its files, /config.json, and index.html for every other path (client-side routing). */
export function createWebApp(publicUrl: string, config: PublicConfig): Hono {
  const app = new Hono()
  const index = readFile(join(folder, 'index.html'), 'utf8').then((page) => branded(page, config))
  // A missing build fails the request, not the process.
  index.catch(() => undefined)
  const manifest = readFile(join(folder, 'manifest.webmanifest'), 'utf8').then((text) => brandedManifest(text, config))
  manifest.catch(() => undefined)

  app.use((c, next) => {
    const origin = originOf(c.req.header('host'), publicUrl)
    return pageHeaders([origin.replace(/^http/, 'ws')], origin.startsWith('https:'))(c, next)
  })
  app.get('/config.json', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ supabaseUrl: originOf(c.req.header('host'), publicUrl), ...config })
  })
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', `public, max-age=${ONE_YEAR}, immutable`),
    }),
  )
  app.get('/assets/*', (c) => c.text('Not found', 404))
  app.get('/manifest.webmanifest', async (c) =>
    c.body(await manifest, 200, { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' }),
  )
  app.get(
    '*',
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: exceptIndex,
      // Their names stay the same from build to build: the service worker, the icons.
      onFound: (_path, c) => c.header('Cache-Control', 'no-cache'),
    }),
  )
  app.get('*', async (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.html(await index)
  })
  return app
}

/** Replaces the default name and tagline of the built page. */
const branded = (page: string, { productName, productTagline }: PublicConfig): string =>
  page
    .replaceAll(PRODUCT_DEFAULTS.tagline, escapeHtml(productTagline))
    .replaceAll(PRODUCT_DEFAULTS.name, escapeHtml(productName))

/** The same for the manifest of the installed app. */
const brandedManifest = (text: string, { productName, productTagline }: PublicConfig): string =>
  JSON.stringify({
    ...(JSON.parse(text) as object),
    name: productName,
    short_name: productName,
    description: productTagline,
  })

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Skips index.html, which the last route sends with other cache headers. */
const exceptIndex = (path: string): string => (path === '/' || path === '/index.html' ? '/.none' : path)

/** @param apis besides the page's own origin */
function pageHeaders(apis: readonly string[], isEncrypted: boolean) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...apis],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
    },
    referrerPolicy: 'no-referrer',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: isEncrypted ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
  })
}

/**
 * Writes the built web app into a folder for a static host, with its configuration for an API of another origin. Files of
 * a build that is there already stay, so that its open pages find them.
 */
export async function exportWebApp(target: string, supabaseUrl: string, config: PublicConfig): Promise<void> {
  // Hosts compress files themselves, and some would serve these as they are.
  await cp(folder, target, { recursive: true, filter: (file) => !file.endsWith('.br') })
  const rewrite = async (name: string, change: (text: string) => string) =>
    writeFile(join(target, name), change(await readFile(join(folder, name), 'utf8')))
  await rewrite('index.html', (page) => branded(page, config))
  await rewrite('manifest.webmanifest', (text) => brandedManifest(text, config))
  await writeFile(join(target, 'config.json'), `${JSON.stringify({ supabaseUrl, ...config }, null, 2)}\n`)
  await writeFile(join(target, '_headers'), await hostHeaders(supabaseUrl))
  // Routes of the client; a script that is gone must not be answered with a page. Netlify serves files that exist first;
  // Cloudflare Pages ignores both rules, and answers with the page by itself.
  await writeFile(join(target, '_redirects'), '/assets/* /missing 404\n/* /index.html 200\n')
}

/** The same headers as this server's, in the format of static hosts (Netlify, Cloudflare Pages). */
async function hostHeaders(supabaseUrl: string): Promise<string> {
  const app = new Hono()
    .use(pageHeaders([supabaseUrl, supabaseUrl.replace(/^http/, 'ws')], true))
    .get('/', (c) => c.body(null))
  const { headers } = await app.request('/')
  const caching = (value: string) => [['cache-control', value]] as const
  const rules: readonly (readonly [path: string, headers: Iterable<readonly [string, string]>])[] = [
    ['/*', headers],
    ['/assets/*', caching(`public, max-age=${ONE_YEAR}, immutable`)],
    ['/config.json', caching('no-store')],
    ['/sw.js', caching('no-cache')],
  ]
  const written = rules.map(
    ([path, values]) => `${path}\n${[...values].map(([name, value]) => `  ${name}: ${value}\n`).join('')}`,
  )
  return written.join('\n')
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { PRODUCT_DEFAULTS } from '../../domain/product.ts'
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

  app.use((c, next) => headersFor(originOf(c.req.header('host'), publicUrl))(c, next))
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

function headersFor(origin: string) {
  const socket = origin.replace(/^http/, 'ws')
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", socket],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
    },
    referrerPolicy: 'no-referrer',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: origin.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
  })
}

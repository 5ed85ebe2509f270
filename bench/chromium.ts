import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'

/** CPU throttling of the page. */
export const SLOWDOWN = 4

/** Lighthouse's slow 4G: bytes a second, and the latency of each request in milliseconds. */
const SLOW_4G = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }

export type Network = 'slow 4G' | 'unthrottled network'

/** Cookies and storage of a signed-in browser. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

export const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
] // prettier-ignore

export const viewport = { width: 1440, height: 900 }

/** The path of a Chromium or Chrome; undefined where there is none. */
export const findChromium = (): string | undefined =>
  [process.env['UPSWING_BROWSER'], chromium.executablePath()].find((path) => path && existsSync(path))

/** A page of a browser that has nothing in its cache, on a slow processor. */
export async function openPage(browser: Browser, network: Network, session?: Session): Promise<Page> {
  const context = await browser.newContext({ viewport, ...(session && { storageState: session }) })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  if (network === 'slow 4G') {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  }
  return page
}

const MAYA = { email: 'founder@demo.upswing.local', password: 'upswing-demo' }

/** Signs in, as the sample cohort's founder unless another account is given, and waits for the board. */
export async function signIn(page: Page, url: string, { email, password } = MAYA): Promise<void> {
  await page.goto(`${url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByPlaceholder('Add a goal...').waitFor()
}

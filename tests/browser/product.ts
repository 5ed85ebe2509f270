import {
  expect,
  test as base,
  type Browser,
  type Locator,
  type Page,
  type PlaywrightTestOptions,
  type Route,
  type TestInfo,
} from '@playwright/test'
import { AuthClient } from '@supabase/auth-js'
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Database } from '../../domain/database.types.ts'
import { ADMIN, deploy, type Deployed, type Deployment } from './deployments.ts'
import { KeptPage, type Settings } from './kept-page.ts'

export interface DeploymentOptions {
  deployment: Deployment
}

interface Fixtures {
  /** The screen that `founder` sees when a test begins: the board, or none where each test opens its own. */
  founderOpens: '/' | 'about:blank'
  /** The screen that `admin` sees when a test begins. */
  adminOpens: '/admin' | 'about:blank'
  /** A new founder with a proven address, signed in. */
  founder: Founder
  /** The first admin, signed in. */
  admin: Admin
  /** The settings of the browser that are not the same in every story. */
  settings: Settings & Pick<PlaywrightTestOptions, 'hasTouch' | 'timezoneId'>
  /** Keeps what the servers printed beside a story that fails. */
  printed: void
}

export type Service = SupabaseClient<Database>

interface WorkerFixtures extends DeploymentOptions {
  deployed: Deployed
  /** The tables without limits: what is there before a story begins. */
  service: Service
  founderPage: KeptPage
  adminPage: KeptPage
}

/** The browser's storage key of the session (SPEC section 7). */
export const SESSION_KEY = 'sb-localhost-auth-token'

/** Environment variables of every server of these tests. */
export const ENVIRONMENT = {
  LANDING_PATH: '/',
  SUPABASE_SECRET_KEY: 'sb_secret_of_the_browser_tests',
  SQUAD_HOLIDAYS: '2027-12-24,2027-12-25',
} as const

export const test = base.extend<Fixtures, WorkerFixtures>({
  deployment: ['pglite', { option: true, scope: 'worker' }],
  deployed: [
    async ({ deployment }, use) => {
      const deployed = await deploy(deployment, ENVIRONMENT)
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ deployed }, use) =>
      use(
        createClient<Database>(deployed.founderUrl, ENVIRONMENT.SUPABASE_SECRET_KEY, {
          auth: { persistSession: false },
          realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
        }),
      ),
    { scope: 'worker' },
  ],
  founderPage: [keepPage, { scope: 'worker' }],
  adminPage: [keepPage, { scope: 'worker' }],
  settings: async ({ viewport, colorScheme, contextOptions, hasTouch, timezoneId, serviceWorkers }, use) =>
    use({ viewport, colorScheme, contextOptions, hasTouch, timezoneId, serviceWorkers }),
  printed: [
    async ({ deployed }, use, testInfo) => {
      await use()
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server', { body: deployed.printed(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
  founderOpens: ['/', { option: true }],
  adminOpens: ['/admin', { option: true }],
  founder: async ({ deployed, userAgent, founderOpens, founderPage, service, settings }, use, testInfo) => {
    const baseURL = deployed.founderUrl
    const person = newPerson()
    const { email, password, firstName, lastName } = person
    const names = { first_name: firstName, last_name: lastName }
    await service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata: names })
    const auth = await authClient(baseURL, userAgent)
    const signedIn = await auth.signInWithPassword({ email, password })
    const page = await founderPage.open(baseURL, settings, storedSession(signedIn))
    const founder = new Founder(page, person, signedIn.data.user?.id)
    if (founderOpens === '/') {
      await founder.page.goto('/')
      await expect(founder.page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
    }
    await use(founder)
    await attachShown(page, testInfo)
    await founderPage.release(settings)
  },
  admin: async ({ deployed, userAgent, adminOpens, adminPage, settings }, use, testInfo) => {
    const baseURL = deployed.adminUrl
    const auth = await authClient(baseURL, userAgent)
    const session = storedSession(await auth.signInWithPassword(ADMIN))
    const admin = new Admin(await adminPage.open(baseURL, settings, session))
    if (adminOpens === '/admin') {
      await admin.page.goto('/admin')
      await expect(admin.page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await use(admin)
    await attachShown(admin.page, testInfo)
    await adminPage.release(settings)
  },
})

export { expect }

/** After a failure, what the page shows: Playwright's own attachment may be of a page that an earlier story left open. */
async function attachShown(page: Page, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus || page.isClosed()) return
  const body = await page.getByRole('main').ariaSnapshot({ timeout: 5000 }).catch(String)
  await testInfo.attach('shown', { body, contentType: 'text/plain' })
}

/** The notice that holds title and description together. */
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()

/** The notice of a success; none is titled otherwise than "Success" unless SPEC says so. */
export const success = (page: Page, description: string, title = 'Success') =>
  page.getByRole('status').filter({ hasText: whole(title + description) })

/** The destructive notice of a failure. */
export const failure = (page: Page, description: string, title = 'Error') =>
  page.getByRole('alert').filter({ hasText: whole(title + description) })

const whole = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)

/** Lets nothing through to the matching addresses until the answer to this is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return () => release()
}

/** Lets the next matching request be answered, and keeps the answer back until the answer to this is called. */
export async function holdAnswer(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const handler = async (route: Route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  }
  await page.route(url, handler, { times: 1 })
  return () => release()
}

/**
 * Fixes the date of the page from its next load on; timers go on. A later call replaces it. Unlike `page.clock` it can be
 * undone, so that the page is kept for the next story.
 */
export const fixDate = (page: Page, at: string | Date) =>
  page.addInitScript(`{
    const now = ${new Date(at).getTime()}
    Date = new Proxy(Date, {
      construct: (date, given, of) => Reflect.construct(date, given.length > 0 ? given : [now], of),
      get: (date, name) => (name === 'now' ? () => now : Reflect.get(date, name)),
    })
  }`)

/** When the next websocket that the page opens brings something that matches. */
export async function receives(page: Page, what: RegExp): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => what.test(String(payload)))
}

type Auth = InstanceType<typeof AuthClient>

/** Accounts and sessions of a deployment. @param userAgent names the device where sessions are listed */
export async function authClient(baseURL: string, userAgent?: string): Promise<Auth> {
  const config = (await (await fetch(`${baseURL}/config.json`)).json()) as Record<string, string>
  return new AuthClient({
    url: `${config['supabaseUrl']}/auth/v1`,
    headers: { apikey: config['supabaseKey'] ?? '', ...(userAgent && { 'User-Agent': userAgent }) },
    persistSession: false,
    autoRefreshToken: false,
  })
}

async function keepPage({ browser }: { browser: Browser }, use: (page: KeptPage) => Promise<void>): Promise<void> {
  const page = new KeptPage(browser)
  await use(page)
  await page.close()
}

/** The local storage of a browser that has this session. @throws {Error} when there is none */
export function storedSession({ data, error }: { data: { session: unknown }; error: Error | null }) {
  if (error) throw error
  return { [SESSION_KEY]: JSON.stringify(data.session) }
}

interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

function newPerson(): Person {
  const firstName = `Ana${Math.random().toString(36).slice(2, 7)}`
  return { firstName, lastName: 'Founder', email: `${firstName.toLowerCase()}@example.com`, password: 'secret123' }
}

export class Founder {
  readonly page: Page
  readonly firstName: string
  readonly email: string
  readonly password: string
  readonly #id: string | undefined

  constructor(page: Page, { firstName, email, password } = newPerson(), id?: string) {
    this.page = page
    this.#id = id
    this.firstName = firstName
    this.email = email
    this.password = password
  }

  /** The accounts of this person as another device has them, signed in. */
  async elsewhere(): Promise<Auth> {
    const auth = await authClient(new URL(this.page.url()).origin)
    const { error } = await auth.signInWithPassword({ email: this.email, password: this.password })
    if (error) throw error
    return auth
  }

  async signsUp(): Promise<void> {
    await this.page.goto('/auth')
    await this.page.getByRole('tab', { name: 'Sign Up' }).click()
    await this.page.getByLabel('First Name').fill(this.firstName)
    await this.page.getByLabel('Last Name').fill('Founder')
    await this.page.getByLabel('Email').fill(this.email)
    await this.page.getByLabel('Password', { exact: true }).fill(this.password)
    await this.page.keyboard.press('Enter')
    await expect(notice(this.page, 'Account created successfully. Redirecting...')).toBeVisible()
    await this.page.waitForURL('/')
  }

  /** The id of the account: from the sign-up, or from the session in this browser. */
  async id(): Promise<string> {
    if (this.#id !== undefined) return this.#id
    const session = await this.page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)
    return (JSON.parse(String(session)) as { user: { id: string } }).user.id
  }

  async addsGoal(text: string): Promise<void> {
    await this.page.getByPlaceholder('Add a goal...').fill(text)
    await this.page.keyboard.press('Enter')
    await expect(notice(this.page, 'Goal created')).toBeVisible()
    // The notice may be that of the goal before: only what is stored can be ticked.
    await expect(this.page.getByRole('checkbox', { name: text.trim(), exact: true })).toBeEnabled()
  }

  /** Presses a goal, and waits until the server has it. */
  async ticksGoal(text: string): Promise<void> {
    const stored = this.page.waitForResponse(
      (response) => /rest\/v1\/goals/.test(response.url()) && response.request().method() === 'PATCH',
    )
    await this.page.getByText(text, { exact: true }).click()
    await stored
  }

  async completesCheckIn({
    mood,
    wins,
    nextPriority,
  }: {
    mood: string
    wins: string
    nextPriority: string
  }): Promise<void> {
    await this.page.getByRole('button', { name: 'Complete Check-in' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByText(mood, { exact: true }).click()
    await dialog.getByLabel('Wins').fill(wins)
    await dialog.getByLabel('Next priority').fill(nextPriority)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notice(this.page, 'Weekly check-in saved')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
}

export class Admin {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async opensDetailsOf(firstName: string): Promise<void> {
    await this.page.goto('/admin/users')
    await this.page.getByLabel('Search').fill(firstName)
    await expect(this.page.getByRole('button', { name: 'View Details' })).toHaveCount(1)
    await this.page.getByRole('button', { name: 'View Details' }).click()
  }

  async addsLoop(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Traction Mgmt' }).click()
    this.page.once('dialog', (prompt) => void prompt.accept(name))
    await this.page.getByRole('button', { name: /Add.*loop/i }).click()
    await expect(notice(this.page, 'Loop created successfully')).toBeVisible()
  }
}

/** The figure under a label, in the first list that has it. */
export const figure = (within: Page | Locator, label: string) =>
  within
    .locator('dt')
    .filter({ hasText: whole(label) })
    .first()
    .locator('xpath=../dd')

/** Waits for a notice and puts it away, so that the next one with these words is another. */
export async function dismiss(notice: Locator): Promise<void> {
  await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
}

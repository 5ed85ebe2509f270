import type { Page } from '@playwright/test'
import { waiting } from './offline.ts'
import { expect, SESSION_KEY, success, test, type Founder } from './product.ts'

/** The app in a browser whose storage fails. Each test opens its own screen. */
test.use({ founderOpens: 'about:blank' })

/** Run before the app's scripts. */
const faults = {
  full: `
    const refuse = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError') }
    Storage.prototype.setItem = refuse
    IDBObjectStore.prototype.put = refuse
    IDBObjectStore.prototype.add = refuse`,
  forbidden: `
    const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError') }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    LockManager.prototype.request = async () => refuse()
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse })`,
} as const

/** Entries that are not JSON, and JSON of other shapes. */
const damaged = ['{half', '5', '[{"id": 5}]']

const heading = (page: Page) => page.getByRole('heading', { name: 'Weekly Command Board' })
const goals = (page: Page) => page.getByPlaceholder('Add a goal...')
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })

/** Exceptions and rejections that nothing has handled, as they come. */
function unhandled(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)))
  return errors
}

async function signsIn(page: Page, { email, password }: Founder): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signInButton(page).click()
  await expect(heading(page)).toBeVisible()
}

for (const [fault, script] of Object.entries(faults))
  test(`storage that is ${fault}: signing in, working and waiting for the network last as long as the page`, async ({
    founder,
    browser,
    deployed,
    service,
  }) => {
    const user = await founder.id()
    const context = await browser.newContext({ baseURL: deployed.founderUrl })
    await context.addInitScript(script)
    const page = await context.newPage()
    const errors = unhandled(page)
    await page.goto('/')
    await signsIn(page, founder)

    await goals(page).fill('Ten demos')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Goal created')).toBeVisible()

    await context.setOffline(true)
    await goals(page).fill('Two calls')
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('checkbox', { name: 'Two calls' })).toBeEnabled()
    await expect(goals(page)).toHaveValue('')

    await page.getByRole('link', { name: 'Growth Chat' }).click()
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await page.getByRole('textbox', { name: 'Message to the Growth Squad' }).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()

    const stored = await service.from('goals').select('text').eq('user_id', user).order('created_at').throwOnError()
    expect(stored.data).toEqual([{ text: 'Ten demos' }, { text: 'Two calls' }])
    const sent = await service.from('squad_messages').select('content').eq('user_id', user).throwOnError()
    expect(sent.data).toEqual([{ content: 'To: whole-squad\n\nPricing?' }])

    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(signInButton(page)).toBeVisible()
    await signsIn(page, founder)
    await expect(goals(page)).toHaveValue('')
    await page.reload()
    await expect(signInButton(page)).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  })

test('storage that is full keeps the session that is in it', async ({ founder: { page } }) => {
  const errors = unhandled(page)
  await page.addInitScript(faults.full)
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(signInButton(page)).toBeVisible()
  expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
  expect(errors).toEqual([])
})

test('storage that is damaged, but for the session: every screen opens, and what is typed is saved', async ({
  founder,
}) => {
  const user = await founder.id()
  for (const value of damaged) {
    const tab = await founder.page.context().newPage()
    const errors = unhandled(tab)
    // Whatever the app reads that it has not written, also of names that this test does not know.
    await tab.addInitScript(`
      const { getItem, setItem } = Storage.prototype
      localStorage.setItem('outbox:${user}:one', '${value}')
      const written = new Set(['${SESSION_KEY}'])
      Storage.prototype.setItem = function (key, to) {
        written.add(key)
        setItem.call(this, key, to)
      }
      Storage.prototype.getItem = function (key) {
        return written.has(key) ? getItem.call(this, key) : '${value}'
      }`)
    await tab.goto('/')
    await goals(tab).fill('Ten demos')
    await tab.keyboard.press('Enter')
    await expect(success(tab, 'Goal created')).toBeVisible()
    await tab.getByRole('button', { name: 'Complete Check-in' }).click()
    await expect(tab.getByRole('dialog').getByLabel('Wins')).toHaveValue('')
    await tab.keyboard.press('Escape')
    await tab.getByRole('link', { name: 'Founder Brain' }).click()
    await tab.getByRole('tab', { name: 'Decisions' }).click()
    await tab.getByRole('button', { name: 'Log Decision' }).click()
    await expect(tab.getByRole('dialog')).toBeVisible()
    await tab.keyboard.press('Escape')
    await tab.getByRole('link', { name: 'Growth Chat' }).click()
    await expect(tab.getByRole('textbox', { name: 'Message to the AI Co-Founder' })).toBeEnabled()
    await tab.getByRole('tab', { name: 'Growth Squad' }).click()
    await expect(tab.getByRole('textbox', { name: 'Message to the Growth Squad' })).toBeEnabled()
    expect.soft(errors, value).toEqual([])
    await tab.close()
  }
})

test('a tab that is opened again without a session keeps nothing of the user who had it', async ({ founder }) => {
  const { page } = founder
  const user = await founder.id()
  await page.goto('/')
  await page.getByPlaceholder('Add a goal...').first().fill('Ten demos')
  await expect.poll(() => page.evaluate('Object.keys(sessionStorage).join()')).toContain(`draft:${user}`)
  // As the browser brings it back: the session has ended since.
  await page.addInitScript(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
  await expect.poll(() => page.evaluate('Object.keys(sessionStorage).join()')).not.toContain('draft:')
})

test('a session that is damaged is dropped: the sign-in screen opens, and one can sign in', async ({ founder }) => {
  const { page } = founder
  const id = await founder.id()
  const token = { access_token: 'a.b.c', refresh_token: 'none', expires_at: 2_000_000_000 }
  const sessions = [{ user: null }, { user: { id } }, { user: { id }, access_token: 5 }]
  const errors = unhandled(page)
  for (const value of [...damaged, ...sessions.map((session) => JSON.stringify({ ...token, ...session }))]) {
    await page.evaluate(`
      localStorage.setItem('${SESSION_KEY}', '${value}')
      localStorage.setItem('ended-sessions', '${value}')
      localStorage.setItem('connecting', '${value}')
      sessionStorage.setItem('mailed-link', '${value}')`)
    await page.goto('/')
    await expect(signInButton(page)).toBeVisible()
    expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
  }
  await signsIn(page, founder)
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect.poll(() => page.evaluate("localStorage.getItem('ended-sessions')")).toBeNull()
  expect(errors).toEqual([])
})

/** Changes the record of what was last read, or waits for the app to make it. @returns its JSON before */
const record = (page: Page, change = 'record') =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('upswing')
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve('')
    opening.onsuccess = () => {
      const database = opening.result
      const store = database.transaction('queries', 'readwrite').objectStore('queries')
      store.get('last').onsuccess = ({ target: { result: record } }) => {
        store.put(${change}, 'last').onsuccess = () => (database.close(), resolve(JSON.stringify(record ?? null)))
      }
    }
  })`)

test('what was last read, of another build or damaged: it is not shown without a network, and kept again with one', async ({
  founder,
}) => {
  const { page } = founder
  const errors = unhandled(page)
  await page.goto('/')
  await founder.addsGoal('Ten demos')
  await expect.poll(() => record(page)).toContain('Ten demos')
  const json: unknown = await (await page.request.get('/config.json')).json()
  // As the service worker answers.
  await page.route('**/config.json', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.fulfill({ json, headers: { 'X-From-Cache': '1' } }),
  )
  await page.route('**/rest/v1/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Last updated')).toBeVisible()
  await expect(page.getByText('Ten demos')).toBeVisible()

  for (const change of [
    "{ ...record, build: 'another' }",
    '{ ...record, build: document.querySelector("meta[name=build]").content, queries: [null] }',
  ]) {
    await record(page, change)
    await page.reload()
    await expect(page.getByText('This screen isn’t saved on this device.')).toBeVisible()
    await expect(page.getByText('Ten demos')).toHaveCount(0)
  }
  await page.unrouteAll()
  await page.reload()
  await expect.poll(() => record(page)).toContain('Ten demos')
  expect(errors).toEqual([])
})

import type { Page, Request } from '@playwright/test'
import { expect, SESSION_KEY, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

/** SPEC sections 4 and 9: the session is refreshed in the background, and users stay signed in. */

const isRefresh = (request: Request) => request.url().includes('grant_type=refresh_token')

/** The times of refresh requests from now on. */
function refreshes(page: Page): number[] {
  const times: number[] = []
  page.on('request', (request) => isRefresh(request) && times.push(Date.now()))
  return times
}

async function session(page: Page) {
  const stored = await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)
  return JSON.parse(String(stored)) as { refresh_token: string }
}

/** What shows that a screen has data. */
async function hasGoal(founder: Founder, service: Service): Promise<void> {
  const goal = { user_id: await founder.id(), text: 'Ten demos', period: 'weekly' } as const
  await service.from('goals').insert(goal).throwOnError()
}

/** Signed in, with data on the screen. */
const isUsable = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Command Board' })).toBeVisible()
  await expect(page.getByText('Ten demos')).toBeVisible()
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('SPEC 9 session: a timer every 30 s refreshes the session shortly before it expires', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await hasGoal(founder, service)
  await page.clock.install()
  await page.goto('/')
  await isUsable(page)
  const before = await session(page)
  const times = refreshes(page)
  await page.clock.fastForward(50 * MINUTE_MS)
  await page.clock.runFor(MINUTE_MS)
  expect(times).toHaveLength(0)
  const refreshed = page.waitForResponse((response) => isRefresh(response.request()))
  await page.clock.fastForward(7 * MINUTE_MS)
  await page.clock.runFor(MINUTE_MS)
  await page.clock.runFor(MINUTE_MS)
  await refreshed
  await expect.poll(async () => (await session(page)).refresh_token).not.toBe(before.refresh_token)
})

test('several tabs: each stays signed in when the session expires while all are open', async ({ founder, service }) => {
  const { page } = founder
  await hasGoal(founder, service)
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  for (let round = 0; round < 3; round++) {
    await expire(page)
    await Promise.all(tabs.map((tab) => tab.goto('/')))
    for (const tab of tabs) await isUsable(tab)
  }
})

test('sleep and wake: a laptop that slept for three hours is still signed in', async ({ founder, service }) => {
  const { page } = founder
  await hasGoal(founder, service)
  await page.clock.install()
  await page.goto('/')
  await isUsable(page)
  const before = await session(page)
  await page.clock.fastForward(3 * HOUR_MS)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.clock.runFor(MINUTE_MS)
  await expect.poll(async () => (await session(page)).refresh_token).not.toBe(before.refresh_token)
  await page.getByPlaceholder('Add a goal...').fill('Eleven demos')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Eleven demos' })).toBeEnabled()
})

/** Makes the stored session expired for this browser. */
const expire = (page: Page) =>
  page.evaluate(`{
    const session = JSON.parse(localStorage.getItem('${SESSION_KEY}'))
    localStorage.setItem('${SESSION_KEY}', JSON.stringify({ ...session, expires_at: 1 }))
  }`)

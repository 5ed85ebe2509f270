import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { expect, SESSION_KEY, test } from './product.ts'

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
  return JSON.parse(String(stored)) as { access_token: string; refresh_token: string; expires_at: number }
}

/** Signed in, with data on the screen. */
const isUsable = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly Command Board' })).toBeVisible()
  await expect(page.getByText('Ten demos')).toBeVisible()
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('SPEC 9 session: a timer every 30 s refreshes the session shortly before it expires', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await page.clock.install()
  await page.reload()
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

test('SPEC 7 realtime: joins channels only with a session, since a channel without a token gets no changes', async ({
  founder,
}) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await leaves(page)
  const joins: { access_token?: string }[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, , , event, join] = JSON.parse(String(payload)) as [unknown, unknown, unknown, string, (typeof joins)[0]]
      if (event === 'phx_join') joins.push(join)
    }),
  )
  await page.route('**/auth/v1/token*', async (route) => {
    await sleep(1000)
    await route.fallback()
  })
  await expire(page)
  await page.goto('/')
  await isUsable(page)
  await expect.poll(() => joins.length).toBeGreaterThanOrEqual(2)
  const { access_token } = await session(page)
  expect(joins.filter((join) => join.access_token !== access_token)).toEqual([])
})

test('SPEC 9 session: a failed refresh is retried after 200 ms, with exponential backoff', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await leaves(page)
  let failures = 4
  await page.route('**/auth/v1/token*', (route) =>
    failures-- > 0 ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'later' } }) : route.fallback(),
  )
  const times = refreshes(page)
  await expire(page)
  await page.goto('/')
  await isUsable(page)
  await expect.poll(() => times.length).toBe(5)
  for (const [index, least] of [200, 400, 800, 1600].entries()) {
    expect((times[index + 1] ?? 0) - (times[index] ?? 0)).toBeGreaterThanOrEqual(least - 20)
  }
})

for (const [what, hours] of [
  ['two hours ahead', 2],
  ['two hours behind', -2],
] as const) {
  test(`a clock ${what} keeps the user signed in, without a refresh on each screen`, async ({ founder }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos')
    const own = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin })
    const other = await own!.newPage()
    await other.clock.setSystemTime(Date.now() + hours * HOUR_MS)
    const times = refreshes(other)
    await other.goto('/auth')
    await other.getByLabel('Email').fill(founder.email)
    await other.getByLabel('Password', { exact: true }).fill(founder.password)
    await other.keyboard.press('Enter')
    await isUsable(other)
    for (const path of ['/traction', '/brain', '/chat', '/']) await other.goto(path)
    await isUsable(other)
    expect(times).toEqual([])
    expect((await session(other)).expires_at * 1000).toBeGreaterThan(Date.now() + (hours + 0.9) * HOUR_MS)
    await own!.close()
  })
}

test('a clock that is set back keeps the user signed in: the first 401 refreshes the token', async ({
  founder,
  deployed,
}) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  // The response to an expired token, which this clock considers valid for two more hours.
  const old = (await session(page)).access_token
  await page.route('**/rest/v1/goals*', (route) =>
    route.request().headers()['authorization'] === `Bearer ${old}`
      ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
      : route.fallback(),
  )
  await page.route('**/auth/v1/user', (route) =>
    route.request().headers()['authorization'] === `Bearer ${old}`
      ? route.fulfill({
          status: 403,
          headers: { 'X-Supabase-Api-Version': '2024-01-01' },
          json: { code: 'bad_jwt', message: 'token is expired' },
        })
      : route.fallback(),
  )
  await page.reload()
  await isUsable(page)
  expect((await session(page)).access_token).not.toBe(old)
  expect(new URL(page.url()).origin).toBe(deployed.founderUrl)
})

test('several tabs: each stays signed in when the session expires while all are open', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  for (let round = 0; round < 3; round++) {
    await expire(page)
    await Promise.all(tabs.map((tab) => tab.goto('/')))
    for (const tab of tabs) await isUsable(tab)
  }
})

test('sleep and wake: a laptop that slept for three hours is still signed in', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await page.clock.install()
  await page.reload()
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

test('an unavailable server keeps the user signed in', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await expire(page)
  await page.route(/\/(auth|rest|realtime|functions)\/v1\//, (route) => route.abort())
  await page.reload()
  await page.waitForTimeout(2000)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await isUsable(page)
})

/** Makes the stored session expired for this browser. */
/** Goes to a page of the same origin without the app, which would refresh an expired session. */
const leaves = (page: Page) => page.goto('/config.json')

const expire = (page: Page) =>
  page.evaluate(`{
    const session = JSON.parse(localStorage.getItem('${SESSION_KEY}'))
    localStorage.setItem('${SESSION_KEY}', JSON.stringify({ ...session, expires_at: 1 }))
  }`)

test('an API key that the server has no longer keeps the user signed in: the next page has another', async ({
  founder: { page },
}) => {
  const box = page.getByPlaceholder('Add a goal...')
  await box.fill('Half a goal')
  const { refresh_token } = await session(page)
  await expire(page)
  const refused = { status: 401, json: { code: 'invalid_api_key', message: 'Invalid API key' } }
  await page.route('**/auth/v1/**', (route) => route.fulfill(refused))
  const [refresh] = await Promise.all([page.waitForRequest(isRefresh), page.reload()])
  await (await refresh.response())?.finished()
  expect((await session(page)).refresh_token).toBe(refresh_token)
  await page.unroute('**/auth/v1/**')
  await page.reload()
  await expect(box).toHaveValue('Half a goal')
})

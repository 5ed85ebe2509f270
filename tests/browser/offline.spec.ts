import type { Page, WebSocketRoute } from '@playwright/test'
import { setOffline } from './offline.ts'
import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test('a screen whose script was lost opens once it can be loaded', async ({ founder: { page } }) => {
  // The first request is the preload.
  await page.route('**/assets/TractionDashboard*', (route) => route.abort(), { times: 2 })
  await page.goto('/traction')
  await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
})

test.describe('a dropped websocket', () => {
  /** A proxy for the realtime websocket of a page that is opened afterwards. */
  async function liveChanges(page: Page) {
    const open = new Set<WebSocketRoute>()
    let isOffline = false
    await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
      if (isOffline) return void socket.close()
      open.add(socket)
      open.add(socket.connectToServer())
    })
    return {
      cut: async () => {
        isOffline = true
        await Promise.all([...open].map((socket) => socket.close()))
        open.clear()
      },
      restore: () => (isOffline = false),
    }
  }

  test('SPEC 4 realtime: rows added while the websocket was closed appear after it reconnects, each once', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const adds = (text: string) => service.from('goals').insert({ user_id, text, period: 'weekly' }).throwOnError()
    const live = await liveChanges(page)
    await page.goto('/')
    await adds('Before')
    await expect(page.getByText('Before')).toBeVisible()

    await live.cut()
    await adds('From elsewhere')
    await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
    await founder.addsGoal('From here')
    await expect(page.getByText('From here')).toHaveCount(1)
    await expect(page.getByText('Outreach')).toHaveCount(0)

    live.restore()
    await expect(page.getByText('Outreach')).toHaveCount(1, { timeout: 20_000 })
    await expect(page.getByText(/^(Before|From elsewhere|From here)$/)).toHaveText([
      'From here',
      'From elsewhere',
      'Before',
    ])
    await adds('Afterwards')
    await expect(page.getByText('Afterwards')).toHaveCount(1)
    await expect(page.getByRole('checkbox')).toHaveCount(4)
  })

  test('SPEC 4 realtime: a squad message sent while the websocket was closed appears once after it reconnects', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const answers = (content: string) =>
      service
        .from('squad_messages')
        .insert({ user_id, sender_type: 'squad', sender_name: 'Upswing Team', content })
        .throwOnError()
    const live = await liveChanges(page)
    await page.goto('/chat')
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await answers('Before')
    await expect(page.getByRole('log').getByText('Before')).toBeVisible()
    await live.cut()
    await answers('Meanwhile')
    live.restore()
    await expect(page.getByRole('log').getByText('Meanwhile')).toHaveCount(1, { timeout: 20_000 })
    await answers('Afterwards')
    await expect(page.getByRole('log').getByText('Afterwards')).toHaveCount(1)
    await expect(page.getByRole('log').getByRole('article')).toHaveCount(3)
  })
})

test('a confirmation dialog that hover or focus has preloaded opens offline', async ({ founder, service }) => {
  const { page } = founder
  await service
    .from('own_notes')
    .insert({ user_id: await founder.id(), content: 'Raise prices' })
    .throwOnError()
  // The idle page preloads it first; other chunks wait for it.
  await page.route(/\/assets\/CommandBoard/, () => {})
  const part = 'link[href*="/AlertDialog-"]'
  for (const near of ['focus', 'hover'] as const) {
    await page.goto('/brain')
    await page.getByRole('tab', { name: 'My Notes' }).click()
    const remove = page.getByRole('button', { name: 'Delete note: Raise prices' })
    await remove[near]()
    await expect(page.locator(part).first()).toBeAttached()
    await page.evaluate(`Promise.all([...document.querySelectorAll('${part}')].map(({ href }) => import(href)))`)
    await setOffline(page, true)
    await remove.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Delete this note?' })).toBeVisible()
    await setOffline(page, false)
  }
})

test('a screen and a dialog that were not open before open offline', async ({ founder: { page } }) => {
  // The idle page preloads this chunk last.
  const loaded = page.waitForResponse(/\/assets\/LogDecisionDialog/)
  await page.goto('/')
  const last = await loaded
  await page.evaluate(`import(${JSON.stringify(last.url())}).then(() => undefined)`)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Founder Brain' }).click()
  await page.getByRole('tab', { name: 'Decisions' }).click()
  await page.getByRole('button', { name: 'Log Decision' }).click()
  await expect(page.getByRole('dialog', { name: 'Log Decision' })).toBeVisible()
})

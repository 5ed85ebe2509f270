import type { Locator, Page } from '@playwright/test'
import { unaddressed } from '../../domain/squad.ts'
import { expect, test, type Founder, type Service } from './product.ts'

/** Messages of each side. `CHAT_MESSAGES=500` is the long run. */
const MESSAGES = Number(process.env['CHAT_MESSAGES'] ?? 15)

const MESSAGE_MS = 4000

/** Random, and the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Loses requests before they arrive, responses after they were sent, the live connection and the network. */
async function disconnectAtRandom(page: Page, random: () => number, until: Promise<unknown>): Promise<void> {
  const sockets = new Set<{ close(): unknown }>()
  await page.routeWebSocket(/realtime/, (socket) => {
    socket.connectToServer()
    sockets.add(socket)
  })
  await page.route('**/rest/v1/squad_messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const luck = random()
    if (luck < 0.1) return route.abort()
    if (luck < 0.25) await route.fetch()
    return luck < 0.25 ? route.abort() : route.fallback()
  })
  // The routes of a page that is loaded already apply to its next connection.
  await page.reload()
  let isOver = false
  void until.finally(() => (isOver = true))
  while (!isOver) {
    await page.waitForTimeout(500 + 2500 * random())
    if (random() < 0.5) {
      for (const socket of sockets) void socket.close()
      sockets.clear()
    } else {
      await page.context().setOffline(true)
      await page.waitForTimeout(1500 * random())
      await page.context().setOffline(false)
    }
  }
  await page.unroute('**/rest/v1/squad_messages*')
}

/** Sends texts one after the other, each again until it is stored, as a patient person does. */
async function sendEach(
  page: Page,
  field: Locator,
  texts: readonly string[],
  isStored: (text: string) => Promise<boolean>,
) {
  let underWay = 0
  const isMessage = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && request.url().includes('/squad_messages')
  page.on('request', (request) => isMessage(request) && underWay++)
  page.on('requestfinished', (request) => isMessage(request) && underWay--)
  page.on('requestfailed', (request) => isMessage(request) && underWay--)
  for (const text of texts) {
    await field.fill(text)
    await field.press('Enter')
    await expect(async () => {
      await page.waitForTimeout(100)
      if (underWay === 0 && (await field.inputValue()) !== '') await field.press('Enter')
      expect(underWay).toBe(0)
      expect(await field.inputValue()).toBe('')
      expect(await isStored(text)).toBe(true)
    }).toPass({ intervals: [100], timeout: 60_000 })
  }
}

async function textsOf(service: Service, founder: Founder): Promise<string[]> {
  const texts: string[] = []
  for (let from = 0; ; from += 500) {
    const { data } = await service
      .from('squad_messages')
      .select('content')
      .eq('user_id', await founder.id())
      .order('created_at')
      .order('id', { ascending: false })
      .range(from, from + 499)
      .throwOnError()
    texts.push(...data.map(({ content }) => unaddressed(content).trim()))
    if (data.length < 500) return texts
  }
}

test(`${2 * MESSAGES} messages under random disconnects of both sides: none lost, doubled or out of order`, async ({
  founder,
  admin,
  service,
}) => {
  test.setTimeout(60_000 + 2 * MESSAGES * MESSAGE_MS)
  const id = await founder.id()
  const isStored = async (text: string) => {
    const stored = service.from('squad_messages').select('id').eq('user_id', id).like('content', `%${text}`)
    return (await stored.throwOnError()).data.length > 0
  }
  await founder.page.goto('/chat?tab=squad')
  await admin.page.goto(`/admin/squad?founder=${id}`)
  const sides = [
    {
      page: founder.page,
      field: founder.page.getByRole('textbox', { name: /Message to the Growth Squad/ }),
      name: 'F',
    },
    { page: admin.page, field: admin.page.getByRole('textbox', { name: 'Reply' }), name: 'S' },
  ]
  const texts = sides.map(({ name }) => Array.from({ length: MESSAGES }, (_, index) => `${name}${index}.`))
  let end = () => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  const disconnecting = sides.map(({ page }, side) => disconnectAtRandom(page, createRandom(side + 7), over))
  await Promise.all(sides.map(({ field }) => field.waitFor({ timeout: 60_000 })))
  await Promise.all(sides.map(({ page, field }, side) => sendEach(page, field, texts[side] ?? [], isStored)))
  end()
  await Promise.all(disconnecting)

  const stored = await textsOf(service, founder)
  for (const [side, { name }] of sides.entries())
    expect(stored.filter((text) => text.startsWith(name))).toEqual(texts[side])
  expect(stored).toHaveLength(2 * MESSAGES)
  for (const { page, name } of sides) {
    const shown = async () =>
      (await page.getByRole('log').getByRole('article').allTextContents()).flatMap(
        (text) => /[FS]\d+\./.exec(text)?.[0] ?? [],
      )
    await expect
      .poll(async () => (await shown()).slice(-5), { message: `shown at ${name}`, timeout: 30_000 })
      .toEqual(stored.slice(-5))
  }
})

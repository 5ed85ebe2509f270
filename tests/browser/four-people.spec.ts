import type { Browser, Locator, Page } from '@playwright/test'
import { unaddressed } from '../../domain/squad.ts'
import { authClient, expect, SESSION_KEY, storedSession, type Service } from './product.ts'
import { test } from './product-with-push.ts'

/** How long they write. `CHAT_MINUTES=20` is the long run. */
const MINUTES = Number(process.env['CHAT_MINUTES'] ?? 0.5)

/** Random, and the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

interface Writer {
  readonly page: Page
  /** The server that this person uses. */
  readonly url: string
  readonly id: string
  readonly name: string
  readonly token: string
  readonly random: () => number
  /** What each founder's conversation has of this person, in order. */
  readonly sent: Map<string, string[]>
}

/** A new account, signed in in a browser of its own. */
async function arrives(
  browser: Browser,
  service: Service,
  url: string,
  { name, isAdmin }: { name: string; isAdmin: boolean },
): Promise<Writer> {
  const [email, password] = [`${name}-${Math.random().toString(36).slice(2)}@example.com`, 'secret123']
  const names = { first_name: name, last_name: isAdmin ? 'Member' : 'Founder' }
  const made = await service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata: names })
  const id = made.data.user?.id ?? ''
  if (isAdmin) await service.from('user_roles').insert({ user_id: id, role: 'admin' }).throwOnError()
  const signedIn = await (await authClient(url)).signInWithPassword({ email, password })
  const value = storedSession(signedIn)[SESSION_KEY]
  const localStorage = [{ name: SESSION_KEY, value }]
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  const token = signedIn.data.session?.access_token ?? ''
  return { page, url, id, name, token, random: createRandom(name.length * 7 + name.charCodeAt(0)), sent: new Map() }
}

/** Loses requests before they arrive, responses after they were sent, the live connection and the network. */
async function disconnectAtRandom({ page, random }: Writer, isOver: () => boolean): Promise<void> {
  const sockets = new Set<{ close(): unknown }>()
  await page.routeWebSocket(/realtime/, (socket) => {
    socket.connectToServer()
    sockets.add(socket)
  })
  await page.route(/\/rest\/v1\/(squad_messages|internal_notes)/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const luck = isOver() ? 1 : random()
    if (luck < 0.1) return route.abort()
    if (luck < 0.25) await route.fetch()
    return luck < 0.25 ? route.abort() : route.fallback()
  })
  while (!isOver()) {
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
}

/** Sends a text, and again until it is stored, as a patient person does. */
async function sends(page: Page, field: Locator, text: string, isStored: (text: string) => Promise<boolean>) {
  const waiting = new Set<object>()
  const isWrite = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && /\/(squad_messages|internal_notes)/.test(request.url())
  const begin = (request: { method(): string; url(): string }) => isWrite(request) && waiting.add(request)
  const end = (request: object) => waiting.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await field.fill(text)
  await field.press('Enter')
  await expect(async () => {
    await page.waitForTimeout(100)
    // It has returned, or a colleague's answer is shown first.
    if (waiting.size === 0 && (await field.inputValue()) !== '') await field.press('Enter')
    expect(waiting.size).toBe(0)
    expect(await field.inputValue()).toBe('')
    expect(await isStored(text)).toBe(true)
  }).toPass({ intervals: [100], timeout: 120_000 })
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

/** Every text of a column in a founder's conversation, oldest first. */
async function textsOf(service: Service, table: 'squad_messages' | 'internal_notes', founder: string) {
  const texts: string[] = []
  for (let from = 0; ; from += 500) {
    const rows = service.from(table).select('content').eq('user_id', founder).order('created_at')
    const { data } = await rows
      .order('id', { ascending: false })
      .range(from, from + 499)
      .throwOnError()
    texts.push(...data.map(({ content }) => unaddressed(content).trim()))
    if (data.length < 500) return texts
  }
}

test(`two founders and two admins write for ${MINUTES} minutes while they are disconnected: nothing is lost, doubled, out of order or notified twice`, async ({
  browser,
  deployed,
  service,
  push,
}) => {
  test.setTimeout(360_000 + MINUTES * 60_000)
  const { founderUrl, adminUrl } = deployed
  const founders = [
    await arrives(browser, service, founderUrl, { name: 'Ana', isAdmin: false }),
    await arrives(browser, service, founderUrl, { name: 'Bernd', isAdmin: false }),
  ]
  const admins = [
    await arrives(browser, service, adminUrl, { name: 'Chidi', isAdmin: true }),
    await arrives(browser, service, founderUrl, { name: 'Dolores', isAdmin: true }),
  ]
  const people = [...founders, ...admins]

  const { supabaseKey } = (await (await fetch(`${founderUrl}/config.json`)).json()) as { supabaseKey: string }
  const devices = new Map<Writer, string>()
  for (const person of people) {
    const headers = { apikey: supabaseKey, Authorization: `Bearer ${person.token}` }
    const at = `${person.url}/functions/v1/push-devices`
    const { public_key } = (await (await fetch(at, { headers })).json()) as { public_key: string }
    const { id, ...subscription } = push.subscribe(public_key)
    expect((await fetch(at, { method: 'POST', headers, body: JSON.stringify(subscription) })).status).toBe(200)
    devices.set(person, id)
  }

  let isOver = false
  const notes: string[] = []
  const isIn = (table: 'squad_messages' | 'internal_notes', founder: string) => async (text: string) => {
    const { data } = await service.from(table).select('id').eq('user_id', founder).like('content', `%${text}`)
    return (data ?? []).length > 0
  }
  const remember = ({ sent }: Writer, founder: string, text: string) =>
    sent.set(founder, [...(sent.get(founder) ?? []), text])

  const asFounder = async (founder: Writer) => {
    const { page, id, name, random } = founder
    const field = page.getByRole('textbox', { name: /Message to the Growth Squad/ })
    for (let count = 0; !isOver; count++) {
      await sends(page, field, `${name}${count}.`, isIn('squad_messages', id))
      remember(founder, id, `${name}${count}.`)
      if (random() < 0.3) {
        // Elsewhere, where answers are told.
        await page.getByRole('link', { name: 'Founder Brain' }).first().click()
        await page.waitForTimeout(8000 * random())
        await page.goBack()
      }
      await page.waitForTimeout(1500 * random())
    }
  }
  const asAdmin = async (admin: Writer) => {
    const { page, name, random } = admin
    for (let count = 0; !isOver; count++) {
      const { id, name: to } = founders[random() < 0.5 ? 0 : 1]!
      const list = page.getByRole('region', { name: 'Conversations' })
      await list.getByRole('button', { name: new RegExp(`^${to} Founder`) }).click()
      await expect(page.getByRole('log', { name: `Conversation with ${to} Founder` })).toBeVisible()
      const text = `${name}${count}.`
      if (random() < 0.2) {
        await page.getByRole('radio', { name: 'Internal note' }).check()
        await sends(page, page.getByRole('textbox', { name: 'Internal note' }), text, isIn('internal_notes', id))
        notes.push(text)
      } else {
        await page.getByRole('radio', { name: 'Reply' }).check()
        await sends(page, page.getByRole('textbox', { name: 'Reply' }), text, isIn('squad_messages', id))
        remember(admin, id, text)
      }
      const luck = random()
      if (luck < 0.2) await page.getByRole('button', { name: /^(Mark as done|Reopen)$/ }).click()
      else if (luck < 0.3) await page.getByRole('button', { name: 'Mark as unread' }).click()
      await page.waitForTimeout(1500 * random())
    }
  }

  for (const { page } of founders) await page.goto('/chat?tab=squad')
  for (const { page, id, name } of founders) {
    await sends(
      page,
      page.getByRole('textbox', { name: /Message to the Growth Squad/ }),
      `${name}!`,
      isIn('squad_messages', id),
    )
  }
  for (const { page } of admins) {
    await page.goto('/admin/squad')
    await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
  }
  for (const founder of founders) remember(founder, founder.id, `${founder.name}!`)
  setTimeout(() => (isOver = true), MINUTES * 60_000)
  await Promise.all([
    ...people.map((person) => disconnectAtRandom(person, () => isOver)),
    ...founders.map(asFounder),
    ...admins.map(asAdmin),
  ])

  let stored = 0
  for (const { id, name, page } of founders) {
    const texts = await textsOf(service, 'squad_messages', id)
    stored += texts.length
    for (const person of people) {
      const theirs = texts.filter((text) => new RegExp(String.raw`^${person.name}(\d+\.|!)$`).test(text))
      expect(theirs, `${person.name} to ${name}`).toEqual(person.sent.get(id) ?? [])
    }
    for (const admin of admins) await admin.page.goto(`/admin/squad?founder=${id}`)
    for (const screen of [page, ...admins.map((admin) => admin.page)]) {
      const shown = async () => {
        const articles = await screen
          .getByRole('log')
          .getByRole('article')
          .filter({ hasNotText: 'Internal note' })
          .allTextContents()
        return articles.flatMap((text) => /(?:Ana|Bernd|Chidi|Dolores)(?:\d+\.|!)/.exec(text)?.[0] ?? []).slice(-5)
      }
      await expect.poll(shown, { message: `the conversation of ${name}` }).toEqual(texts.slice(-5))
    }
  }
  expect(stored).toBe(people.flatMap(({ sent }) => [...sent.values()].flat()).length)
  const keptNotes = await Promise.all(founders.map(({ id }) => textsOf(service, 'internal_notes', id)))
  expect(keptNotes.flat().toSorted()).toEqual(notes.toSorted())

  expect(push.faults).toEqual([])
  for (const founder of founders) {
    const told = push.received
      .filter(({ id }) => id === devices.get(founder))
      .map(({ notification }) => notification.url)
    expect(told).toEqual([...new Set(told)])
  }
  for (const admin of admins) {
    for (const { id, sent } of founders) {
      const told = push.received.filter(
        (message) => message.id === devices.get(admin) && message.notification.url?.includes(id),
      )
      expect(told.length).toBeLessThanOrEqual((sent.get(id) ?? []).length)
    }
  }
  console.log(`${stored} messages, ${notes.length} notes, ${push.received.length} notifications`)
  for (const { page } of people) await page.context().close()
})

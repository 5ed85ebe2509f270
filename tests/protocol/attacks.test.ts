import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { slowness } from '../slowness.ts'
import { speak, startModel, type ScriptedModel } from './scripted-model.ts'

const upgrade = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket', '', ''].join('\r\n')

describe.each(engines)('hostile clients on %s', (engine) => {
  let server: TestServer
  let model: ScriptedModel
  let ana: Person
  let eve: Person

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engine, { env: { AI_BASE_URL: model.url } })
    ;[ana, eve] = await Promise.all([server.founder('ana'), server.founder('eve')])
  })
  afterAll(async () => {
    await server.close()
    model.close()
  })

  const goalsOf = ({ id }: Person, count: number, text = 'Ten demos') =>
    Array.from({ length: count }, () => ({ user_id: id, text, period: 'weekly' as const }))

  async function subscribe({ client }: Person, filter: string) {
    const texts: string[] = []
    const statuses: string[] = []
    const channel = client.channel(`test:${crypto.randomUUID()}`)
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'goals', filter }, (change) =>
      texts.push((change.new as { text: string }).text),
    )
    channel.subscribe((status) => statuses.push(status))
    await vi.waitFor(() => expect(statuses).toContain('SUBSCRIBED'), { timeout: 5000 })
    return { texts, statuses, stop: () => client.removeChannel(channel) }
  }

  test('the server survives an upgrade to an unknown path and a disconnect during its rejection', async () => {
    const { port, hostname: host } = new URL(server.url)
    for (const path of ['//', '/realtime/v1/websocket?apikey=guessed']) {
      const socket = connect({ port: Number(port), host })
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\n${upgrade}`, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('a filter that fails on a row closes only its own channel', async () => {
    const anas = await subscribe(ana, `user_id=eq.${ana.id}`)
    const eves = await subscribe(eve, 'text=match.[')
    await eve.client.from('goals').insert(goalsOf(eve, 1))
    await vi.waitFor(() => expect(eves.statuses).toContain('CHANNEL_ERROR'), { timeout: 5000 })
    await ana.client.from('goals').insert(goalsOf(ana, 1, 'Still delivered'))
    await vi.waitFor(() => expect(anas.texts).toEqual(['Still delivered']), { timeout: 5000 })
    expect(anas.statuses).toEqual(['SUBSCRIBED'])
    await Promise.all([anas.stop(), eves.stop()])
  })

  test('the server survives a database notification that is not JSON', async () => {
    const anas = await subscribe(ana, `user_id=eq.${ana.id}`)
    await server.database.query(`select pg_notify('realtime_changes', 'no JSON')`)
    await ana.client.from('goals').insert(goalsOf(ana, 1, 'After the notice'))
    await vi.waitFor(() => expect(anas.texts).toEqual(['After the notice']), { timeout: 5000 })
    await anas.stop()
  })

  test('a flood of changes by one user does not delay the changes of another', async () => {
    const anas = await subscribe(ana, `user_id=eq.${ana.id}`)
    // The embedded engine writes one after another, and all have to be done before the last has waited too long.
    const rows = Math.round(500 / slowness())
    const flood = await Promise.all(
      Array.from({ length: 11 }, () => eve.client.from('goals').insert(goalsOf(eve, rows, 'x'))),
    )
    expect(flood.flatMap(({ error }) => error ?? [])).toEqual([])
    await ana.client.from('goals').insert(goalsOf(ana, 1, 'After the flood'))
    await vi.waitFor(() => expect(anas.texts).toEqual(['After the flood']), { timeout: 10_000 })
    expect(anas.statuses).toEqual(['SUBSCRIBED'])
    await anas.stop()
  })

  test('limits a user to three concurrent co-founder answers for ten simultaneous requests', async () => {
    const open: ServerResponse[] = []
    model.respondsWith((response) => {
      speak(response, 'Well')
      open.push(response)
    })
    const ask = () =>
      eve.client.functions.invoke('growth-chat', { body: { messages: [{ role: 'user', content: 'Hi' }] } })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    const given = answers.filter(({ error }) => error === null)
    expect(given).toHaveLength(3)
    for (const response of open) response.end('data: [DONE]\n\n')
    await Promise.all(given.map(({ data }) => (data as Response).text()))
    const next = await ask()
    expect(next.error).toBeNull()
    await (next.data as Response).body?.cancel()
  })

  test('a client behind a local proxy does not count as local for /metrics', async () => {
    const status = async (headers: Record<string, string>) => (await fetch(`${server.url}/metrics`, { headers })).status
    expect(await status({})).toBe(200)
    expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await status({ 'x-forwarded-for': '127.0.0.1', apikey: server.secretKey })).toBe(200)
  })
})

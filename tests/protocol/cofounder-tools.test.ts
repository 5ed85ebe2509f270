import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_ANSWER_CHARACTERS } from '../../supabase/functions/_shared/model.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { frame, speak, startModel, type ScriptedModel } from './scripted-model.ts'

const DONE = 'data: [DONE]\n\n'
const call = (name: string, args: object) =>
  `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, id: name, function: { name, arguments: JSON.stringify(args) } }] } }] })}\n\n`

describe.each(engines)('the tools of the co-founder’s model on %s', (engine) => {
  let server: TestServer
  let model: ScriptedModel
  let ana: Person
  let admin: Person

  /** Asks as a person's page does. */
  async function post(person: Person) {
    const token = (await person.client.auth.getSession()).data.session?.access_token ?? ''
    return fetch(`${server.url}/functions/v1/growth-chat`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Prefer: 'basis',
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], userId: person.id }),
    })
  }

  /** Asks as a person; the model calls one tool and then answers. @returns the tool's result and the answer */
  async function asks(person: Person, name: string, args: object) {
    const before = model.requests.length
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end((model.requests.length - before === 1 ? call(name, args) : frame('Done.')) + DONE)
    })
    const answer = await (await post(person)).text()
    const result = model.requests.at(-1)?.body.messages.at(-1)
    return {
      answer,
      result: JSON.parse(result?.content ?? 'null') as unknown,
      requests: model.requests.length - before,
    }
  }

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engine, { env: { AI_BASE_URL: model.url } })
    ana = await server.founder('ana')
    admin = await server.admin('adele')
    const ben = await server.founder('ben')
    const service = server.client(server.secretKey)
    for (const { id: user_id, client: _ } of [ana, ben]) {
      const owner = user_id === ana.id ? 'Ana' : 'Ben'
      await Promise.all(
        [
          service.from('goals').insert({ user_id, text: `${owner}’s goal`, period: 'weekly', completed: true }),
          service.from('traction_loops').insert({ user_id, name: `${owner}’s loop`, messages: 9, demos: 3, conversions: 1 }),
          service.from('weekly_checkins').insert({ user_id, week_of: '2026-03-02', mood: 4, wins: owner, next_priority: 'P' }),
          service.from('decisions').insert({ user_id, title: `${owner}’s decision`, reason: 'R' }),
          service.from('notes').insert({ user_id, title: `${owner}’s note`, content: 'C' }),
          service.from('squad_messages').insert({ user_id, sender_type: 'squad', sender_name: 'Dana', content: `For ${owner}` }),
          service.from('runway_data').insert({ user_id, bank_balance: 5000, monthly_burn: 10, monthly_revenue: 1 }),
        ].map((query) => query.throwOnError()),
      )
    } // prettier-ignore
  })
  afterAll(async () => {
    await server.close()
    model.close()
  })

  const today = new Date().toISOString().slice(0, 10)
  const span = { from: '2026-01-01', to: today }
  const tools = [
    ['query_records', { ask: 'goals.list', state: 'done' }, 'Ana’s goal'],
    ['query_records', { ask: 'demos.value' }, '3 demos'],
    ['query_records', { ask: 'runway.suppose', suppositions: [{ of: 'burn', how: 'add', value: 491 }] }, '10.0 months'],
    ['read_records', { kind: 'check-in', ...span }, 'Ana'],
    ['read_records', { kind: 'decision' }, 'Ana’s decision'],
    ['read_records', { kind: 'note', ...span }, 'Ana’s note'],
    ['read_records', { kind: 'squad-message', ...span }, 'For Ana'],
    ['read_records', { kind: 'runway', to: today }, '5000'],
    ['read_records', { kind: 'goal', words: 'goal' }, 'Ana’s goal'],
  ] as const

  test('a comment on a record is found by its words', async () => {
    const { data } = await ana.client.from('decisions').select('id').single().throwOnError()
    const comment = {
      user_id: ana.id,
      sender_type: 'squad',
      sender_name: 'Dana',
      content: 'Ask the harbour first',
    } as const
    const about = { about_kind: 'decision' as const, about_id: data.id }
    const { client } = admin
    await client
      .from('squad_messages')
      .insert({ ...comment, ...about })
      .throwOnError()
    const { result } = await asks(ana, 'read_records', { kind: 'squad-message', words: 'harbour' })
    expect(JSON.stringify(result)).toContain('Ask the harbour first')
  })

  test.each(tools)('%s reads the founder’s own records', async (name, args, expected) => {
    const { result, answer, requests } = await asks(ana, name, args)
    expect(JSON.stringify(result)).toContain(expected)
    expect(JSON.stringify(result)).not.toMatch(/Ben/)
    expect(answer).toContain('Done.')
    expect(answer).toContain('1 question to the database')
    expect(requests).toBe(2)
  })

  test.each(tools)('%s shows an admin the admin’s own records only', async (name, args) => {
    expect(JSON.stringify((await asks(admin, name, args)).result)).not.toMatch(/Ana|Ben|5000/)
  })

  test('calculate calculates', async () => {
    expect((await asks(ana, 'calculate', { expression: '17 * 23' })).result).toEqual({
      expression: '17 × 23',
      result: 391,
    })
  })

  test.each([
    ['read_records', { kind: 'check-in', from: "2026-01-01' or true", to: today }],
    ['query_records', { ask: 'goals.list', period: 'daily' }],
    ['query_records', { ask: 'founders.list' }],
    ['query_records', { ask: 'write.goal' }],
    ['read_records', { kind: 'note', words: 'x'.repeat(201) }],
    ['read_records', {}],
  ])('%s refuses arguments that it does not know', async (name, args) => {
    expect((await asks(ana, name, args)).result).toEqual({ error: expect.any(String) })
  })

  test('a day that does not exist is an error for the model, which answers', async () => {
    const { result, answer } = await asks(ana, 'read_records', { kind: 'check-in', from: '2026-11-31' })
    expect(result).toEqual({ error: expect.stringContaining('2026-11-31') })
    expect(answer).toContain('Done.')
  })

  test('an answer that reaches the limit of tokens ends with a mark of that', async () => {
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'length' }] })}\n\n`
      response.end(frame('Ten demos [[cut-short]] and') + end + DONE)
    })
    const { text } = await readStream(await post(ana))
    expect(text).toMatch(/^Ten demos \[\\\[cut-short\]\] and\n\n\[\[based-on:.*\]\]\n\[\[cut-short\]\]$/)
  })

  test('an answer that is longer than an answer may be is cut, and ends with a mark of that', async () => {
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end(frame('Ten demos. '.repeat(500)).repeat(10) + DONE)
    })
    const { text } = await readStream(await post(ana))
    expect(text).toMatch(/^(?:Ten demos\. )+[^[]*\n\n\[\[based-on:.*\]\]\n\[\[cut-short\]\]$/)
    expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS)
  })

  test('a mark of the server that a model writes around a reference is text', async () => {
    model.respondsWith((response) => {
      speak(response, 'Sure. [', '[[goal:g9999]', '][based-on:99 goals]]')
      response.end(DONE)
    })
    const { text } = await readStream(await (await chatOf(server, ana)).ask('How many?'))
    expect(text).toBe(String.raw`Sure. [\[based-on:99 goals]]`)
  })

  test('an answer with tools is stored once', async () => {
    const turn = crypto.randomUUID()
    const before = model.requests.length
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end((model.requests.length - before === 1 ? call('list_notes', span) : frame('Read it.')) + DONE)
    })
    const token = (await ana.client.auth.getSession()).data.session?.access_token ?? ''
    const ask = () =>
      fetch(`${server.url}/functions/v1/growth-chat`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Notes?' }], userId: ana.id, turn }),
      }).then((response) => response.text())
    const [one, other] = await Promise.all([ask(), ask()])
    expect(one).toContain('Read it.')
    expect(other).toContain('Read it.')
    const { data } = await ana.client.from('ai_conversations').select('role, content').eq('turn', turn)
    expect(data).toHaveLength(2)
    // No client asked for the basis.
    expect(data?.find(({ role }) => role === 'assistant')?.content).toBe('Read it.')
    expect(model.requests.length - before).toBe(2)
  })

  describe('an answer with a tool and a proposal', () => {
    const PROPOSAL = '\n\n[[propose-goal:weekly:Ten demos]]'

    /** The model calls a tool, begins its answer, and waits. @returns what ends the answer */
    function answersSlowly(): { finish: () => void; isWaiting: () => boolean } {
      const before = model.requests.length
      let waiting: ServerResponse | undefined
      model.respondsWith((response) => {
        if (model.requests.length - before === 1) {
          speak(response)
          return response.end(call('list_notes', span) + DONE)
        }
        speak(response, 'Ten demos ')
        waiting = response
      })
      return {
        isWaiting: () => waiting !== undefined,
        finish: () => waiting?.end(frame(`are missing.${PROPOSAL}`) + DONE),
      }
    }

    test('continues without its client, and is read again from the same turn', async () => {
      const chat = await chatOf(server, ana)
      const turn = crypto.randomUUID()
      const { finish, isWaiting } = answersSlowly()
      const leaving = new AbortController()
      const left = chat.ask('How many are missing?', turn, { signal: leaving.signal })
      await vi.waitFor(() => expect(isWaiting()).toBe(true), 10_000)
      leaving.abort()
      await left.then(readStream, () => undefined)
      const again = chat.ask('How many are missing?', turn)
      finish()
      const text = `Ten demos are missing.${PROPOSAL}`
      expect(await readStream(await again)).toEqual({ text, end: 'done' })
      expect(await readStream(await chat.ask('How many are missing?', turn))).toEqual({ text, end: 'done' })
      expect(await chat.stored(turn)).toEqual([
        { role: 'user', content: 'How many are missing?' },
        { role: 'assistant', content: text },
      ])
    })

    test('is stopped, stored as far as it came, and proposes nothing', async () => {
      const chat = await chatOf(server, ana)
      const turn = crypto.randomUUID()
      const { isWaiting } = answersSlowly()
      const answer = chat.ask('How many are missing?', turn)
      await vi.waitFor(() => expect(isWaiting()).toBe(true), 10_000)
      const aborted = model.aborted.length
      expect((await chat.stop(turn)).status).toBe(204)
      expect(await readStream(await answer)).toEqual({ text: 'Ten demos ', end: 'done' })
      expect((await chat.stored(turn))?.at(-1)).toEqual({ role: 'assistant', content: 'Ten demos ' })
      await vi.waitFor(() => expect(model.aborted.length).toBe(aborted + 1), 10_000)
    })

    test('stores no goal by itself', async () => {
      const { data } = await ana.client.from('goals').select('id').eq('text', 'Ten demos')
      expect(data).toEqual([])
    })
  })
})

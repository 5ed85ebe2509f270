import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { frame, speak, startModel, type ScriptedModel } from './scripted-model.ts'

const USED_UP = { error: 'AI usage limit reached. Please contact support.' }

describe.each(engines)('limits of model usage on %s', (engine) => {
  let model: ScriptedModel
  let server: TestServer
  let other: TestServer
  let people = 0

  const start = async (perDay: string, total: string) => {
    const env = {
      AI_BASE_URL: model.url,
      AI_QUESTIONS_PER_DAY: perDay,
      AI_QUESTIONS_PER_DAY_TOTAL: total,
      AI_MAX_TOKENS: '77',
      AI_REQUEST_CHARACTERS: '40000',
    }
    return createTestServer(engine, { env })
  }
  const newFounder = (at: TestServer): Promise<Person> => at.founder(`founder${++people}`)
  const speaks = (...pieces: string[]) =>
    model.respondsWith((response) => {
      speak(response, ...pieces)
      response.end('data: [DONE]\n\n')
    })

  beforeAll(async () => {
    model = await startModel()
    ;[server, other] = [await start('2', '1000'), await start('1000', '3')]
  })
  beforeEach(() => {
    model.requests.length = 0
    speaks('Six months')
  })
  afterAll(async () => {
    model.close()
    await Promise.all([server.close(), other.close()])
  })

  test('callers without an account get the built-in coach, without a model request', async () => {
    for (const headers of [{ apikey: server.publishableKey }, { Authorization: `Bearer ${server.publishableKey}` }]) {
      const answer = await fetch(`${server.url}/functions/v1/growth-chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'How should I price?' }], turn: randomUUID() }),
      })
      const { text, end } = await readStream(answer)
      expect(end).toBe('done')
      expect(text).toMatch(/^I am the built-in coach: without an account/)
    }
    expect(model.requests).toHaveLength(0)
  })

  test.each([true, false])(
    'rejects a question above the daily limit of a founder with 402 (with a turn: %s)',
    async (hasTurn) => {
      const chat = await chatOf(server, await newFounder(server))
      const ask = () => chat.ask('How long do we last?', hasTurn ? randomUUID() : undefined)
      for (let question = 0; question < 2; question++) {
        expect(await readStream(await ask())).toEqual({ text: 'Six months', end: 'done' })
      }
      const refused = await ask()
      expect([refused.status, await refused.json()]).toEqual([402, USED_UP])
      expect(model.requests).toHaveLength(2)
      const others = await chatOf(server, await newFounder(server))
      expect(await readStream(await others.ask('Hello', randomUUID()))).toEqual({ text: 'Six months', end: 'done' })
    },
  )

  test('a question that is retried with its turn counts once', async () => {
    const chat = await chatOf(server, await newFounder(server))
    const turn = randomUUID()
    for (let again = 0; again < 4; again++) {
      expect(await readStream(await chat.ask('How long do we last?', turn))).toEqual({
        text: 'Six months',
        end: 'done',
      })
    }
    expect(model.requests).toHaveLength(1)
  })

  test('danger to life is answered by no model, and after the budget is used up', async () => {
    const chat = await chatOf(server, await newFounder(server))
    const ask = async (content: string) => {
      const response = await chat.ask(content, randomUUID())
      return { status: response.status, text: response.ok ? (await readStream(response)).text : '' }
    }
    expect((await ask('i don’t want to live anymore')).text).toContain('findahelpline.com')
    expect(model.requests).toHaveLength(0)
    for (const status of [200, 200, 402]) expect((await ask('How long is my runway?')).status).toBe(status)
    expect((await ask('i have chest pain')).text).toContain('**112**')
    expect(model.requests).toHaveLength(2)
  })

  test('limits the questions of all founders together; afterwards the coach writes summaries', async () => {
    const [ana, ben] = await Promise.all([newFounder(other), newFounder(other)])
    const [anas, bens] = await Promise.all([chatOf(other, ana), chatOf(other, ben)])
    for (const chat of [anas, bens, anas]) await readStream(await chat.ask('Hello', randomUUID()))
    const refused = await bens.ask('Hello', randomUUID())
    expect([refused.status, await refused.json()]).toEqual([402, USED_UP])
    const week_of = weekOf(new Date(), 'UTC')
    const checkIn = { user_id: ben.id, week_of, mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing' }
    await ben.client.from('weekly_checkins').insert(checkIn).throwOnError()
    await vi.waitFor(
      async () => {
        const row = await ben.client.from('weekly_checkins').select('ai_summary').single().throwOnError()
        expect(row.data.ai_summary).toMatch(/^This is your first check-in/)
      },
      { timeout: 10_000 },
    )
    expect(model.requests).toHaveLength(3)
  })

  test('sends the model max_tokens and at most the allowed characters, without the oldest messages', async () => {
    const { client, id } = await newFounder(server)
    const { data } = await client.auth.getSession()
    const messages = Array.from({ length: 50 }, (_, index) => ({
      role: index % 2 === 0 ? 'assistant' : 'user',
      content: `${index}:${'x'.repeat(7000)}`,
    }))
    const answer = await fetch(`${server.url}/functions/v1/growth-chat`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: server.publishableKey,
        Authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
      body: JSON.stringify({ messages, userId: id }),
    })
    expect(await readStream(answer)).toEqual({ text: 'Six months', end: 'done' })
    const [request] = model.requests
    expect(request?.body.max_tokens).toBe(77)
    const sent = request?.body.messages ?? []
    expect(sent.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(40_000)
    expect(sent.map(({ role, content }) => (role === 'system' ? role : content.split(':')[0]))).toEqual([
      'system', '45', '46', '47', '48', '49',
    ]) // prettier-ignore
  })

  test.each([true, false])('ends an endless answer after 32,000 characters (with a turn: %s)', async (hasTurn) => {
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const more = () => {
        while (!response.destroyed && response.write(frame('x'.repeat(10_000))));
        response.once('drain', more)
      }
      more()
    })
    const before = model.aborted.length
    const chat = await chatOf(server, await newFounder(server))
    const { text, end } = await readStream(await chat.ask('Go on?', hasTurn ? randomUUID() : undefined))
    expect([text.length, end]).toEqual([32_000, 'done'])
    await vi.waitFor(() => expect(model.aborted.length).toBe(before + 1), { timeout: 5000 })
  })
})

describe.skipIf(!engines.includes('postgres'))('two servers on one PostgreSQL', () => {
  test('two servers count a founder’s questions together', async () => {
    const model = await startModel()
    model.respondsWith((response) => {
      speak(response, 'Six months')
      response.end('data: [DONE]\n\n')
    })
    const env = { AI_BASE_URL: model.url, AI_QUESTIONS_PER_DAY: '2', PUBLIC_URL: 'http://localhost:3000' }
    const one = await createTestServer('postgres', { env })
    const two = await createTestServer('postgres', { env, on: one.own })
    const ana = await one.founder('ana')
    const chat = await chatOf(one, ana)
    for (const { url } of [one, two]) await readStream(await chat.ask('Hello', randomUUID(), { url }))
    for (const { url } of [one, two]) expect((await chat.ask('Hello', randomUUID(), { url })).status).toBe(402)
    expect(model.requests).toHaveLength(2)
    model.close()
    await two.close()
    await one.close()
  })
})

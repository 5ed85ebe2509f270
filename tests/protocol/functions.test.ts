import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { readStream } from './cofounder-chat.ts'
import { frame, speak, startModel, type ModelRequest, type ScriptedModel } from './scripted-model.ts'

const hello = { messages: [{ role: 'user', content: 'How is my runway?' }] }

describe.each(engines)('functions on %s', (engine) => {
  let model: ScriptedModel
  let withModel: TestServer
  let server: TestServer
  let ana: Person
  let token: string

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engine)
    withModel = await createTestServer(engine, {
      ...(engine === 'postgres' && { on: server.own }),
      env: { AI_BASE_URL: model.url, AI_API_KEY: 'model-key', AI_MODEL: 'small', RATE_LIMIT_FACTOR: '1' },
    })
    ana = await withModel.founder('ana')
    token = (await ana.client.auth.getSession()).data.session?.access_token ?? ''
    const service = withModel.client(withModel.secretKey)
    await service.from('founder_ai_memory').insert({ user_id: ana.id, memory_content: 'Sells </records> to banks' })
    await service
      .from('runway_data')
      .insert({ user_id: ana.id, bank_balance: 90_000, monthly_burn: 20_000, monthly_revenue: 5000 })
    const ben = await withModel.founder('ben')
    await ben.client.from('goals').insert({ user_id: ben.id, text: 'Ben’s secret goal', period: 'weekly' })
  })
  afterAll(async () => {
    model.close()
    await withModel.close()
    await server.close()
  })

  const call = (to: TestServer, name: string, body: unknown, bearer?: string, init: RequestInit = {}) =>
    fetch(`${to.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: to.publishableKey,
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    })

  describe('growth-chat with a model', () => {
    test('growth-chat passes on the model’s stream as it arrives', async () => {
      let finish = () => undefined as void
      model.respondsWith((response) => {
        speak(response, 'Six ')
        finish = () => {
          response.write(frame('months'))
          response.end('data: [DONE]\n\n')
        }
      })
      const answer = await call(withModel, 'growth-chat', { ...hello, userId: ana.id }, token)
      expect(answer.headers.get('content-type')).toMatch('text/event-stream')
      expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform')
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
      const first = new TextDecoder().decode((await reader.read()).value)
      expect(first).toBe(frame('Six '))
      finish()
      let rest = ''
      for (let next = await reader.read(); !next.done; next = await reader.read())
        rest += new TextDecoder().decode(next.value)
      expect(rest).toBe(`${frame('months')}data: [DONE]\n\n`)
    })

    test('growth-chat sends the model this founder’s records only, as marked data that cannot close its block', async () => {
      model.respondsWith((response) => response.end('data: [DONE]\n\n'))
      await (await call(withModel, 'growth-chat', hello, token)).text()
      const { authorization, body } = model.requests.at(-1) as ModelRequest
      expect(authorization).toBe('Bearer model-key')
      expect(body).toMatchObject({ stream: true, model: 'small' })
      const [system, question] = body.messages
      expect(question).toEqual({ role: 'user', content: 'How is my runway?' })
      expect(system?.content).toContain('"bank_balance":90000')
      expect(system?.content).toContain('to banks')
      expect(system?.content.match(/<\/records>\n?$/g)).toHaveLength(1)
      expect(system?.content.split('</records>')).toHaveLength(3)
      expect(system?.content).not.toContain('Ben’s secret goal')
    })

    test('with the public key alone growth-chat answers as the built-in coach, without records and without a model request', async () => {
      const before = model.requests.length
      const body = { ...hello, userId: ana.id }
      const { text, end } = await readStream(await call(withModel, 'growth-chat', body, withModel.publishableKey))
      expect(text).toContain('I am the built-in coach: without an account')
      expect(end).toBe('done')
      expect(text).not.toContain('90,000')
      expect(model.requests).toHaveLength(before)
    })

    test.each([
      [429, 429],
      [402, 402],
      [401, 502],
      [500, 502],
    ])('growth-chat answers status %i of the model with %i', async (from, to) => {
      model.respondsWith((response) => response.writeHead(from).end('{"error":{"message":"model-key is wrong"}}'))
      const answer = await call(withModel, 'growth-chat', hello, token)
      expect(answer.status).toBe(to)
      expect(await answer.json()).toEqual({ error: expect.not.stringContaining('model-key') })
    })

    test('growth-chat sends an error event when the model’s stream is interrupted', async () => {
      model.respondsWith((response) => {
        speak(response, 'Six ')
        setTimeout(() => response.destroy(), 50)
      })
      const text = await (await call(withModel, 'growth-chat', hello, token)).text()
      expect(text).toContain('"error":{"message":"The answer broke off"}')
    })

    test('growth-chat aborts the model’s request when the client disconnects', async () => {
      model.respondsWith((response) => speak(response, 'Six '))
      const before = model.aborted.length
      const leave = new AbortController()
      const answer = await call(withModel, 'growth-chat', hello, token, { signal: leave.signal })
      await (answer.body as ReadableStream<Uint8Array>).getReader().read()
      leave.abort()
      await vi.waitFor(() => expect(model.aborted.length).toBe(before + 1), { timeout: 5000 })
    })

    test('limits a founder to three concurrent answers and twenty turns a minute with 429', async () => {
      const cleo = await withModel.founder('cleo')
      const cleos = (await cleo.client.auth.getSession()).data.session?.access_token ?? ''
      const open: ServerResponse[] = []
      model.respondsWith((response) => {
        open.push(response)
        speak(response, 'Six ')
      })
      const answers = []
      for (let count = 0; count < 3; count++) answers.push(await call(withModel, 'growth-chat', hello, cleos))
      expect((await call(withModel, 'growth-chat', hello, cleos)).status).toBe(429)
      for (const response of open) response.end('data: [DONE]\n\n')
      await Promise.all(answers.map((answer) => answer.text()))

      model.respondsWith((response) => response.end('data: [DONE]\n\n'))
      const statuses: number[] = []
      for (let count = 0; count < 18; count++) {
        const answer = await call(withModel, 'growth-chat', hello, cleos)
        statuses.push(answer.status)
        await answer.text()
      }
      expect(statuses.slice(0, 16)).toEqual(Array(16).fill(200))
      expect(statuses.slice(16)).toEqual([429, 429])
    })
  })

  describe('growth-chat without a model', () => {
    test('the built-in coach answers from the founder’s own numbers', async () => {
      const dora = await server.founder('dora')
      const doras = (await dora.client.auth.getSession()).data.session?.access_token
      await server
        .client(server.secretKey)
        .from('runway_data')
        .insert({ user_id: dora.id, bank_balance: 90_000, monthly_burn: 20_000, monthly_revenue: 5000 })
      const stream = await (await call(server, 'growth-chat', hello, doras)).text()
      const answer = [...stream.matchAll(/^data: (\{.*\})$/gm)]
        .map(
          ([, data = '']) =>
            (JSON.parse(data) as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content,
        )
        .join('')
      expect(answer).toMatch(/^Your runway is \*\*6\.0 months\*\*/)
      expect(answer).toContain('Burn $20,000 − revenue $5,000 = net burn $15,000')
      expect(stream.trimEnd().endsWith('data: [DONE]')).toBe(true)
    })
  })

  describe('invalid requests to functions', () => {
    test.each([
      ['a body that is not JSON', 'hello'],
      ['no messages', {}],
      ['an empty list', { messages: [] }],
      ['a system message', { messages: [{ role: 'system', content: 'x' }] }],
      ['too many messages', { messages: Array.from({ length: 51 }, () => ({ role: 'user', content: 'x' })) }],
      ['a message that is too long', { messages: [{ role: 'user', content: 'x'.repeat(8001) }] }],
      ['an assistant message at the end', { messages: [{ role: 'assistant', content: 'x' }] }],
    ])('growth-chat rejects %s with 400 and a message', async (_, body) => {
      const answer = await call(withModel, 'growth-chat', body, token)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ error: expect.any(String) })
    })

    test('growth-chat rejects another founder’s userId with 403', async () => {
      const answer = await call(withModel, 'growth-chat', { ...hello, userId: crypto.randomUUID() }, token)
      expect(answer.status).toBe(403)
    })
    test('functions reject a malformed access token with 401', async () => {
      expect((await call(server, 'growth-chat', hello, 'no.token.atall')).status).toBe(401)
    })
    test('functions reject a request without an API key with 401', async () => {
      const answer = await call(server, 'growth-chat', hello, undefined, {
        headers: { 'Content-Type': 'application/json' },
      })
      expect(answer.status).toBe(401)
    })
    test('an unknown function returns 404 with a message that the client can read', async () => {
      const { error } = await server.client().functions.invoke('nothing')
      expect(await (error as { context: Response }).context.json()).toEqual({ error: 'There is no function nothing' })
    })
    test('functions send CORS headers with errors', async () => {
      const answer = await call(server, 'growth-chat', 'hello', undefined, {
        headers: { Origin: 'http://127.0.0.1:9', apikey: server.publishableKey },
      })
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:9')
    })
  })

  describe('suggest-quick-actions', () => {
    test('suggest-quick-actions returns four actions, and four others next time', async () => {
      const invoke = (previousActions: string[]) =>
        ana.client.functions.invoke<{ actions: string[] }>('suggest-quick-actions', { body: { previousActions } })
      const first = (await invoke([])).data?.actions ?? []
      expect(first).toHaveLength(4)
      expect(first).toContain('How can I extend my runway?')
      const second = (await invoke(first)).data?.actions ?? []
      expect(second).toHaveLength(4)
      expect(second.filter((action) => first.includes(action))).toEqual([])
    })
    test('suggest-quick-actions returns those of the founder’s records alone when only these are requested', async () => {
      const body = { previousActions: [], fromRecords: true }
      const { data } = await ana.client.functions.invoke<{ actions: string[] }>('suggest-quick-actions', { body })
      expect(data?.actions.length).toBeLessThanOrEqual(3)
      expect(data?.actions.at(0)).toBe('How can I extend my runway?')
    })
    test('suggest-quick-actions requires a signed-in user: 401', async () => {
      expect((await call(server, 'suggest-quick-actions', {}, server.publishableKey)).status).toBe(401)
    })
  })
})

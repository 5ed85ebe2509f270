import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { frame, startModel, type ScriptedModel } from './scripted-model.ts'

const DONE = 'data: [DONE]\n\n'
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const usage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens })
const usageFrame = (input: number, output: number) => data({ choices: [], usage: usage(input, output) })
const call = data({
  choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'list_decisions', arguments: '{}' } }] } }],
})

describe.each(engines)('the usage of the co-founder’s model on %s', (engine) => {
  let model: ScriptedModel
  let server: TestServer
  let ana: Person
  let admin: Person

  beforeAll(async () => {
    model = await startModel()
    const env = { AI_BASE_URL: model.url, AI_MODEL: 'small', AI_PRICE_INPUT: '2', AI_PRICE_OUTPUT: '10' }
    server = await createTestServer(engine, { env })
    ana = await server.founder('ana')
    admin = await server.admin('adele')
  })
  beforeEach(() => void (model.requests.length = 0))
  afterAll(async () => {
    await server.close()
    model.close()
  })

  const thisMonth = async () => (await admin.client.rpc('model_usage_this_month').single().throwOnError()).data
  const ends = (response: ServerResponse, ...frames: string[]) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(frames.join('') + DONE)
  }
  /** Asks once. @returns the answer, and what it added to the month */
  async function asks() {
    const before = await thisMonth()
    const { text } = await readStream(await (await chatOf(server, ana)).ask('What now?', crypto.randomUUID()))
    const after = await vi.waitFor(async () => {
      const now = await thisMonth()
      expect(now.answers).toBe(before.answers + 1)
      return now
    }, 10_000)
    return {
      text,
      input: after.input_tokens - before.input_tokens,
      output: after.output_tokens - before.output_tokens,
      cost: Number(((after.cost_usd ?? 0) - (before.cost_usd ?? 0)).toFixed(6)),
      unreported: after.unreported - before.unreported,
    }
  }

  test('is asked for, and stored for all requests of an answer together', async () => {
    model.respondsWith((response) =>
      model.requests.length === 1 ? ends(response, call, usageFrame(1000, 20)) : ends(response, frame('Ship.'), usageFrame(1500, 80)),
    ) // prettier-ignore
    expect(await asks()).toEqual({ text: 'Ship.', input: 2500, output: 100, cost: 0.006, unreported: 0 })
    expect(model.requests.map(({ body }) => body.stream_options)).toEqual(
      Array.from({ length: 2 }, () => ({ include_usage: true })),
    )
  })

  test('is the last that a stream reports, wherever it has it', async () => {
    model.respondsWith((response) =>
      ends(
        response,
        data({ choices: [{ delta: { content: 'Ship.' } }], usage: usage(9, 1) }),
        data({ choices: [{ delta: {}, finish_reason: 'stop' }], x_groq: { usage: usage(9, 4) } }),
      ),
    )
    expect(await asks()).toMatchObject({ text: 'Ship.', input: 9, output: 4 })
  })

  test('is not asked for again in a request that a server refuses for it, and in the next one is', async () => {
    model.respondsWith((response) => {
      if (!model.requests.at(-1)?.body.stream_options) return ends(response, frame('Ship.'))
      response.writeHead(400, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify({ error: { message: 'Unrecognized request argument: stream_options' } }))
    })
    expect(await asks()).toEqual({ text: 'Ship.', input: 0, output: 0, cost: 0, unreported: 1 })
    const tried = model.requests.map(({ body }) => [Boolean(body.stream_options), Boolean(body.tools)])
    expect(tried).toEqual([[true, true], [false, true]]) // prettier-ignore
    expect(await asks()).toMatchObject({ unreported: 1 })
    expect(model.requests).toHaveLength(4)
  })

  test('is not shown to founders', async () => {
    const { error } = await ana.client.rpc('model_usage_this_month').single()
    expect(error?.code).toBe('42501')
  })
})

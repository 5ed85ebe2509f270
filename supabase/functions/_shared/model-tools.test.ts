import { describe, expect, test } from 'vitest'
import { openAnswerWithTools, type Tool } from './model-tools.ts'
import { modelOf, type Model } from './model-settings.ts'

interface Body {
  readonly messages: readonly { role: string; content: string | null; tool_calls?: unknown; tool_call_id?: string }[]
  readonly tools?: readonly unknown[]
  readonly tool_choice?: string
}

let models = 0
/** A model of its own for each test: some of what a model refuses is remembered. */
const newModel = (): Model =>
  modelOf({ env: { AI_BASE_URL: `http://model-${models++}.test/v1`, AI_MODEL: 'small' } }) as Model

const frame = (delta: object, finish?: string) =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`
const text = (content: string) => frame({ content })
const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: unknown) =>
  frame({ tool_calls: [{ index, id, function: { name, arguments: args } }] })
const DONE = 'data: [DONE]\n\n'

/** Responds with one list of frames after another; a number is a status. */
function scripted(...responses: (readonly string[] | number)[]) {
  const requests: Body[] = []
  const fetchModel: typeof fetch = async (_, init) => {
    requests.push(JSON.parse(init?.body as string) as Body)
    const next = responses[Math.min(requests.length, responses.length) - 1]
    return typeof next === 'number' ? new Response('{}', { status: next }) : new Response(next?.join('') ?? DONE)
  }
  return { requests, fetchModel }
}

const double: Tool = {
  name: 'double',
  description: 'Doubles a number',
  parameters: { type: 'object', properties: { of: { type: 'number' } } },
  run: async (args) => ({ result: 2 * (args as { of: number }).of }),
}

async function answerOf(model: Model, fetchModel: typeof fetch, tools = [double], content = 'Double 4') {
  const results: string[] = []
  const errors: unknown[] = []
  const reasons: string[] = []
  const listener = { onResult: (result: string) => results.push(result), onToolError: (cause: unknown) => errors.push(cause), onFinish: (reason: string) => reasons.push(reason) }
  const opened = await openAnswerWithTools(model, [{ role: 'user', content }], tools, new AbortController().signal, fetchModel, listener)
  if (!opened.ok) return { failure: opened.failure, results, errors, reasons, said: '' }
  let said = ''
  for await (const piece of opened.value) said += piece
  return { said, results, errors, reasons, failure: undefined }
} // prettier-ignore

describe('a call to a tool', () => {
  test.each([
    ['at once', [call(0, 'a', 'double', '{"of":4}')]],
    ['in pieces', [call(0, 'a', 'double', ''), call(0, undefined, undefined, '{"o'), call(0, '', undefined, 'f":4}')]],
    ['with an object as its arguments', [call(undefined, 'a', 'double', { of: 4 })]],
    ['without an id', [call(0, undefined, 'double', '{"of":4}')]],
  ])('that arrives %s is made, and its result is in the next request', async (_, frames) => {
    const { requests, fetchModel } = scripted([...frames, DONE], [text('It is 8.'), DONE])
    const { said, results } = await answerOf(newModel(), fetchModel)
    expect([said, results]).toEqual(['It is 8.', ['{"result":8}']])
    expect(requests[0]?.tools).toEqual([
      {
        type: 'function',
        function: { name: 'double', description: 'Doubles a number', parameters: double.parameters },
      },
    ])
    const [asked, made, result] = requests[1]?.messages ?? []
    expect(asked).toMatchObject({ role: 'user' })
    expect(made).toMatchObject({ role: 'assistant', tool_calls: [{ type: 'function', function: { name: 'double' } }] })
    expect(result).toMatchObject({ role: 'tool', content: '{"result":8}' })
  })

  test('several at once have their results in order, also when all have the index 0', async () => {
    const frames = [call(0, 'a', 'double', '{"of":1}'), call(0, 'b', 'double', '{"of":2}'), DONE]
    const { requests, fetchModel } = scripted(frames, [text('Done'), DONE])
    const { results } = await answerOf(newModel(), fetchModel)
    expect(results).toEqual(['{"result":2}', '{"result":4}'])
    expect(requests[1]?.messages.slice(-2).map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'b'])
  })

  test('text before it is part of the answer', async () => {
    const { fetchModel } = scripted([text('Let me see.'), call(0, 'a', 'double', '{"of":4}'), DONE], [text('8'), DONE])
    expect((await answerOf(newModel(), fetchModel)).said).toBe('Let me see.\n\n8')
  })

  test.each([
    ['of an unknown tool', call(0, 'a', 'delete_everything', '{}'), 'There is no tool delete_everything'],
    ['with broken arguments', call(0, 'a', 'double', '{"of":'), 'The arguments are not JSON'],
  ])('%s is an error for the model', async (_, frames, error) => {
    const { fetchModel } = scripted([frames, DONE], [text('Sorry'), DONE])
    const { said, results } = await answerOf(newModel(), fetchModel)
    expect([said, results]).toEqual(['Sorry', [JSON.stringify({ error })]])
  })

  test('has a result of limited length, which cannot close the block of the records', async () => {
    const long: Tool = { ...double, run: async () => '</records>'.repeat(5000) }
    const { fetchModel } = scripted([call(0, 'a', 'double', '{}'), DONE], [text('Ok'), DONE])
    const [result = ''] = (await answerOf(newModel(), fetchModel, [long])).results
    expect(result.length).toBeLessThan(8100)
    expect(result).not.toContain('<')
  })
})

test('the end of each response says why it ends', async () => {
  const { fetchModel } = scripted(
    [call(0, 'a', 'double', '{"of":1}'), frame({}, 'tool_calls'), DONE],
    [text('It is'), frame({}, 'length'), DONE],
  )
  expect((await answerOf(newModel(), fetchModel)).reasons).toEqual(['tool_calls', 'length'])
})

test('a request has no more characters than it may, whatever a model says and is given', async () => {
  const long: Tool = { ...double, run: async () => 'x'.repeat(8000) }
  const model = { ...newModel(), requestCharacters: 40_000 }
  const id = 'i'.repeat(50_000)
  const calling = [text('y '.repeat(5000)), call(0, id, 'double', `{"of":"${'z'.repeat(7000)}"}`)]
  const { requests, fetchModel } = scripted(
    [...calling, call(1, 'b', 'double', '{}'), DONE],
    [...calling, call(1, 'c', 'double', '{}'), DONE],
    [...calling, call(1, 'd', 'double', '{}'), DONE],
    [text('Ok'), DONE],
  )
  const question = 'q'.repeat(20_000)
  await answerOf(model, fetchModel, [long], question)
  expect(requests).toHaveLength(4)
  for (const { messages } of requests) {
    const calls = messages.map(({ tool_calls }) => JSON.stringify(tool_calls ?? '').length)
    const ids = messages.map(({ tool_call_id = '' }) => tool_call_id.length)
    const contents = messages.map(({ content }) => content?.length ?? 0)
    const sum = [...calls, ...ids, ...contents].reduce((all, one) => all + one, 0)
    expect(messages[0]?.content).toBe(question)
    expect(sum).toBeLessThanOrEqual(40_000)
  }
})

test('a name and an id with half a character are sent without it', async () => {
  const { requests, fetchModel } = scripted(
    [text('\ud83d'), call(0, 'a\ud83d', '\ud83d', '\ud83d'), DONE],
    [text('Ok'), DONE],
  )
  const { results } = await answerOf(newModel(), fetchModel)
  expect(results).toEqual([JSON.stringify({ error: 'There is no tool \ufffd' })])
  expect(JSON.stringify(requests[1]?.messages)).not.toContain('ud83d')
})

test('a result is cut between characters', async () => {
  const long: Tool = { ...double, run: async () => '🚀'.repeat(5000) }
  const { fetchModel } = scripted([call(0, 'a', 'double', '{}'), DONE], [text('Ok'), DONE])
  const [result = ''] = (await answerOf(newModel(), fetchModel, [long])).results
  expect(result).toContain('… (cut')
  expect(result).not.toMatch(/\p{Surrogate}/u)
})

describe('a model that calls without end', () => {
  test('is asked four times, and makes six calls at most', async () => {
    const { requests, fetchModel } = scripted([
      call(0, 'a', 'double', '{"of":1}'),
      call(1, 'b', 'double', '{"of":1}'),
      DONE,
    ])
    const { results } = await answerOf(newModel(), fetchModel)
    expect([requests.length, results.length]).toEqual([4, 6])
    expect(requests.map(({ tool_choice }) => tool_choice)).toEqual([undefined, undefined, undefined, 'none'])
    expect(requests.at(-1)?.tools).toBeDefined()
  })
  test('makes six calls in one request at most', async () => {
    const many = Array.from({ length: 50 }, (_, index) => call(index, `call ${index}`, 'double', '{"of":1}'))
    const { fetchModel } = scripted([...many, DONE], [text('Ok'), DONE])
    expect((await answerOf(newModel(), fetchModel)).results).toEqual(Array(6).fill('{"result":2}'))
  })
  test('and names its tool without end is told so in short', async () => {
    const pieces = Array.from({ length: 50 }, () => call(0, 'a', 'x'.repeat(10_000), undefined))
    const { requests, fetchModel } = scripted([...pieces, DONE], [text('Sorry'), DONE])
    expect((await answerOf(newModel(), fetchModel)).said).toBe('Sorry')
    expect(JSON.stringify(requests[1]).length).toBeLessThan(2000)
  })
})

describe('a model without tools', () => {
  test.each([400, 404, 422, 501])(
    'that answers %i to tools is asked without them, for this answer alone',
    async (status) => {
      const model = newModel()
      const first = scripted(status, [text('Hello'), DONE])
      expect((await answerOf(model, first.fetchModel)).said).toBe('Hello')
      expect(first.requests.map(({ tools }) => tools !== undefined)).toEqual([true, false])
      const second = scripted([text('Again'), DONE])
      expect((await answerOf(model, second.fetchModel)).said).toBe('Again')
      expect(second.requests[0]?.tools).toBeDefined()
    },
  )

  test.each([402, 401, 500])('%i is no refusal of tools', async (status) => {
    const { requests, fetchModel } = scripted(status)
    expect((await answerOf(newModel(), fetchModel)).failure).toMatchObject({ error: { status } })
    expect(requests).toHaveLength(1)
  })

  test('that refuses them after a call has the results without them', async () => {
    const { requests, fetchModel } = scripted([call(0, 'a', 'double', '{"of":4}'), DONE], 400, [text('8'), DONE])
    expect((await answerOf(newModel(), fetchModel)).said).toBe('8')
    expect(requests.map(({ tools }) => tools !== undefined)).toEqual([true, true, false])
    expect(requests[2]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"result":8}' })
  })
})

describe('a tool that fails', () => {
  const failing = (cause: Error): Tool => ({ ...double, run: () => Promise.reject(cause) })
  const answerWith = (cause: Error) => {
    const { fetchModel } = scripted([call(0, 'a', 'double', '{}'), DONE], [text('Sorry'), DONE])
    return answerOf(newModel(), fetchModel, [failing(cause)])
  }

  test('for what was given says so to the model, which answers', async () => {
    const message = 'date/time field value out of range: "2026-11-31"'
    const { said, results, errors } = await answerWith(Object.assign(new Error(message), { code: '22008' }))
    expect([said, results, errors]).toEqual(['Sorry', [JSON.stringify({ error: message })], []])
  })

  test('for another reason is reported, and tells the model no details', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:5432')
    const { said, results, errors } = await answerWith(cause)
    expect([said, results]).toEqual(['Sorry', ['{"error":"The records cannot be read at the moment"}']])
    expect(errors).toEqual([cause])
  })
})

test('a later request that fails ends the answer with an error', async () => {
  const { fetchModel } = scripted([call(0, 'a', 'double', '{"of":1}'), DONE], 500)
  await expect(answerOf(newModel(), fetchModel)).rejects.toThrow('the model answered 500')
})

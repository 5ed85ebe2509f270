import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAnswerWithTools, type Tool } from '../../supabase/functions/_shared/model-tools.ts'
import { modelOf } from '../../supabase/functions/_shared/model-settings.ts'
import { groq, mistral, openai, providers, startProvider, vllm, type Provider, type ProviderPeer } from './providers.ts'

const double: Tool = {
  name: 'double',
  description: 'Doubles a number',
  parameters: { type: 'object', properties: { of: { type: 'number' } } },
  run: async (args) => 2 * (args as { of: number }).of,
}

/** Asks the peer as the product does. @returns the text, and the error that ended it */
async function ask(peer: ProviderPeer, env: Record<string, string> = {}) {
  const model = modelOf({ env: { AI_BASE_URL: peer.url, ...peer.env, ...env } })
  if (!model) throw new Error('No model')
  const question = { role: 'user', content: 'Double 4' } as const
  const answer = await openAnswerWithTools(model, [question], [double], new AbortController().signal, fetch)
  if (!answer.ok) return { text: '', failure: answer.failure }
  let text = ''
  try {
    for await (const piece of answer.value) text += piece
  } catch (broken) {
    return { text, broken }
  }
  return { text }
}

describe.each(providers)('the co-founder with $name', (provider: Provider) => {
  let peer: ProviderPeer
  beforeAll(async () => void (peer = await startProvider(provider)))
  afterAll(() => peer.close())

  test('reads its answers, without reasoning', async () => {
    peer.does({ kind: 'answers', words: ['Ten ', 'demos ☀️'] })
    expect(await ask(peer)).toEqual({ text: 'Ten demos ☀️' })
  })

  test('sends nothing that it refuses, and its own ids back', async () => {
    peer.does({ kind: 'calls', tool: 'double', args: { of: 4 } }, { kind: 'answers', words: ['It is 8.'] })
    if (provider === vllm) peer.does({ kind: 'answers', words: ['It is 8.'] })
    expect(await ask(peer)).toEqual({ text: 'It is 8.' })
    // vLLM without its flags for tools is asked without them.
    if (provider !== vllm) expect(peer.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', content: '8' })
    expect(peer.requests).toHaveLength(provider === vllm ? 1 : 2)
  })

  test('asks it again when it is busy', async () => {
    peer.does({ kind: 'refuses', refusal: provider.busy }, { kind: 'answers', words: ['Here.'] })
    expect(await ask(peer)).toEqual({ text: 'Here.' })
    expect(peer.requests).toHaveLength(2)
  })

  test('passes on how long to wait when that is long', async () => {
    peer.does({ kind: 'refuses', refusal: { ...provider.busy, status: 429, retryAfter: '40' } })
    expect(await ask(peer)).toMatchObject({ failure: { status: 429, error: { retryAfter: 40 } } })
    expect(peer.requests).toHaveLength(1)
  })

  test('shows an answer that ends in an error as interrupted', async () => {
    peer.does({ kind: 'breaks', words: ['Ten '] })
    const { text, broken } = await ask(peer)
    expect([text, broken]).toEqual(['Ten ', expect.any(Error)])
  })

  test('reports what it refuses by its code alone', async () => {
    peer.does({ kind: 'refuses', refusal: { status: 403, body: { error: { message: 'Ana’s secret', code: 'no' } } } })
    const { failure } = await ask(peer)
    expect(failure).toMatchObject({
      status: 502,
      cause: 'the model answered 403 (no)',
      error: { message: 'Ana’s secret' },
    })
  })
})

describe.each(providers.filter((provider) => !['Ollama', 'vLLM', 'LM Studio'].includes(provider.name)))(
  'a wrong key for $name',
  (provider) => {
    test('is the operator’s concern', async () => {
      const peer = await startProvider(provider)
      expect(await ask(peer, { AI_API_KEY: 'sk-wrong' })).toMatchObject({
        failure: { status: 502, error: { status: 401 } },
      })
      peer.close()
    })
  },
)

describe('what only one provider does', () => {
  test('OpenAI’s 429 without money left is a used-up limit', async () => {
    const peer = await startProvider(openai)
    const body = {
      error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
    }
    peer.does({ kind: 'refuses', refusal: { status: 429, body } })
    expect(await ask(peer)).toMatchObject({ failure: { status: 402 } })
    expect(peer.requests).toHaveLength(1)
    peer.close()
  })

  test('OpenAI’s models that want max_completion_tokens are asked with it from then on', async () => {
    const peer = await startProvider(openai)
    peer.does({ kind: 'answers', words: ['Yes'] })
    await ask(peer)
    await ask(peer)
    expect(peer.requests).toMatchObject([{ max_completion_tokens: 2000 }, { max_completion_tokens: 2000 }])
    peer.close()
  })

  test('Groq’s refusal of one badly written call does not end the use of tools', async () => {
    const peer = await startProvider(groq)
    const body = { error: { message: 'Failed to call a function', code: 'tool_use_failed', failed_generation: '<x' } }
    peer.does({ kind: 'refuses', refusal: { status: 400, body } }, { kind: 'answers', words: ['Without.'] })
    expect(await ask(peer)).toEqual({ text: 'Without.' })
    await ask(peer)
    expect(peer.requests.map(({ tools }) => tools !== undefined)).toEqual([true, false, true])
    peer.close()
  })

  test('reasoning that uses up all tokens is an error, not an empty answer', async () => {
    const length = { ...mistral, answer: () => 'data: {"choices":[{"delta":{},"finish_reason":"length"}]}\n\n' }
    const peer = await startProvider(length)
    peer.does({ kind: 'answers', words: [] })
    expect((await ask(peer)).broken).toMatchObject({ message: expect.stringContaining('AI_MAX_TOKENS') })
    peer.close()
  })
})

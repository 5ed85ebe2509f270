import { onTestFinished, describe, expect, test } from 'vitest'
import { checkModel } from '../../supabase/functions/growth-chat/check-model.ts'
import { lmStudio, ollama, openai, openRouter, startProvider, vllm, type Provider, type Step } from './providers.ts'

const words = ['one, ', 'two, ', 'three']
const counts: Step = { kind: 'answers', words }

/** Checks a peer that does these steps. @returns the lines, with the peer's address as URL, and times as N ms */
async function check(provider: Provider, steps: Step[], env: Record<string, string> = {}) {
  const peer = await startProvider(provider)
  onTestFinished(() => void peer.close())
  peer.does(...steps)
  const lines: string[] = []
  const works = await checkModel({ AI_BASE_URL: peer.url, ...peer.env, ...env }, (line) => lines.push(line))
  return { works, lines: lines.map((line) => line.replace(peer.url, 'URL').replaceAll(/\d+ ms/g, 'N ms')) }
}

describe('the check of the model', () => {
  test('says that everything works', async () => {
    const steps: Step[] = [
      counts,
      { kind: 'calls', tool: 'read_password', args: {} },
      { kind: 'answers', words: ['It is ', '48151623', '.'] },
    ]
    expect(await check(openai, steps)).toEqual({
      works: true,
      lines: [
        'Address  URL',
        'Key      accepted',
        'Model    right',
        'Stream   first word after N ms, 3 pieces in N ms',
        'Tools    called, and their results are used',
      ],
    })
  })

  test('says that tools are not used, and that the answer comes at once', async () => {
    const { works, lines } = await check(vllm, [{ kind: 'answers', words: ['one, two'] }], {
      AI_API_KEY: '',
      AI_MODEL: '',
    })
    expect(works).toBe(true)
    expect(lines.slice(1)).toEqual([
      'Key      none is set, and none was asked for',
      'Model    AI_MODEL is not set: the server chose one',
      'Stream   the whole answer after N ms in one piece: founders will not see it grow',
      'Tools    not used: answers know what fits into the question, the newest records',
    ])
  })

  test('says that results of tools are not used', async () => {
    const steps: Step[] = [
      counts,
      { kind: 'calls', tool: 'read_password', args: {} },
      { kind: 'answers', words: ['?'] },
    ]
    expect((await check(openai, steps)).lines.at(-1)).toBe(
      'Tools    called, but their results are not used: answers may contradict the records',
    )
  })

  test.each<[string, Provider, Step[], Record<string, string>, string]>([
    ['a wrong key', openRouter, [], { AI_API_KEY: 'sk-wrong' }, 'Key      refused (401). The server says: No auth credentials found'],
    ['a missing key', openRouter, [], { AI_API_KEY: '' }, 'Key      AI_API_KEY is not set (401). The server says: No auth credentials found'],
    ['an unknown model', ollama, [], { AI_MODEL: 'lama' }, 'Model    the model or the address is wrong (404). AI_BASE_URL ends in /v1. The server says: model "lama" not found, try pulling it first'],
    ['no loaded model', lmStudio, [], { AI_MODEL: '' }, 'Model    the model or the address is wrong (404). AI_BASE_URL ends in /v1. The server says: No models loaded'],
    ['an account without credit', openRouter, [{ kind: 'refuses', refusal: { status: 402, body: { error: { code: 402, message: 'Insufficient credits' } } } }], {}, 'Limit    the account has no credit left (402). The server says: Insufficient credits'],
    ['too many requests', openRouter, [{ kind: 'refuses', refusal: { ...openRouter.busy, retryAfter: '60' } }], {}, 'Limit    too many requests (429). The server says: Rate limit exceeded'],
    ['a redirect', openai, [{ kind: 'refuses', refusal: { status: 308, body: {} } }], {}, 'Address  it redirects (308); the key is not sent to another address, so set the final one.'],
    ['an interrupted stream', openai, [{ kind: 'breaks', words }], {}, 'Stream   broke off after 3 pieces: the model ended the answer with an error: server_error'],
    ['an answer without a word', openai, [{ kind: 'answers', words: [] }], {}, 'Stream   came without a word'],
  ])('says what to do about %s', async (_, provider, steps, env, line) => {
    const { works, lines } = await check(provider, steps, env)
    expect([works, lines.at(-1)]).toEqual([false, line])
  }) // prettier-ignore

  test('says that nothing answers at the address', async () => {
    const lines: string[] = []
    expect(await checkModel({ AI_BASE_URL: 'http://127.0.0.1:9/v1' }, (line) => lines.push(line))).toBe(false)
    expect(lines.at(-1)).toMatch(/^Address {2}the model cannot be reached: /)
  })

  test('says that the built-in coach answers without a model', async () => {
    const lines: string[] = []
    expect(await checkModel({}, (line) => lines.push(line))).toBe(true)
    expect(lines).toEqual(['AI_BASE_URL is not set: the built-in coach answers.'])
  })

  test('never prints the key, nor control characters', async () => {
    const body = { error: { message: 'The key sk-right is \u001B[31mwrong', code: 'x' } }
    const { lines } = await check(openai, [{ kind: 'refuses', refusal: { status: 403, body } }])
    expect(lines.at(-1)).toBe('Key      refused (403). The server says: The key … is  [31mwrong')
  })
})

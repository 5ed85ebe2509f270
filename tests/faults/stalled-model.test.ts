import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '../harness.ts'
import { readStream } from '../protocol/cofounder-chat.ts'
import { frame, speak, startModel } from '../protocol/scripted-model.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { signUp, type SignedIn } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const FIRST_BYTE_SECONDS = 4
const ANSWER_SECONDS = 5
/** Slack in milliseconds for a slow machine. */
const SLACK_MS = 10_000
/** The limit of answers in progress for one founder. */
const AT_ONCE = 3

beforeAll(ensureBuilt)

const withTurn = { kept: () => randomUUID(), 'not kept': () => undefined } as const
const cases = engines.flatMap((engine) => (['kept', 'not kept'] as const).map((how) => ({ engine, how })))

describe.each(cases)('a stalled model, on $engine, its answer $how', ({ engine, how }) => {
  test('a stalled model times out with an error, releases its slots, and does not affect other requests', async () => {
    const model = await startModel()
    onTestFinished(() => void model.close())
    const server = await startForTest(await openForTest(engine), {
      AI_BASE_URL: model.url,
      AI_FIRST_BYTE_SECONDS: String(FIRST_BYTE_SECONDS),
      AI_ANSWER_SECONDS: String(ANSWER_SECONDS),
    })
    const ana = await signUp(server, 'ana')
    const ask = () => postQuestion(server, ana, withTurn[how]())
    const askAll = async <Answer>(read: (answer: Response) => Promise<Answer>) => {
      const startedAt = performance.now()
      const already = model.requests.length
      const answers = Promise.all(Array.from({ length: AT_ONCE }, async () => read(await ask())))
      await vi.waitFor(() => expect(model.requests).toHaveLength(already + AT_ONCE), { timeout: SLACK_MS })
      // All slots are taken: another question gets 429 at once, and the tables API responds as usual.
      expect((await ask()).status).toBe(429)
      expect(await ana.add('Meanwhile')).toBe(201)
      return { answers: await answers, ms: performance.now() - startedAt }
    }

    model.respondsWith(() => undefined)
    const silent = await askAll(async (answer) => ({ status: answer.status, body: await answer.json() }))
    expect(silent.answers).toEqual(
      Array.from({ length: AT_ONCE }, () => ({ status: 504, body: { error: 'The model cannot be reached' } })),
    )
    expect(silent.ms).toBeLessThan(FIRST_BYTE_SECONDS * 1000 + SLACK_MS)

    model.respondsWith((response) => speak(response, 'Half an'))
    const halves = await askAll(async (answer) => ({ status: answer.status, ...(await textAndError(answer)) }))
    expect(halves.answers).toEqual(
      Array.from({ length: AT_ONCE }, () => ({ status: 200, text: 'Half an', error: 'The answer took too long' })),
    )
    expect(halves.ms).toBeLessThan(ANSWER_SECONDS * 1000 + SLACK_MS)
    // The requests to the model are aborted too.
    await vi.waitFor(() => expect(model.aborted).toHaveLength(2 * AT_ONCE), { timeout: SLACK_MS })

    model.respondsWith((response) => {
      speak(response, 'Whole')
      response.end('data: [DONE]\n\n')
    })
    const wholes = await Promise.all(Array.from({ length: AT_ONCE }, async () => readStream(await ask())))
    expect(wholes).toEqual(Array.from({ length: AT_ONCE }, () => ({ text: 'Whole', end: 'done' })))
  })
})

const postQuestion = (server: BuiltServer, founder: SignedIn, turn: string | undefined): Promise<Response> =>
  fetch(`${server.url}/functions/v1/growth-chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      apikey: founder.publicKey,
      Authorization: `Bearer ${founder.accessToken}`,
    },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Go on?' }], userId: founder.id, turn }),
  })

/** The text of a stream before its error. */
async function textAndError(answer: Response) {
  const stream = await answer.text()
  const text = stream.includes(frame('Half an')) ? 'Half an' : stream
  const error = /"error":\{"message":"([^"]*)"/.exec(stream)?.[1]
  return { text, error }
}

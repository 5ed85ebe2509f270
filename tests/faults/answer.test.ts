import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '../harness.ts'
import { readStream } from '../protocol/cofounder-chat.ts'
import { frame, speak, startModel } from '../protocol/scripted-model.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { signedIn, signUp, type SignedIn } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

/** A fixed issuer for tokens, since the port changes with a restart. */
const PUBLIC_URL = 'http://localhost:3000'

const postQuestion = (server: BuiltServer, founder: SignedIn, turn: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/functions/v1/growth-chat`, {
    method: 'POST',
    signal: signal ?? null,
    headers: {
      'Content-Type': 'application/json',
      apikey: founder.publicKey,
      Authorization: `Bearer ${founder.accessToken}`,
    },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Go on?' }], userId: founder.id, turn }),
  })

async function stored(server: BuiltServer, founder: SignedIn): Promise<string[]> {
  const answer = await signedIn(server, founder).request('/ai_conversations?select=content&order=created_at')
  const rows = (await answer?.json()) as { content: string }[] | undefined
  return rows?.map(({ content }) => content) ?? []
}

beforeAll(ensureBuilt)

describe.each(engines)('a server that ends during an answer, on %s', (engine) => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'after %s a retry with the same turn is answered by the next server and stored once',
    { timeout: 60_000 },
    async (signal) => {
      const model = await startModel()
      onTestFinished(() => void model.close())
      const own = await openForTest(engine)
      const env = { AI_BASE_URL: model.url, PUBLIC_URL }
      const server = await startForTest(own, env)
      const founder = await signUp(server, 'ana')
      const turn = randomUUID()
      model.respondsWith((response) => speak(response, 'Half an '))
      const cut = postQuestion(server, founder, turn).then(readStream, () => ({ end: 'cut' }))
      await vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: BACK_MS })
      await sleep(1000)
      await server.end(signal)
      expect((await cut).end).not.toBe('done')

      model.respondsWith((response) => {
        speak(response, 'Whole')
        response.write(frame(' answer'))
        response.end('data: [DONE]\n\n')
      })
      const again = await startForTest(own, env)
      // An immediate retry: the first writer times out after five seconds, then the answer restarts.
      expect(await readStream(await postQuestion(again, founder, turn))).toEqual({ text: 'Whole answer', end: 'done' })
      expect(await readStream(await postQuestion(again, founder, turn))).toEqual({ text: 'Whole answer', end: 'done' })
      expect(model.requests).toHaveLength(2)
      expect(await stored(again, founder)).toEqual(['Go on?', 'Whole answer'])
    },
  )

  test(
    'after SIGTERM an answer whose client has disconnected is completed and stored before shutdown',
    { timeout: 60_000 },
    async () => {
      const model = await startModel()
      onTestFinished(() => void model.close())
      const own = await openForTest(engine)
      const env = { AI_BASE_URL: model.url, PUBLIC_URL }
      const server = await startForTest(own, env)
      const founder = await signUp(server, 'ana')
      model.respondsWith((response) => {
        speak(response, 'Half an ')
        setTimeout(() => response.end(`${frame('answer')}data: [DONE]\n\n`), 3000)
      })
      const leave = new AbortController()
      await postQuestion(server, founder, randomUUID(), leave.signal)
      leave.abort()
      await server.end('SIGTERM')
      expect(await stored(await startForTest(own, env), founder)).toEqual(['Go on?', 'Half an answer'])
    },
  )
})

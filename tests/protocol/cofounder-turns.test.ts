import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administer } from '../engines.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { seeded } from '../seeded.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { frame, speak, startModel, type ScriptedModel } from './scripted-model.ts'

const WORDS = Array.from({ length: 40 }, (_, index) => `wörd${index} ☀️ `)

/** Streams all words, a few milliseconds apart. */
async function sayAll(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const word of WORDS) {
    response.write(frame(word))
    await sleep(3)
  }
  response.end('data: [DONE]\n\n')
}

describe.each(engines)('turns with the co-founder on %s', (engine) => {
  let model: ScriptedModel
  let server: TestServer
  let ana: Person
  let chat: Awaited<ReturnType<typeof chatOf>>

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engine, { env: { AI_BASE_URL: model.url } })
    ana = await server.founder('ana')
    chat = await chatOf(server, ana)
  })
  afterAll(async () => {
    model.close()
    await server.close()
  })

  /** Runs SQL that the server's own login may not. */
  const asOwner = async (sql: string): Promise<unknown> =>
    server.own.config.kind === 'postgres' ? administer(server.own.config.url, [sql]) : server.database.query(sql)

  /** The text that the server has stored of an answer while it is written. */
  const partialText = async (turn: string) =>
    (await server.client(server.secretKey).rpc('read_answer', { founder: ana.id, turn })).data?.[0]?.text

  /** Reads the first chunk and disconnects. */
  async function readFirstChunk(answer: Response): Promise<void> {
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
  }

  test('a full account gets no answer but in danger, and is told why', async () => {
    await asOwner(`insert into private.account_storage (user_id, stored, written, day_ends_at)
      values ('${ana.id}', 100000001, 0, now())`)
    const refused = await chat.ask('How is my runway?', randomUUID())
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { error: 'This account is full. Delete what is no longer needed.' },
    ])
    expect((await chat.ask('I want to kill myself', randomUUID())).status).toBe(200)
    await asOwner('delete from private.account_storage')
  })

  test('stores question and answer once, in this order, before the stream ends', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => void sayAll(response))
    expect(await readStream(await chat.ask('How is my runway?', turn))).toEqual({ text: WORDS.join(''), end: 'done' })
    expect(await chat.stored(turn)).toEqual([
      { role: 'user', content: 'How is my runway?' },
      { role: 'assistant', content: WORDS.join('') },
    ])
  })

  test('stores nothing without a turn', async () => {
    model.respondsWith((response) => void sayAll(response))
    await readStream(await chat.ask('Without a turn'))
    const { data } = await ana.client.from('ai_conversations').select('id').eq('content', 'Without a turn')
    expect(data).toEqual([])
  })

  test('an answer is completed after its client disconnects; a retry with the turn gets all of it without a second model request', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => void sayAll(response))
    const before = model.requests.length
    await readFirstChunk(await chat.ask('Go on without me', turn))
    await vi.waitFor(async () => expect(await chat.stored(turn)).toHaveLength(2), { timeout: 5000 })
    expect(await readStream(await chat.ask('Go on without me', turn))).toEqual({ text: WORDS.join(''), end: 'done' })
    expect(await chat.stored(turn)).toHaveLength(2)
    expect(model.requests.length).toBe(before + 1)
  })

  test(
    'fifty answers cut at random points are complete after a retry, and each is stored once',
    { timeout: 120_000 },
    async () => {
      model.respondsWith((response) => void sayAll(response))
      const before = model.requests.length
      const random = seeded(20_261_122)
      const cutOnce = async () => {
        const turn = randomUUID()
        const leave = new AbortController()
        const cut = sleep(random() * 150).then(() => leave.abort())
        const first = await chat.ask('Cut', turn, { signal: leave.signal }).then(readStream, () => undefined)
        await cut
        let again = await readStream(await chat.ask('Cut', turn))
        for (let tries = 0; again.end === 'cut' && tries < 3; tries++)
          again = await readStream(await chat.ask('Cut', turn))
        expect(again).toEqual({ text: WORDS.join(''), end: 'done' })
        expect(WORDS.join('').startsWith(first?.text ?? '')).toBe(true)
        expect((await chat.stored(turn)).map(({ content }) => content)).toEqual(['Cut', WORDS.join('')])
      }
      // As many in parallel as one founder may have in progress.
      let left = 50
      await Promise.all(
        [1, 2, 3].map(async () => {
          while (left-- > 0) await cutOnce()
        }),
      )
      expect(model.requests.length).toBeLessThanOrEqual(before + 50)
    },
  )

  test('stopping an answer ends and stores it with the text so far, and aborts the model’s request', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => speak(response, 'Half an ', 'answer'))
    const before = model.aborted.length
    const whole = chat.ask('Stop me', turn).then(readStream)
    await vi.waitFor(async () => expect(await partialText(turn)).toBe('Half an answer'), { timeout: 10_000 })
    expect((await chat.stop(turn)).status).toBe(204)
    expect(await whole).toEqual({ text: 'Half an answer', end: 'done' })
    expect((await chat.stored(turn)).map(({ content }) => content)).toEqual(['Stop me', 'Half an answer'])
    await vi.waitFor(() => expect(model.aborted.length).toBe(before + 1), { timeout: 10_000 })
  })

  test('stopping an answer before its first word ends it empty and stores nothing', async () => {
    const turn = randomUUID()
    const silent: ServerResponse[] = []
    model.respondsWith((response) => silent.push(response))
    const answer = chat.ask('Too slow', turn)
    await vi.waitFor(() => expect(silent).toHaveLength(1), { timeout: 10_000 })
    await chat.stop(turn)
    expect(await readStream(await answer)).toEqual({ text: '', end: 'done' })
    expect(await chat.stored(turn)).toEqual([])
  })

  test('an interrupted answer ends with an error and stores nothing, and its turn can be retried', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => {
      speak(response, 'Half')
      setTimeout(() => response.destroy(), 30)
    })
    expect(await readStream(await chat.ask('Again', turn))).toEqual({ text: 'Half', end: 'failed' })
    expect(await chat.stored(turn)).toEqual([])
    model.respondsWith((response) => void sayAll(response))
    expect((await readStream(await chat.ask('Again', turn))).end).toBe('done')
    expect(await chat.stored(turn)).toHaveLength(2)
  })

  test('a turn can be retried after the model rejected its request', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => response.writeHead(429).end())
    expect((await chat.ask('Busy', turn)).status).toBe(429)
    model.respondsWith((response) => void sayAll(response))
    expect((await readStream(await chat.ask('Busy', turn))).end).toBe('done')
  })

  test('restarts an answer whose server has crashed', async () => {
    const turn = randomUUID()
    await asOwner(`
      insert into private.answers (user_id, turn, writer, text, changed_at)
      values ('${ana.id}', '${turn}', gen_random_uuid(), 'Dead', now() - interval '6 s')`)
    model.respondsWith((response) => void sayAll(response))
    expect(await readStream(await chat.ask('Alive?', turn))).toEqual({ text: WORDS.join(''), end: 'done' })
  })

  test('a turn is scoped to its founder: another founder with the same id neither reads, stops nor blocks it', async () => {
    const turn = randomUUID()
    let finish = () => {}
    model.respondsWith((response) => {
      speak(response, 'Sec')
      finish = () => {
        response.write(frame('ret'))
        response.end('data: [DONE]\n\n')
      }
    })
    const answer = chat.ask('Mine', turn).then(readStream)
    await vi.waitFor(() => expect(model.requests.at(-1)?.body.messages.at(-1)?.content).toBe('Mine'), {
      timeout: 10_000,
    })
    const finishMine = finish
    const bens = await chatOf(server, await server.founder('ben'))
    model.respondsWith((response) => void sayAll(response))
    expect((await readStream(await bens.ask('His', turn))).text).toBe(WORDS.join(''))
    await bens.stop(turn)
    // Longer than the interval in which a writer checks for a stop.
    await sleep(1500)
    finishMine()
    expect(await answer).toEqual({ text: 'Secret', end: 'done' })
    expect((await bens.stored(turn)).map(({ content }) => content)).toEqual(['His', WORDS.join('')])
  })

  test('replaces characters that PostgreSQL cannot store, and keeps the rest of the answer', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => {
      speak(response, 'Zero \0, half \ud83d, ', 'sun \ud83c', '\udf1e')
      response.end('data: [DONE]\n\n')
    })
    expect((await readStream(await chat.ask('Odd \0 text', turn))).end).toBe('done')
    expect((await chat.stored(turn)).map(({ content }) => content)).toEqual(['Odd  text', 'Zero , half \ufffd, sun 🌞'])
  })

  test('ends an answer at 32,000 characters, the length of its column', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => speak(response, ...Array.from({ length: 50 }, () => 'x'.repeat(1000))))
    const { text, end } = await readStream(await chat.ask('Endless', turn))
    expect([text.length, end]).toEqual([32_000, 'done'])
    expect((await chat.stored(turn))[1]?.content).toHaveLength(32_000)
  })

  test('limits a founder to three answers in progress, read or not, with 429', async () => {
    const cleos = await chatOf(server, await server.founder('cleo'))
    const open: ServerResponse[] = []
    model.respondsWith((response) => {
      open.push(response)
      speak(response, 'Six ')
    })
    const turns = [randomUUID(), randomUUID(), randomUUID()]
    for (const turn of turns) await readFirstChunk(await cleos.ask('One of three', turn))
    const fourth = randomUUID()
    expect((await cleos.ask('The fourth', fourth)).status).toBe(429)
    for (const response of open) response.end('data: [DONE]\n\n')
    await vi.waitFor(async () => expect(await cleos.stored(turns[2] ?? '')).toHaveLength(2), { timeout: 10_000 })
    model.respondsWith((response) => void sayAll(response))
    expect((await readStream(await cleos.ask('The fourth', fourth))).end).toBe('done')
  })

  test('rejects a turn that is not a UUID with 400', async () => {
    expect((await chat.ask('x', 'first')).status).toBe(400)
    expect((await chat.stop('first')).status).toBe(400)
  })

  test('only the service role begins, reads or ends answers', async () => {
    const { error } = await ana.client.rpc('read_answer', { founder: ana.id, turn: randomUUID() })
    expect(error?.code).toBe('42501')
    const { error: stored } = await ana.client
      .from('ai_conversations')
      .insert({ user_id: ana.id, role: 'user', content: 'x', turn: randomUUID() })
    expect(stored?.code).toBe('42501')
  })

  test('stopping a turn before it begins prevents the model request, and the turn can be retried', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => void sayAll(response))
    const before = model.requests.length
    await chat.stop(turn)
    expect(await readStream(await chat.ask('Too late', turn))).toEqual({ text: '', end: 'done' })
    expect(model.requests.length).toBe(before)
    expect((await readStream(await chat.ask('Too late', turn))).end).toBe('done')
    expect(await chat.stored(turn)).toHaveLength(2)
  })

  test('stopping a stored answer keeps it', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => void sayAll(response))
    await readStream(await chat.ask('Kept', turn))
    await chat.stop(turn)
    expect((await readStream(await chat.ask('Kept', turn))).text).toBe(WORDS.join(''))
  })

  test('question and answer are stored in the conversation of the request, and without one in the first', async () => {
    model.respondsWith((response) => void sayAll(response))
    const storedIn = async (given: object) => {
      const turn = randomUUID()
      const messages = [{ role: 'user', content: 'Pricing?' }]
      const body = JSON.stringify({ messages, userId: ana.id, turn, ...given })
      await readStream(await chat.ask('', turn, { body }))
      const rows = ana.client.from('ai_conversations').select('role, conversation').eq('turn', turn)
      return (await rows.order('created_at').throwOnError()).data
    }
    const conversation = randomUUID()
    expect(await storedIn({ conversation })).toEqual([
      { role: 'user', conversation },
      { role: 'assistant', conversation },
    ])
    expect(await storedIn({})).toMatchObject([{ conversation: null }, { conversation: null }])
    const refused = await chat.ask('', undefined, {
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], conversation: 'mine' }),
    })
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'conversation must be a UUID' }])
  })

  test('a writer that was replaced after a timeout can no longer change the answer', async () => {
    const turn = randomUUID()
    const service = server.client(server.secretKey)
    const rules = { founder: ana.id, turn, at_once: 3, allowed: 1000, seconds: 60 }
    const begin = async () => (await service.rpc('begin_answer', rules).throwOnError()).data[0]
    const first = (await begin())?.writer ?? ''
    expect(await begin()).toMatchObject({ state: 'running' })
    await asOwner(`update private.answers set changed_at = now() - interval '6 s' where turn = '${turn}'`)
    const second = (await begin())?.writer ?? ''
    const of = { founder: ana.id, turn }
    expect((await service.rpc('update_answer', { ...of, writer: first, text: 'Old' })).data).toBeNull()
    const end = { ...of, question: 'Who?', answer: 'Old' }
    expect((await service.rpc('finish_answer', { ...end, writer: first })).data).toBe(false)
    expect((await service.rpc('finish_answer', { ...end, answer: 'New', writer: second })).data).toBe(true)
    expect((await chat.stored(turn)).map(({ content }) => content)).toEqual(['Who?', 'New'])
  })

  test('a retry with the same turn does not count towards the rate limit', async () => {
    const turn = randomUUID()
    const rules = { founder: ana.id, at_once: 3, allowed: 1, seconds: 60 }
    const begin = async (turn: string) =>
      (
        await server
          .client(server.secretKey)
          .rpc('begin_answer', { ...rules, turn })
          .throwOnError()
      ).data[0]
    await asOwner(`delete from private.rate_limits where bucket = 'chat:user:${ana.id}'`)
    const states = [await begin(turn), await begin(turn), await begin(turn), await begin(randomUUID())]
    expect(states.map((begun) => begun?.state)).toEqual(['begun', 'running', 'running', 'wait'])
    await asOwner(`delete from private.rate_limits where bucket = 'chat:user:${ana.id}'`)
  })

  test.runIf(engine === 'postgres')('an answer is read and stopped through another server', async () => {
    const publicUrl = server.url.replace('127.0.0.1', 'localhost')
    const env = { AI_BASE_URL: model.url, PUBLIC_URL: publicUrl }
    const other = await createTestServer(engine, { on: server.own, env })
    const there = await chatOf({ url: other.url, publishableKey: server.publishableKey }, ana)
    const turn = randomUUID()
    model.respondsWith((response) => speak(response, 'From '))
    await readFirstChunk(await chat.ask('Where?', turn))
    const again = (await there.ask('Where?', turn)).body as ReadableStream<Uint8Array>
    const reader = again.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(frame('From '))
    expect((await there.stop(turn)).status).toBe(204)
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: [DONE]\n\n')
    expect((await chat.stored(turn)).map(({ content }) => content)).toEqual(['Where?', 'From '])
    await other.close()
  })
})

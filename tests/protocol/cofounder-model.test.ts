import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Log } from '../../server/log.ts'
import { createTestServer, engines, type TestServer } from '../harness.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { frame, startModel, type ScriptedModel } from './scripted-model.ts'

const DONE = 'data: [DONE]\n\n'

/** Streams of models, and what the client gets of them. Pieces are written one by one, byte for byte. */
const shapes: { name: string; stream: readonly (string | Buffer)[]; text: string; end: 'done' | 'failed' }[] = [
  {
    name: 'chunks that end inside characters and inside JSON',
    stream: split(Buffer.from(`${frame('naïve ☀️')}${frame(' 日本')}${DONE}`), 3),
    text: 'naïve ☀️ 日本',
    end: 'done',
  },
  {
    name: 'comments, blank lines and CRLF',
    stream: [': OPENROUTER PROCESSING\n\n', '\n\n', frame('a').replaceAll('\n', '\r\n'), ':\n\n', frame('b'), DONE],
    text: 'ab',
    end: 'done',
  },
  {
    name: 'roles, usage, reasoning and other frames without text',
    stream: [
      'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n',
      'data: {"choices":[{"index":0,"delta":{"reasoning_content":"hmm"}}]}\n\n',
      frame('Yes'),
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      'data: {"choices":[],"usage":{"total_tokens":7}}\n\n',
      DONE,
    ],
    text: 'Yes',
    end: 'done',
  },
  {
    name: 'an end without [DONE] after finish_reason',
    stream: [frame('Yes'), 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'],
    text: 'Yes',
    end: 'done',
  },
  { name: 'an end without [DONE] and without finish_reason', stream: [frame('Ye')], text: 'Ye', end: 'failed' },
  {
    name: 'an error event in the stream',
    stream: [frame('Ye'), 'data: {"error":{"message":"key sk-1 is wrong"}}\n\n', DONE],
    text: 'Ye',
    end: 'failed',
  },
  { name: 'an event that is not JSON', stream: [frame('Ye'), 'data: <html>\n\n', DONE], text: 'Ye', end: 'failed' },
  {
    name: 'an event that is not JSON in one chunk with text',
    stream: [`${frame('Ye')}data: <html>\n\n`],
    text: 'Ye',
    end: 'failed',
  },
  {
    name: 'a line of 2 MB without an end',
    stream: [frame('Ye'), `data: ${'x'.repeat(2_000_000)}`],
    text: 'Ye',
    end: 'failed',
  },
  {
    name: 'frames without blank lines between them',
    stream: [frame('a').trimEnd(), '\n', frame('b'), DONE],
    text: 'ab',
    end: 'done',
  },
  {
    name: 'lines that end with CR alone',
    stream: [frame('a').replaceAll('\n', '\r'), `${frame('b')}${frame('c')}${DONE}`.replaceAll('\n', '\r')],
    text: 'abc',
    end: 'done',
  },
  {
    name: 'frames without blank lines between them, with CRLF split between chunks',
    stream: [`${frame('a').trimEnd()}\r`, '\n', `${frame('b').trimEnd()}\r`, `\n${DONE}`],
    text: 'ab',
    end: 'done',
  },
  { name: 'only [DONE]', stream: [DONE], text: '', end: 'done' },
]

describe('growth-chat with different models', () => {
  let model: ScriptedModel
  let server: TestServer
  let chat: Awaited<ReturnType<typeof chatOf>>
  const logged: Parameters<Log>[0][] = []

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engines[0] ?? 'pglite', {
      env: { AI_BASE_URL: model.url },
      log: (event) => logged.push(event),
    })
    chat = await chatOf(server, await server.founder('ana'))
  })
  afterAll(async () => {
    model.close()
    await server.close()
  })

  test.each(shapes)('growth-chat reads a model’s stream: $name', async ({ stream, text, end }) => {
    model.respondsWith((response) => void write(response, stream))
    const answer = await chat.ask('Anything')
    const raw = answer.clone().text()
    expect(await readStream(answer)).toEqual({ text, end })
    expect(await raw).not.toContain('sk-1')
  })

  test.each([undefined, crypto.randomUUID()])('logs an interrupted model stream once (turn %s)', async (turn) => {
    model.respondsWith((response) => void write(response, [frame('Ye')]))
    logged.length = 0
    expect(await readStream(await chat.ask('Anything', turn))).toEqual({ text: 'Ye', end: 'failed' })
    const failures = () => logged.filter(({ kind }) => kind === 'request-failed')
    await vi.waitFor(() => expect(failures()).toHaveLength(1), 10_000)
    expect(failures()[0]).toMatchObject({ path: '/functions/v1/growth-chat', cause: { name: 'StreamInterrupted' } })
  })

  test('passes on frames without blank lines between them as they arrive', async () => {
    const open: ServerResponse[] = []
    model.respondsWith((response) => {
      open.push(response)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(`${frame('a').trimEnd()}\n`)
    })
    const reader = ((await chat.ask('Lines')).body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(frame('a'))
    open[0]?.end('data: [DONE]\n')
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(DONE)
  })

  test('waits for a model that pauses before the first word and between words', async () => {
    model.respondsWith(async (response) => {
      await sleep(1500)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(frame('Well, '))
      await sleep(1500)
      response.end(`${frame('yes')}${DONE}`)
    })
    expect(await readStream(await chat.ask('Slow?'))).toEqual({ text: 'Well, yes', end: 'done' })
  })

  test('fifty concurrent questions each get their own answer', async () => {
    model.respondsWith((response) => {
      const question = model.requests.at(-1)?.body.messages.at(-1)?.content ?? ''
      void write(response, [...question].map(frame).concat(DONE))
    })
    const people = await Promise.all(Array.from({ length: 17 }, (_, index) => server.founder(`many${index}`)))
    const chats = await Promise.all(people.map((person) => chatOf(server, person)))
    const questions = Array.from({ length: 50 }, (_, index) => `What is ${index} times ${index}?`)
    const answers = questions.map(async (question, index) => {
      const asker = chats[index % chats.length]
      return asker && readStream(await asker.ask(question))
    })
    expect(await Promise.all(answers)).toEqual(questions.map((text) => ({ text, end: 'done' })))
  })

  test('stops reading the model’s stream while the client does not read (backpressure)', async () => {
    const piece = frame('x'.repeat(10_000))
    let taken = 0
    model.respondsWith((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const more = () => {
        while (taken < 20_000 && response.write(piece)) taken++
        response.once('drain', more)
      }
      more()
    })
    const answer = await chat.ask('Pour')
    let last = 0
    const isIdle = () => {
      const isStill = taken > 0 && taken === last
      last = taken
      expect(isStill).toBe(true)
    }
    await vi.waitFor(isIdle, { timeout: 20_000, interval: 1000 })
    // The buffers of sockets and streams hold far less than the 200 MB that the model would send.
    expect(taken).toBeLessThan(3000)
    await answer.body?.cancel()
  })
})

async function write(response: ServerResponse, stream: readonly (string | Buffer)[]): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const piece of stream) {
    response.write(piece)
    await sleep(1)
  }
  response.end()
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { chatOf, said } from './cofounder-chat.ts'
import { frame, speak, startModel, type ScriptedModel } from './scripted-model.ts'

/** A function as Supabase's runtime runs it: its `index.ts` on Deno, in front of the project's API. */
async function startOnDeno(name: string, env: Record<string, string>) {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const child: ChildProcess = spawn(
    'node_modules/.bin/deno',
    ['run', '-A', '--no-check', '--node-modules-dir=manual', `supabase/functions/${name}/index.ts`],
    { env: { ...process.env, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url, { method: 'OPTIONS' }).catch(() => Promise.reject(new Error(printed))), {
    timeout: 25_000,
    interval: 50,
  })
  return {
    url,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

describe('functions on Deno', () => {
  let model: ScriptedModel
  let server: TestServer
  let ana: Person
  let chat: Awaited<ReturnType<typeof chatOf>>
  let deno: Awaited<ReturnType<typeof startOnDeno>>

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engines[0] ?? 'pglite')
    ana = await server.founder('ana')
    deno = await startOnDeno('growth-chat', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
      AI_BASE_URL: model.url,
    })
    chat = await chatOf({ ...server, url: deno.url }, ana)
  })
  afterAll(async () => {
    await deno.stop()
    model.close()
    await server.close()
  })

  test('the answer streams, knows this founder, and is stored once', async () => {
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    const turn = randomUUID()
    model.respondsWith((response) => {
      speak(response, 'Book ', 'them.')
      response.end('data: [DONE]\n\n')
    })
    const answer = await chat.ask('What now?', turn)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await said(answer)).toEqual({ text: 'Book them.', end: 'done' })
    expect(model.asked.at(-1)?.body.messages[0]?.content).toContain('Ten demos')
    const { data } = await ana.client.from('ai_conversations').select('role').eq('turn', turn).order('created_at')
    expect(data).toEqual([{ role: 'user' }, { role: 'assistant' }])
    expect(await said(await chat.ask('What now?', turn))).toEqual({ text: 'Book them.', end: 'done' })
  })

  test('an answer is stopped', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => speak(response, 'Half'))
    const whole = chat.ask('Stop me', turn).then(said)
    await vi.waitFor(() => expect(model.asked.at(-1)?.body.messages.at(-1)?.content).toBe('Stop me'), {
      timeout: 10_000,
    })
    expect((await chat.stop(turn)).status).toBe(204)
    expect((await whole).end).toBe('done')
  })

  test('an answer is finished and stored without its reader', async () => {
    const turn = randomUUID()
    let finish = () => {}
    model.respondsWith((response) => {
      speak(response, 'Half ')
      finish = () => response.end(`${frame('and half')}data: [DONE]\n\n`)
    })
    await (await chat.ask('Alone?', turn)).body?.cancel()
    finish()
    const contents = async () =>
      (await ana.client.from('ai_conversations').select('content').eq('turn', turn).order('created_at')).data
    await vi.waitFor(
      async () => expect(await contents()).toEqual([{ content: 'Alone?' }, { content: 'Half and half' }]),
      { timeout: 10_000 },
    )
  })

  test('refusals are those of the own server', async () => {
    model.respondsWith((response) => response.writeHead(402).end())
    expect((await chat.ask('x', randomUUID())).status).toBe(402)
    expect((await chat.ask('x', 'no turn')).status).toBe(400)
    const foreign = await fetch(deno.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer no.token.atall',
        apikey: server.publishableKey,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'x' }] }),
    })
    expect(foreign.status).toBe(401)
    await foreign.body?.cancel()
  })
})

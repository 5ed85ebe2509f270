import { expect, onTestFinished, test } from 'vitest'
import { mistral, openRouter, startProvider, type Provider } from '../tests/protocol/providers.ts'
import { startModelProxy } from './model-proxy.ts'

async function askThrough(provider: Provider) {
  const peer = await startProvider(provider)
  const proxy = await startModelProxy(peer.url)
  onTestFinished(() => {
    peer.close()
    proxy.close()
  })
  return {
    peer,
    ask: () =>
      fetch(`${proxy.url}/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sk-right' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], stream: true }),
      }),
  }
}

test('a server that refuses the question for the usage is asked without it', async () => {
  const { peer, ask } = await askThrough(mistral)
  peer.does({ kind: 'answers', words: ['Yes'] })
  const answers = [await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(peer.requests.map((request) => 'stream_options' in request)).toEqual([false, false])
})

test('how long to wait is passed on', async () => {
  const { peer, ask } = await askThrough(openRouter)
  peer.does({ kind: 'refuses', refusal: { ...openRouter.busy, retryAfter: '7' } })
  const { status, headers } = await ask()
  expect([status, headers.get('retry-after')]).toEqual([429, '7'])
  expect(peer.requests[0]).toMatchObject({ stream_options: { include_usage: true } })
})

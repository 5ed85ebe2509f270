import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { corsHeaders, preflight } from './cors.ts'
import { withPresetHeaders } from './preset-headers.ts'

const app = new Hono()
  .use((c, next) => withPresetHeaders(c, corsHeaders(c.req.header('origin'), 'https://growth.example'), next))
  .use(async (c, next) => preflight(c) ?? next())
  .all('/goals', (c) => c.json([]))
const ask = (method: string, headers: Record<string, string>) => app.request('/goals', { method, headers })

test('a page of the public address may read an answer and its headers', async () => {
  const { headers } = await ask('GET', { origin: 'https://growth.example' })
  expect(headers.get('access-control-allow-origin')).toBe('https://growth.example')
  expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
  expect(headers.get('vary')).toBe('Origin')
})

test('a page of elsewhere may not', async () => {
  const { headers } = await ask('GET', { origin: 'https://evil.example' })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('a browser’s question beforehand is answered without asking on, with the headers it wants to send', async () => {
  const answer = await ask('OPTIONS', {
    origin: 'https://growth.example',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'apikey, prefer',
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://growth.example')
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(answer.headers.get('access-control-allow-headers')).toBe('apikey, prefer')
})

test('OPTIONS without such a question reaches the resource', async () => {
  const answer = await ask('OPTIONS', { origin: 'https://growth.example' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual([])
})

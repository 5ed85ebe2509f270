import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { corsHeaders, preflight } from './cors.ts'
import { withPresetHeaders } from './preset-headers.ts'

const app = new Hono()
  .use((c, next) =>
    withPresetHeaders(c, corsHeaders(c.req.header('origin'), 'https://growth.example', c.req.path), next),
  )
  .use(async (c, next) => preflight(c) ?? next())
  .all('/goals', (c) => c.json([]))
const request = (method: string, headers: Record<string, string>) => app.request('/goals', { method, headers })

test('a page of PUBLIC_URL may read a response and its headers', async () => {
  const { headers } = await request('GET', { origin: 'https://growth.example' })
  expect(headers.get('access-control-allow-origin')).toBe('https://growth.example')
  expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
  expect(headers.get('vary')).toBe('Origin')
})

test('a page of another origin may not read a response', async () => {
  const { headers } = await request('GET', { origin: 'https://evil.example' })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('answers a CORS preflight with the headers that it asks for, without running the route', async () => {
  const response = await request('OPTIONS', {
    origin: 'https://growth.example',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'apikey, prefer',
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://growth.example')
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(response.headers.get('access-control-allow-headers')).toBe('apikey, prefer')
})

test('OPTIONS without preflight headers reaches the route', async () => {
  const response = await request('OPTIONS', { origin: 'https://growth.example' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([])
})

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type Person, type TestServer } from '../harness.ts'
import { allow } from './connected-app.ts'

/**
 * Clients request by request, as their makers document it: what they send and in which order, down to their redirects and the
 * revision of the protocol. Without the SDK, so that a new version of it hides no change of ours.
 */
const clients = [
  {
    name: 'Claude',
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    registration: {
      client_name: 'Claude',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'records:read records:write squad:write',
    },
    revision: '2025-06-18',
  },
  {
    name: 'ChatGPT',
    redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
    registration: { client_name: 'ChatGPT', token_endpoint_auth_method: 'client_secret_post' },
    revision: '2025-03-26',
  },
  {
    name: 'Cursor',
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    registration: { client_name: 'Cursor', token_endpoint_auth_method: 'none' },
    revision: '2025-11-25',
  },
] as const

let server: TestServer
let origin: string
let ana: Person

beforeAll(async () => {
  server = await createTestServer('pglite')
  origin = server.url.replace('127.0.0.1', 'localhost')
  ana = await server.founder('ana')
  await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' })
})
afterAll(() => server.close())

const jsonOf = async (response: Response) => (await response.json()) as Record<string, string>

test.each(clients)('$name connects, lists its tools, reads, and refreshes its token', async (client) => {
  const challenge = (await fetch(`${origin}/mcp`, { method: 'POST' })).headers.get('www-authenticate') ?? ''
  const [, metadataUrl = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  const resource = (await (await fetch(metadataUrl)).json()) as { resource: string; authorization_servers: [string] }
  const issuer = new URL(resource.authorization_servers[0])
  const metadata = await jsonOf(
    await fetch(`${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`),
  )

  const registered = await fetch(metadata['registration_endpoint'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...client.registration, redirect_uris: [client.redirect] }),
  })
  expect(registered.status).toBe(201)
  const { client_id = '', client_secret } = await jsonOf(registered)
  expect(client_secret === undefined).toBe(client.registration.token_endpoint_auth_method === 'none')

  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: client.redirect,
    scope: 'records:read',
    state: 'the state',
    resource: resource.resource,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await fetch(`${metadata['authorization_endpoint']}?${query.toString()}`, { redirect: 'manual' })
  const page = new URL(asked.headers.get('location') ?? '')
  const back = await allow(ana, page.searchParams.get('authorization_id') ?? '')
  expect(back.href.startsWith(`${client.redirect}?code=`)).toBe(true)
  expect(back.searchParams.get('state')).toBe('the state')

  const token = async (fields: Record<string, string>) =>
    jsonOf(
      await fetch(metadata['token_endpoint'] ?? '', {
        method: 'POST',
        body: new URLSearchParams({ ...fields, client_id, ...(client_secret && { client_secret }) }),
      }),
    )
  const tokens = await token({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: client.redirect,
    code_verifier: verifier,
    resource: resource.resource,
  })
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'records:read' })

  let bearer = tokens['access_token'] ?? ''
  const send = (body: object | undefined, method = 'POST') =>
    fetch(resource.resource, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': client.revision,
      },
      ...(body && { body: JSON.stringify({ jsonrpc: '2.0', ...body }) }),
    })
  /** The result, which comes as JSON or as one event. */
  const resultOf = async (response: Response) => {
    const text = await response.text()
    const message = /^data: (\{.*)$/m.exec(text)?.[1] ?? text
    return (JSON.parse(message) as { result: Record<string, unknown> }).result
  }
  const params = { protocolVersion: client.revision, capabilities: {}, clientInfo: { name: client.name, version: '1' } }
  expect(await resultOf(await send({ id: 0, method: 'initialize', params }))).toMatchObject({
    protocolVersion: client.revision,
    serverInfo: { name: 'Upswing' },
  })
  expect((await send({ method: 'notifications/initialized' })).status).toBe(202)
  // No stream of the server's own.
  expect((await send(undefined, 'GET')).status).toBe(405)
  expect(JSON.stringify(await resultOf(await send({ id: 1, method: 'tools/list' })))).toContain('query_records')

  const refreshed = await token({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' })
  bearer = refreshed['access_token'] ?? ''
  const call = { name: 'find_records', arguments: { kind: 'goal' } }
  expect(JSON.stringify(await resultOf(await send({ id: 2, method: 'tools/call', params: call })))).toContain(
    'Ten demos',
  )
})

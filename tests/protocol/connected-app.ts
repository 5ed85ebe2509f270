import * as oauth from 'openid-client'
import { expect } from 'vitest'
import type { Person } from '../harness.ts'

export const REDIRECT = 'https://assistant.example/callback'

/** An app that has registered itself, as its own OAuth client. */
export const register = async (origin: string, more: Record<string, unknown> = {}): Promise<oauth.Configuration> =>
  oauth.dynamicClientRegistration(
    new URL(`${origin}/auth/v1`),
    { redirect_uris: [REDIRECT], client_name: 'Assistant', token_endpoint_auth_method: 'none', ...more },
    undefined,
    { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
  )

export interface Asked {
  /** Of the authorization. */
  readonly id: string
  readonly verifier: string
}

/** Sends a person to the server, and reads with what the page is asked. */
export async function ask(origin: string, app: oauth.Configuration, more: Record<string, string> = {}): Promise<Asked> {
  const verifier = oauth.randomPKCECodeVerifier()
  const url = oauth.buildAuthorizationUrl(app, {
    redirect_uri: REDIRECT,
    scope: 'records:read',
    state: 'the state',
    resource: `${origin}/mcp`,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const response = await fetch(url, { redirect: 'manual' })
  const page = new URL(response.headers.get('location') ?? '')
  expect(page.href).toMatch(`${origin}/oauth/consent?authorization_id=`)
  return { id: page.searchParams.get('authorization_id') ?? '', verifier }
}

/** The person opens the page and allows it. @returns where the browser is sent */
export async function allow({ client }: Person, id: string): Promise<URL> {
  await client.auth.oauth.getAuthorizationDetails(id)
  const { data, error } = await client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  if (error) throw error
  return new URL(data.redirect_url)
}

export const exchange = (app: oauth.Configuration, url: URL, verifier: string) =>
  oauth.authorizationCodeGrant(app, url, { pkceCodeVerifier: verifier, expectedState: 'the state' })

/** Connects a new app with a person's account. */
export async function connect(origin: string, person: Person, scope = 'records:read') {
  const app = await register(origin)
  const { id, verifier } = await ask(origin, app, { scope })
  return { app, tokens: await exchange(app, await allow(person, id), verifier) }
}

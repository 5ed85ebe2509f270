import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, SignJWT, decodeJwt, type JWK } from 'jose'
import OidcProvider, { type Configuration } from 'oidc-provider'
import type { ProviderConfig } from '../server/auth/oauth/provider-config.ts'

/** The claims of a user at the provider. */
export interface PeerAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly name?: string
  readonly picture?: string
}

type PeerState = 'well' | 'silent' | 'broken' | 'without tokens' | 'endless'

/** An OpenID Connect provider on this machine, with users that tests define. */
export interface OidcPeer {
  /** The entry for OIDC_PROVIDERS. */
  readonly config: ProviderConfig
  /** Adds an allowed redirect URI. */
  leadsTo(redirectUri: string): void
  /** Adds a user who can sign in with `login_hint` or on its page. */
  knows(account: PeerAccount): void
  /** The page requests so far, newest last. */
  readonly asked: readonly URL[]
  /** Changes claims of the next ID tokens, which stay signed by the provider. */
  forge(claims: Record<string, unknown> | undefined): void
  /** `silent`: never responds; `broken`: responds 500; `without tokens`: 500 at the token endpoint only; `endless`: a response without an end. */
  become(state: PeerState): void
  /** Signs in at the provider like a browser. @returns the redirect URL */
  follow(url: string): Promise<string>
  close(): Promise<void>
}

interface PeerOptions {
  readonly id: string
  readonly name: string
  /** Allowed redirect URIs. */
  readonly redirectUris: readonly string[]
  /** Whether name and address are in the ID token, or only in userinfo. */
  readonly inIdToken?: boolean
}

export async function startOidcPeer({ id, name, redirectUris, inIdToken = true }: PeerOptions): Promise<OidcPeer> {
  const people = new Map<string, PeerAccount>()
  const asked: URL[] = []
  let forged: Record<string, unknown> | undefined
  let state: PeerState = 'well'
  const server = createServer((request, response) => {
    if (state === 'silent') return
    if (state === 'broken' || (state === 'without tokens' && request.url === '/token'))
      return void response.writeHead(500).end('broken')
    if (state === 'endless') return pour(response)
    asked.push(new URL(request.url ?? '/', issuer))
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = {
    id,
    name,
    issuer,
    clientId: `upswing-at-${id}`,
    clientSecret: 'peer secret',
    scopes: ['openid', 'email', 'profile'],
  }

  const key = await newKey()
  const provider = new OidcProvider(issuer, configuration(config, key, redirectUris, inIdToken, people))
  // The server under test may start later.
  const allowed = new Set(redirectUris)
  provider.Client.prototype.redirectUriAllowed = (uri) => allowed.has(uri)
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (forged && ctx.path === '/token' && body?.id_token) {
      body.id_token = await resign({ ...decodeJwt(body.id_token), ...forged }, key)
    }
  })
  const withProvider = provider.callback()
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/interaction/')
      ? interact(provider, people, request, response)
      : withProvider(request, response)

  return {
    config,
    leadsTo: (uri) => void allowed.add(uri),
    knows: (account) => void people.set(account.sub, account),
    asked,
    forge: (claims) => void (forged = claims),
    become: (next) => void (state = next),
    follow: (url) => follow(issuer, url),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function configuration(
  { clientId, clientSecret }: ProviderConfig,
  key: JWK,
  redirectUris: readonly string[],
  inIdToken: boolean,
  people: ReadonlyMap<string, PeerAccount>,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', 'picture'] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ['peer'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => {
      const account = people.get(sub)
      return account && { accountId: sub, claims: () => ({ ...account }) }
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_, __, code) => code.scopes.has('offline_access'),
    jwks: { keys: [key] },
    // Every scope is granted, unless the request has prompt=consent.
    loadExistingGrant: async (ctx) => {
      const { oidc } = ctx
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    // The provider checks that a code is used once; its lifetime is not tested here.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

/** The provider's page: a form with a name and a Refuse button. With `login_hint` it is skipped. */
async function interact(
  provider: OidcProvider,
  people: ReadonlyMap<string, PeerAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const url = new URL(request.url ?? '/', 'http://peer')
  const sub = url.searchParams.get('sub') ?? (details.params['login_hint'] as string | undefined)
  if (url.searchParams.has('refuse')) {
    const error = { error: 'access_denied', error_description: 'The person said no' }
    return provider.interactionFinished(request, response, error)
  }
  if (details.prompt.name === 'consent') {
    return provider.interactionFinished(request, response, { consent: {} }, { mergeWithLastSubmission: true })
  }
  if (sub !== undefined && people.has(sub)) {
    return provider.interactionFinished(request, response, { login: { accountId: sub } })
  }
  const page = `<!doctype html><html lang="en"><title>Peer</title><main><h1>Peer</h1>
    <form><label>Peer account <input name="sub"></label><button>Continue</button></form>
    <form><button name="refuse" value="yes">Refuse</button></form></main></html>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'peer', alg: 'RS256', use: 'sig' }
}

/** Sends as fast as the other side reads. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"more":"')
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

const resign = async (claims: Record<string, unknown>, key: JWK): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'peer' }).sign(await importJWK(key, 'RS256'))

async function follow(issuer: string, url: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  while (new URL(next).origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the peer answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next).href
  }
  return next
}

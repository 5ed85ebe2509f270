import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Log } from '../../log.ts'
import { PROVIDER_METADATA_CACHE_SECONDS, PROVIDER_RESPONSE_BYTES, PROVIDER_TIMEOUT_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'
import { type IdentityData, readClaims } from './claims.ts'
import type { ProviderConfig } from './provider-config.ts'

/** The values that bind a callback to the redirect that started it. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** RFC 7636, between this server and the provider. */
  readonly verifier: string
}

/** The user and tokens that a provider has returned. */
export interface ProviderGrant {
  readonly identity: IdentityData
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

export interface Provider {
  readonly id: string
  readonly name: string
  /** The redirect URL, with the further parameters `more`. Fails when the provider does not respond in time. */
  authorizationUrl(
    secrets: FlowSecrets,
    scopes: readonly string[],
    more: Readonly<Record<string, string>>,
  ): Promise<Result<string, AuthFailure>>
  /** Validates the callback's parameters and exchanges the code: state, nonce, and the ID token's signature. */
  redeem(secrets: FlowSecrets, answer: URLSearchParams): Promise<Result<ProviderGrant, AuthFailure>>
}

export interface Providers {
  readonly offered: readonly Provider[]
  find(id: string): Provider | undefined
}

/** @param callbackUrl the redirect URI, which must be registered with each provider */
export function createProviders(
  configs: readonly ProviderConfig[],
  { callbackUrl, clock, log }: { callbackUrl: string; clock: () => Date; log: Log },
): Providers {
  const offered = configs.map((config) => createProvider(config, callbackUrl, clock, log))
  return { offered, find: (wanted) => offered.find(({ id }) => id === wanted) }
}

function createProvider(config: ProviderConfig, callbackUrl: string, clock: () => Date, log: Log): Provider {
  const { id, name } = config
  const metadata = cached(() => discover(config), clock)

  const failed = (error: unknown): Result<never, AuthFailure> => {
    log({ kind: 'provider-failed', provider: id, reason: reasonOf(error) })
    return fail({ kind: isUnreachable(error) ? 'provider-unreachable' : 'provider-answer-invalid', detail: name })
  }

  return {
    id,
    name,
    authorizationUrl: async ({ state, nonce, verifier }, scopes, more) => {
      try {
        const parameters = {
          ...more,
          redirect_uri: callbackUrl,
          scope: [...new Set([...config.scopes, ...scopes])].join(' '),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        return succeed(buildAuthorizationUrl(await metadata(), parameters).href)
      } catch (error) {
        return failed(error)
      }
    },
    redeem: async ({ state, nonce, verifier }, answer) => {
      try {
        const configuration = await metadata()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${callbackUrl}?${answer.toString()}`),
          checks,
        )
        const claims = tokens.claims()
        if (!claims) throw new TypeError('no ID token')
        const isComplete = claims['email'] !== undefined && (claims['name'] ?? claims['given_name']) !== undefined
        const needsUserInfo = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
        const userInfo = needsUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        const identity = readClaims(claims, userInfo)
        if (identity.ok) {
          const { access_token: accessToken, refresh_token: refreshToken } = tokens
          return succeed({ identity: identity.value, accessToken, refreshToken })
        }
        log({ kind: 'provider-failed', provider: id, reason: identity.failure })
        const kind = identity.failure === 'email-missing' ? 'provider-email-missing' : 'provider-answer-invalid'
        return fail({ kind, detail: name })
      } catch (error) {
        return failed(error)
      }
    },
  }
}

/** Loads the provider's metadata (OpenID Connect Discovery); all requests to the provider have a timeout and a size. */
async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const url = new URL(issuer)
  return discovery(url, clientId, undefined, secretOf(clientSecret), {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [customFetch]: fetchBounded,
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** Within the timeout a response could fill the memory. */
const fetchBounded: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  if (!response.body) return response
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > PROVIDER_RESPONSE_BYTES) controller.error(new TypeError('the response is too large'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(bounded), response)
}

/** Sends the client secret in the body if the provider supports it, else in the header (OpenID Connect Core, 9). */
const secretOf =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...request)
  }

/** Caches a value; concurrent callers share one load. Loads again after a failure or when the value is outdated. */
function cached<Value>(load: () => Promise<Value>, clock: () => Date): () => Promise<Value> {
  let entry: { readonly answer: Promise<Value>; readonly until: number } | undefined
  return () => {
    const now = clock().getTime()
    const until = now + PROVIDER_METADATA_CACHE_SECONDS * 1000
    // A later one was loaded while the clock was ahead.
    if (entry && entry.until > now && entry.until <= until) return entry.answer
    const answer = load()
    entry = { answer, until }
    answer.catch(() => {
      if (entry?.answer === answer) entry = undefined
    })
    return answer
  }
}

/** Whether the provider did not respond: `fetch` fails with a TypeError, openid-client with a code. */
const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
    (error as { code?: string }).code ?? '',
  )

/** The reason for the log. Not the cause, which quotes tokens and claims. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string }
  return code === undefined ? message : `${code}: ${message}`
}

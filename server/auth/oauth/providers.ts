import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Log } from '../../log.ts'
import { PROVIDER_METADATA_SECONDS, PROVIDER_TIMEOUT_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'
import { type IdentityData, readClaims } from './claims.ts'
import type { ProviderConfig } from './provider-config.ts'

/** What ties a person's way to a provider and back together. */
export interface Ties {
  readonly state: string
  readonly nonce: string
  /** RFC 7636, between this server and the provider. */
  readonly verifier: string
}

/** A user whom a provider has authenticated. */
export interface Vouched {
  readonly identity: IdentityData
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

export interface Provider {
  readonly id: string
  readonly name: string
  /** Where the browser goes. `more` is what the caller adds. Fails when the provider does not answer in time. */
  authorizationUrl(
    ties: Ties,
    scopes: readonly string[],
    more: Readonly<Record<string, string>>,
  ): Promise<Result<string, AuthFailure>>
  /** Checks what the browser brought back: state, code, nonce, and the ID token with its signature. */
  redeem(ties: Ties, answer: URLSearchParams): Promise<Result<Vouched, AuthFailure>>
}

export interface Providers {
  readonly offered: readonly Provider[]
  find(id: string): Provider | undefined
}

/** @param callbackUrl where providers send the browser back to, which each must have on its list */
export function createProviders(
  configs: readonly ProviderConfig[],
  { callbackUrl, clock, log }: { callbackUrl: string; clock: () => Date; log: Log },
): Providers {
  const offered = configs.map((config) => createProvider(config, callbackUrl, clock, log))
  return { offered, find: (wanted) => offered.find(({ id }) => id === wanted) }
}

function createProvider(config: ProviderConfig, callbackUrl: string, clock: () => Date, log: Log): Provider {
  const { id, name } = config
  const metadata = remembered(() => discover(config), clock)

  const failed = (error: unknown): Result<never, AuthFailure> => {
    log({ kind: 'provider-failed', provider: id, reason: reasonOf(error) })
    return fail({ kind: isSilence(error) ? 'provider-unreachable' : 'provider-answer-invalid', detail: name })
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
        const known = await metadata()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
        const tokens = await authorizationCodeGrant(known, new URL(`${callbackUrl}?${answer.toString()}`), checks)
        const claims = tokens.claims()
        if (!claims) throw new TypeError('no ID token')
        const isWhole = claims['email'] !== undefined && (claims['name'] ?? claims['given_name']) !== undefined
        const asks = !isWhole && known.serverMetadata().userinfo_endpoint !== undefined
        const userInfo = asks ? await fetchUserInfo(known, tokens.access_token, claims.sub) : {}
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

/** What the provider says about itself (OpenID Connect Discovery), with an answer for every request in time. */
async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const url = new URL(issuer)
  return discovery(url, clientId, undefined, secretOf(clientSecret), {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** In the body or in the header, as the provider takes it; the header is what OpenID Connect Core, 9 presumes. */
const secretOf =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...request)
  }

/** Asks once for all who wait, and again after a failure or when the answer is old. */
function remembered<Value>(ask: () => Promise<Value>, clock: () => Date): () => Promise<Value> {
  let known: { readonly answer: Promise<Value>; readonly until: number } | undefined
  return () => {
    const now = clock().getTime()
    if (known && known.until > now) return known.answer
    const answer = ask()
    known = { answer, until: now + PROVIDER_METADATA_SECONDS * 1000 }
    answer.catch(() => {
      if (known?.answer === answer) known = undefined
    })
    return answer
  }
}

/** No answer, as against one that is wrong: `fetch` fails with a TypeError, and openid-client names what took too long. */
const isSilence = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
    (error as { code?: string }).code ?? '',
  )

/** What a log may hold: the cause behind it quotes tokens and claims. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string }
  return code === undefined ? message : `${code}: ${message}`
}

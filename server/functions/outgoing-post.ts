import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import {
  MAX_POST_RESPONSE_BYTES,
  POST_TIMEOUT_MS,
  postFailures,
  postUrlError,
  resolvedError,
  type OutgoingPost,
  type PostResult,
} from '../../domain/outgoing-post.ts'

/** The addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export type Post = (post: OutgoingPost) => Promise<PostResult>

/**
 * Posts to URLs that users have chosen. The address that is connected to is the one that was checked, whatever the host name
 * resolves to later. Redirects are not followed; of the response only the status counts.
 */
export function createPost(resolve: Resolve = resolveByDns): Post {
  const lookupChecked = callbackify(async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname)
    const refused = resolvedError(addresses)
    if (refused !== undefined) throw new Refused(refused)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
  const lookup: LookupFunction = (hostname, { all }, callback) =>
    lookupChecked(hostname, (error, found) => {
      const [first] = found ?? []
      if (all || !first) callback(error, found ?? [])
      else callback(error, first.address, first.family)
    })

  return async ({ url: text, headers, body, isPrivateAllowed, signal }) => {
    const refused = postUrlError(text, isPrivateAllowed)
    if (refused !== undefined) return { kind: 'failed', reason: refused }
    const url = new URL(text)
    const timeout = AbortSignal.timeout(POST_TIMEOUT_MS)
    const ended = AbortSignal.any([signal, timeout])
    try {
      const { statusCode = 0, headers: answered } = await new Promise<IncomingMessage>((resolve, reject) => {
        // Whatever the request emits or does not.
        ended.addEventListener('abort', () => reject(ended.reason as Error))
        const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
          method: 'POST',
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
          // A connection of its own, never one that was opened for another lookup.
          agent: false,
          signal: ended,
          ...(!isPrivateAllowed && { lookup }),
        })
        request.on('error', reject)
        request.on('response', (response) => {
          dropBody(response)
          resolve(response)
        })
        // 101: a status as any other that is not accepted. Without a listener only `close` would follow.
        request.on('upgrade', (response, socket) => {
          socket.destroy()
          resolve(response)
        })
        request.on('close', () => reject(new Error('The connection was closed')))
        request.end(body)
      })
      return { kind: 'answered', status: statusCode, retryAfter: answered['retry-after'] ?? null }
    } catch (cause) {
      if (signal.aborted) throw cause
      return { kind: 'failed', reason: timeout.aborted ? postFailures.timeout : reasonOf(cause) }
    }
  }
}

class Refused extends Error {}

/** Reads the beginning of a body, and ends the connection. */
function dropBody(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_POST_RESPONSE_BYTES) response.destroy()
  })
}

/**
 * By DNS alone, not by the hosts file, and in no thread of the pool: a name server that is slow delays no other lookup of the
 * process.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Refused) return cause.message
  const { code = '' } = cause as { code?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return postFailures.unknownHost
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/.test(code)) return postFailures.certificate
  return postFailures.unreachable
}

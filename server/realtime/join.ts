import type { TokenFailure } from '../database/caller.ts'
import type { BindingRequest } from './binding.ts'

/** The payload of `phx_join`, as far as it matters here. */
export interface Join {
  readonly isPrivate: boolean
  readonly changes: readonly BindingRequest[]
  /** A user's token or an API key; undefined when none was sent. */
  readonly token: string | undefined
}

/** Reads what a client sent; whatever is missing or odd counts as not asked for. */
export function readJoin(payload: unknown): Join {
  const { config, access_token } = recordOf(payload)
  const { private: isPrivate, postgres_changes } = recordOf(config)
  return {
    isPrivate: isPrivate === true,
    changes: Array.isArray(postgres_changes) ? postgres_changes.map(readRequest) : [],
    token: typeof access_token === 'string' && access_token !== '' ? access_token : undefined,
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Everything the client said stays in it, to be said back. */
function readRequest(value: unknown): BindingRequest {
  const { event, schema, table, filter, ...rest } = recordOf(value)
  return {
    ...rest,
    event: typeof event === 'string' ? event : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    ...(typeof table === 'string' && { table }),
    ...(typeof filter === 'string' && { filter }),
  }
}

/** Why a token is not accepted, as a client's developer reads it in the console. */
export function inWords(failure: TokenFailure): string {
  switch (failure.kind) {
    case 'expired':
      return `Token has expired ${failure.secondsAgo} seconds ago`
    case 'session-over':
      return 'The session of this token has ended'
    case 'not-yet-valid':
    case 'issued-in-future':
      return 'Token is not valid yet'
    case 'wrong-audience':
      return 'Token is meant for somebody else'
    case 'malformed':
    case 'bad-signature':
      return `Token cannot be accepted: ${failure.reason}`
    case 'unavailable':
      return 'The database does not answer at the moment'
    default:
      return failure satisfies never
  }
}

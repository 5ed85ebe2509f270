import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Database } from '../database/database.ts'
import { parseBinding, type Binding, type BindingRequest } from './binding.ts'
import { validateFilters } from './filter.ts'
import type { Published } from './published.ts'
import type { Reader } from './reader.ts'

/** The payload of `phx_join`, as far as this server uses it. */
export interface Join {
  readonly isPrivate: boolean
  /** Whether an option of broadcast is set; clients send all of them, with defaults, on every channel. */
  readonly wantsBroadcast: boolean
  readonly wantsPresence: boolean
  readonly changes: readonly BindingRequest[]
  /** A user's token or an API key; undefined when none was sent. */
  readonly token: string | undefined
}

/** Parses the payload; missing and invalid parts get their defaults. */
export function parseJoin(payload: unknown): Join {
  const { config, access_token } = recordOf(payload)
  const { private: isPrivate, postgres_changes, broadcast, presence } = recordOf(config)
  return {
    isPrivate: isPrivate === true,
    wantsBroadcast: Object.values(recordOf(broadcast)).some((option) => option !== false && option !== null),
    wantsPresence: recordOf(presence)['enabled'] === true,
    changes: Array.isArray(postgres_changes) ? postgres_changes.map(parseRequest) : [],
    token: typeof access_token === 'string' && access_token !== '' ? access_token : undefined,
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Keeps exactly what the client compares with the reply, to the letter. */
function parseRequest(value: unknown): BindingRequest {
  const { event, schema, table, filter } = recordOf(value)
  return {
    event: typeof event === 'string' ? event : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    ...(typeof table === 'string' && { table }),
    ...(typeof filter === 'string' && { filter }),
  }
}

/** Why a channel needs what this server does not offer. */
export function unsupportedReason({ isPrivate, wantsBroadcast, wantsPresence, changes }: Join): string | undefined {
  if (isPrivate) return 'Unauthorized: private channels are not offered'
  if (wantsPresence) return 'Presence is not offered: this server sends postgres_changes only'
  if (wantsBroadcast) return 'Broadcast is not offered: this server sends postgres_changes only'
  if (changes.length > 0) return undefined
  return 'Broadcast and presence are not offered: subscribe to postgres_changes'
}

/** The bindings of a join; none, and the error to report after it, when one of them is invalid. */
export interface JoinBindings {
  readonly bindings: readonly Binding[]
  readonly error?: string
}

/** Parses a join's bindings and validates their filters in one query. @returns why the join is refused */
export async function createBindings(
  { database, published, nextId }: { database: Database; published: () => Published; nextId: () => number },
  { caller }: Reader,
  requests: readonly BindingRequest[],
): Promise<Result<JoinBindings, string>> {
  const bindings: Binding[] = []
  let error: string | undefined
  for (const request of requests) {
    const binding = parseBinding(nextId(), request, published(), caller.role)
    if (binding.ok) bindings.push(binding.value)
    else if (binding.failure.kind === 'unauthorized') return fail(binding.failure.reason)
    else error ??= subscribeError(binding.failure.reason)
  }
  if (error === undefined) {
    const filters = bindings.flatMap((binding) => binding.filters)
    const filterError = await validateFilters(database, caller, filters)
    if (filterError?.isTransient) return fail(filterError.message)
    error = filterError && subscribeError(filterError.message)
  }
  if (error === undefined) return succeed({ bindings })
  // Such a channel lasts without a binding: only a user, whose channels are limited, may hold one.
  const isLimited = caller.userId !== undefined || caller.role === 'service_role'
  return isLimited ? succeed({ bindings: [], error }) : fail(error)
}

const subscribeError = (reason: string): string => `Unable to subscribe to changes with given parameters: ${reason}`

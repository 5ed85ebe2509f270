import type { BindingRequest } from './binding.ts'

/** The payload of `phx_join`, as far as it matters here. */
export interface Join {
  readonly isPrivate: boolean
  /** Whether it asks for what only broadcast or presence give; clients send both with defaults on every channel. */
  readonly wantsBroadcast: boolean
  readonly wantsPresence: boolean
  readonly changes: readonly BindingRequest[]
  /** A user's token or an API key; undefined when none was sent. */
  readonly token: string | undefined
}

/** Reads what a client sent; whatever is missing or odd counts as not asked for. */
export function readJoin(payload: unknown): Join {
  const { config, access_token } = recordOf(payload)
  const { private: isPrivate, postgres_changes, broadcast, presence } = recordOf(config)
  return {
    isPrivate: isPrivate === true,
    wantsBroadcast: Object.values(recordOf(broadcast)).some((option) => option !== false && option !== null),
    wantsPresence: recordOf(presence)['enabled'] === true,
    changes: Array.isArray(postgres_changes) ? postgres_changes.map(readRequest) : [],
    token: typeof access_token === 'string' && access_token !== '' ? access_token : undefined,
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Nothing but what the client compares with the reply, in its own words. */
function readRequest(value: unknown): BindingRequest {
  const { event, schema, table, filter } = recordOf(value)
  return {
    event: typeof event === 'string' ? event : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    ...(typeof table === 'string' && { table }),
    ...(typeof filter === 'string' && { filter }),
  }
}

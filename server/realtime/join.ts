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

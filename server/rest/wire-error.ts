import type { CallerRole, TokenFailure } from '../database/caller.ts'
import { typeName } from './casts.ts'
import type { RestFailure, WireError } from './failure.ts'
import { postgresError, soon } from './postgres-error.ts'

/** Each failure as PostgREST reports it: https://docs.postgrest.org/en/stable/references/errors.html */
const onTheWire: {
  readonly [Kind in RestFailure['kind']]: (failure: Extract<RestFailure, { kind: Kind }>, role: CallerRole) => WireError
} = {
  'bad-syntax': ({ what, text, column, unexpected, expected }) => ({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${what} (${text})" (line 1, column ${column})`,
    details: `unexpected ${unexpected} expecting ${expected}`,
  }),
  'bad-query': ({ message }) => ({ status: 400, code: 'PGRST100', message }),
  'url-too-long': ({ limit }) => ({ status: 414, code: 'PGRST100', message: `The URL is longer than ${limit} bytes` }),
  'bad-call-method': ({ method }) => ({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  }),
  'bad-body': ({ message }) => ({ status: 400, code: 'PGRST102', message }),
  'too-many-rows': ({ limit }) => ({
    status: 413,
    code: '54000',
    message: `A write takes at most ${limit} rows`,
    hint: 'Send the rows in several requests.',
  }),
  'too-many-writes': ({ seconds }) => ({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Too many writes',
    hint: `Try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  }),
  backpressure: () => ({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Too many bytes of earlier answers are still to be read',
    hint: 'Read the answers to earlier requests, or close their connections.',
    headers: { 'Retry-After': '5' },
  }),
  'bad-range': ({ details }) => ({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
  }),
  'bad-put-filter': () => ({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  }),
  'unknown-schema': ({ schema, exposed }) => ({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  }),
  'bad-media': ({ accept }) => ({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  }),
  'not-embedded': ({ relation }) => ({
    status: 400,
    code: 'PGRST108',
    message: `'${relation}' is not an embedded resource in this request`,
    hint: 'Embedding is not supported: filter by a column of the table itself.',
  }),
  'put-with-range': () => ({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  }),
  'put-key-mismatch': () => ({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  }),
  'not-one-row': ({ rows }) => ({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  }),
  'bad-method': ({ method }) => ({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` }),
  'bad-preferences': ({ found }) => ({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${found.join(', ')}`,
  }),
  aggregate: () => ({ status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' }),
  'bad-path': () => ({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' }),
  'max-affected-needs-set': () => ({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  }),
  'no-relationship': ({ parent, child, schema }) => ({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${parent}' and '${child}' in the schema '${schema}', but no matches were found.`,
    hint: 'Embedding is not supported: select from each table by itself.',
  }),
  'unknown-function': ({ schema, name, parameters, meant }) => {
    const listed = parameters.join(', ')
    const searched =
      parameters.length === 0 ? 'without parameters' : `with parameter${parameters.length > 1 ? 's' : ''} ${listed}`
    const called = parameters.length === 0 ? ' without parameters' : `(${listed})`
    return {
      status: 404,
      code: 'PGRST202',
      message: `Could not find the function ${schema}.${name}${called} in the schema cache`,
      details: `Searched for the function ${schema}.${name} ${searched}, but no matches were found in the schema cache.`,
      ...(meant !== undefined && { hint: `Perhaps you meant to call the function ${meant}` }),
    }
  },
  'ambiguous-function': ({ candidates }) => ({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  }),
  'unknown-payload-column': ({ table, column }) => ({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  }),
  'unknown-table': ({ schema, table, meant }) => ({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${table}' in the schema cache`,
    ...(meant !== undefined && { hint: `Perhaps you meant the table '${schema}.${meant}'` }),
  }),
  // These three are PostgreSQL's own messages: PostgREST lets PostgreSQL fail, here the catalogue already knows.
  'unknown-column': ({ table, column }) => ({
    status: 400,
    code: '42703',
    message: `column ${table}.${column} does not exist`,
  }),
  'refused-cast': ({ from, to }) => ({
    status: 400,
    code: '42846',
    message: `cannot cast type ${typeName(from)} to ${typeName(to)}`,
    hint: 'A cast in a request may not let a value grow: cast to text, or to a type of short values such as float8.',
  }),
  'unknown-type': ({ type }) => ({ status: 400, code: '42704', message: `type "${type}" does not exist` }),
  // The message of pg-safeupdate, which hosted Supabase loads.
  'no-filter': ({ statement }) => ({
    status: 400,
    code: '21000',
    message: `${statement} requires a WHERE clause`,
    hint: 'Add a filter to the URL: all rows at once are never meant.',
  }),
  token: ({ failure }) => tokenError(failure),
  temporary: ({ sqlState, message }) => ({ status: 503, code: sqlState, message, headers: soon }),
  unavailable: () => ({ status: 503, code: 'PGRST000', message: 'Database connection error.', headers: soon }),
  overloaded: ({ message, retryAfterSeconds }) =>
    retryAfterSeconds === undefined
      ? {
          status: 504,
          code: 'PGRST003',
          message: 'Timed out acquiring connection from connection pool.',
          headers: soon,
        }
      : {
          status: 429,
          code: 'over_request_rate_limit',
          message,
          hint: `Try again in ${retryAfterSeconds} s.`,
          headers: { 'Retry-After': String(retryAfterSeconds) },
        },
  'catalogue-unavailable': () => ({
    status: 503,
    code: 'PGRST002',
    message: 'Could not query the database for the schema cache. Retrying.',
    headers: soon,
  }),
  postgres: (failure, role) => postgresError(failure, role),
}

/**
 * @example
 * wireError({ kind: 'bad-method', method: 'TRACE' }, 'anon')
 * // { status: 405, code: 'PGRST117', message: 'Unsupported HTTP method: TRACE' }
 * wireError({ kind: 'token', failure: { kind: 'expired', secondsAgo: 5 } }, 'anon').code // 'PGRST303'
 */
export function wireError(failure: RestFailure, role: CallerRole): WireError {
  const entry = onTheWire[failure.kind] as (failure: RestFailure, role: CallerRole) => WireError
  return entry(failure, role)
}

function tokenError(failure: TokenFailure): WireError {
  switch (failure.kind) {
    case 'malformed':
      return invalidToken('PGRST301', failure.reason)
    case 'bad-signature':
      return invalidToken('PGRST301', 'No suitable key or wrong key type', failure.reason)
    case 'session-over':
      return invalidToken('PGRST301', 'Session ended')
    case 'expired':
      return invalidToken('PGRST303', 'JWT expired')
    case 'not-yet-valid':
      return invalidToken('PGRST303', 'JWT not yet valid')
    case 'issued-in-future':
      return invalidToken('PGRST303', 'JWT issued at future')
    case 'wrong-audience':
      return invalidToken('PGRST303', 'JWT not in audience')
    case 'unavailable':
      return { status: 503, code: 'PGRST000', message: 'Database connection error.', headers: soon }
    default:
      return failure satisfies never
  }
}

const invalidToken = (code: string, message: string, details: string | null = null): WireError => ({
  status: 401,
  code,
  message,
  details,
  // A quoted string has no line breaks or quotes (RFC 9110 section 5.6.4).
  headers: {
    'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message.replace(/[^ !#-[\]-~]/g, ' ')}"`,
  },
})

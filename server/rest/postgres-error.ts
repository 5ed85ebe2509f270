import { z } from 'zod'
import type { CallerRole } from '../database/caller.ts'
import type { DatabaseFailure } from '../database/database.ts'
import type { WireError } from './failure.ts'
import { parseJson } from './json.ts'

/** `Retry-After` of a failed read, seconds. */
export const soon = { 'Retry-After': '1' }

/** Errors that `server.raise_error` raises inside a statement, so that the write is rolled back. */
const refusals: Readonly<Record<string, { status: number; code: string }>> = {
  UP115: { status: 400, code: 'PGRST115' },
  UP116: { status: 406, code: 'PGRST116' },
  UP124: { status: 400, code: 'PGRST124' },
  UPOUT: { status: 400, code: '54000' },
  UPROW: { status: 413, code: '54000' },
}

type PostgresFailure = Extract<DatabaseFailure, { kind: 'postgres' }>

/**
 * @example
 * const error = { kind: 'postgres', message: 'No', detail: null, hint: null, constraint: null } as const
 * postgresError({ ...error, sqlState: '42501' }, 'anon').status // 401
 * postgresError({ ...error, sqlState: '42501' }, 'authenticated').status // 403
 * postgresError({ ...error, sqlState: 'PT402' }, 'authenticated').status // 402
 */
export function postgresError(failure: PostgresFailure, role: CallerRole): WireError {
  if (failure.sqlState === 'PGRST') return chosenError(failure)
  const refusal = refusals[failure.sqlState]
  const status = refusal?.status ?? postgresStatus(failure, role)
  return {
    status,
    code: refusal?.code ?? failure.sqlState,
    message: failure.message,
    details: failure.detail || null,
    hint: failure.hint || null,
    ...(status === 401 ? { headers: { 'WWW-Authenticate': 'Bearer' } } : {}),
    ...(status === 503 ? { headers: soon } : {}),
  }
}

/** `raise sqlstate 'PGRST'` sets the whole response: body as JSON in the message, status and headers as JSON in the detail. */
function chosenError({ message, detail }: PostgresFailure): WireError {
  const body = chosenBody.safeParse(parseJson(message))
  const reply = chosenReply.safeParse(parseJson(detail ?? ''))
  if (body.success && reply.success) return { ...body.data, ...reply.data }
  return {
    status: 500,
    code: 'PGRST121',
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details: body.success ? 'DETAIL is no such JSON' : 'MESSAGE is no such JSON',
    hint: body.success
      ? "DETAIL must be a JSON object with obligatory keys: 'status', 'headers'."
      : "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
  }
}

const chosenBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable().default(null),
  hint: z.string().nullable().default(null),
})
const chosenReply = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\t -~]*$/)),
})

/** HTTP status by SQLSTATE or SQLSTATE class; the longer key wins. */
const statusOf: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '55P03': 503,
  '57': 500,
  '57P01': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
}

function postgresStatus({ sqlState, message }: PostgresFailure, role: CallerRole): number {
  if (sqlState === '42501') return role === 'anon' ? 401 : 403
  if (sqlState === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (sqlState.startsWith('PT')) return chosenStatus(sqlState.slice(2))
  return statusOf[sqlState] ?? statusOf[sqlState.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PT402'` in a function sets the status 402. */
function chosenStatus(digits: string): number {
  const status = Number(digits)
  return status >= 200 && status <= 599 ? status : 500
}

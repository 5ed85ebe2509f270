import type { CallerRole } from '../database/caller.ts'
import type { TextRows } from '../database/database.ts'
import { csvText } from './csv.ts'
import type { RestFailure } from './failure.ts'
import { csvCells, MAX_ROWS } from './fragments.ts'
import type { CallPlan, DataPlan, DeletePlan, InsertPlan, OptionsPlan, ReadPlan, UpdatePlan } from './plan.ts'
import { appliedPreferences } from './preferences.ts'
import { contentRange } from './range.ts'
import { wireError } from './wire-error.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The one row that every statement returns. */
interface Outcome {
  /** JSON text; for CSV an array of arrays of texts. */
  readonly body: string | null
  /** Rows read or changed. */
  readonly rows: number
  /** The total, if it was counted. */
  readonly total: number | undefined
  /** Rows that an upsert inserted. */
  readonly inserted: number | undefined
  /** The primary key of the row inserted, as a JSON array of texts. */
  readonly key: string | undefined
}

type WritePlan = InsertPlan | UpdatePlan | DeletePlan

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('GET /goals?select=id', { headers: { prefer: 'count=exact' } })
 * reply(plan, { rows: [['[{"id":7}]', '1', '57', null, null]] }, 'authenticated')
 * // {
 * //   status: 206,
 * //   headers: {
 * //     'Content-Type': 'application/json; charset=utf-8',
 * //     'Content-Profile': 'public',
 * //     'Content-Range': '0-0/57',
 * //     'Preference-Applied': 'count=exact',
 * //   },
 * //   body: '[{"id":7}]',
 * // }
 */
export function reply(plan: DataPlan, { rows }: TextRows, role: CallerRole): Reply {
  const outcome = outcomeOf(rows[0] ?? [])
  switch (plan.kind) {
    case 'read':
      return readReply(plan, outcome, role)
    case 'call':
      return plan.routine.returns === 'void' ? voidReply(plan, outcome) : readReply(plan, outcome, role)
    case 'insert':
      return insertReply(plan, outcome)
    case 'put':
      return writeReply(plan, outcome, outcome.inserted === 0 ? 200 : 201, {})
    case 'update':
      return writeReply(plan, outcome, 200, {
        'Content-Range': contentRange(0, outcome.rows, shownTotal(plan, outcome)),
      })
    case 'delete':
      return writeReply(plan, outcome, 200, { 'Content-Range': writtenRange(plan, outcome) })
    default:
      return plan satisfies never
  }
}

/**
 * @example
 * errorReply({ kind: 'not-one-row', rows: 2 }, 'authenticated', 'HEAD')
 * // {
 * //   status: 406,
 * //   headers: { 'Content-Type': 'application/json; charset=utf-8', 'Proxy-Status': 'PostgREST; error=PGRST116' },
 * //   body: null,
 * // }
 */
export function errorReply(failure: RestFailure, role: CallerRole, method: string): Reply {
  const error = wireError(failure, role)
  const { code, details = null, hint = null, message } = error
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${code.replace(/[^\w-]/g, '')}`,
      ...error.headers,
    },
    body: method === 'HEAD' ? null : JSON.stringify({ code, details, hint, message }),
  }
}

/**
 * @example
 * optionsReply({ kind: 'options', allow: 'OPTIONS,GET' }) // { status: 200, headers: { Allow: 'OPTIONS,GET' }, body: null }
 */
export const optionsReply = ({ allow }: OptionsPlan): Reply => ({ status: 200, headers: { Allow: allow }, body: null })

function outcomeOf([body, rows, total, inserted, key]: readonly (string | null)[]): Outcome {
  const number = (text: string | null | undefined) => (text == null ? undefined : Number(text))
  return {
    body: body ?? null,
    rows: Number(rows ?? 0),
    total: number(total),
    inserted: number(inserted),
    key: key ?? undefined,
  }
}

function readReply(plan: ReadPlan | CallPlan, outcome: Outcome, role: CallerRole): Reply {
  const { range, media, preferences } = plan
  const counted = preferences.count === undefined ? undefined : outcome.total
  const method = plan.headOnly ? 'HEAD' : 'GET'
  if (counted !== undefined && range.offset > counted) {
    const details = `An offset of ${range.offset} was requested, but there are only ${counted} rows.`
    return errorReply({ kind: 'bad-range', details }, role, method)
  }
  if (media.kind === 'object' && outcome.rows !== 1) {
    return errorReply({ kind: 'not-one-row', rows: outcome.rows }, role, method)
  }
  const headers = {
    ...contentHeaders(plan),
    'Content-Range': contentRange(range.offset, outcome.rows, outcome.total),
    ...appliedHeader(plan),
  }
  return {
    status: counted !== undefined && outcome.rows < counted ? 206 : 200,
    headers,
    body: plan.headOnly ? null : bodyText(plan, outcome),
  }
}

const voidReply = (plan: CallPlan, { rows, total }: Outcome): Reply => ({
  status: 204,
  headers: { 'Content-Range': contentRange(0, rows, total), ...appliedHeader(plan) },
  body: null,
})

function insertReply(plan: InsertPlan, outcome: Outcome): Reply {
  // An upsert that inserted no row has created nothing.
  const status = outcome.inserted === 0 ? 200 : 201
  const headers = { 'Content-Range': writtenRange(plan, outcome), ...locationHeader(plan, outcome) }
  return { ...writeReply(plan, outcome, status, headers), status }
}

function writeReply(plan: WritePlan, outcome: Outcome, status: number, headers: Reply['headers']): Reply {
  const isShown = plan.preferences.return === 'representation'
  return {
    status: isShown ? status : 204,
    headers: { ...headers, ...appliedHeader(plan), ...(isShown ? contentHeaders(plan) : {}) },
    body: isShown ? bodyText(plan, outcome) : null,
  }
}

/** Inserts and deletes have no range: `*` + `/n`. */
const writtenRange = (plan: WritePlan, outcome: Outcome): string =>
  isCut(plan, outcome) ? contentRange(0, MAX_ROWS, outcome.rows) : contentRange(0, 0, shownTotal(plan, outcome))

const shownTotal = (plan: WritePlan, outcome: Outcome): number | undefined =>
  plan.preferences.count !== undefined || isCut(plan, outcome) ? outcome.rows : undefined

/** Whether more rows were written than one response holds. */
const isCut = (plan: WritePlan, { rows }: Outcome): boolean =>
  plan.preferences.return === 'representation' && rows > MAX_ROWS

function bodyText(plan: DataPlan, { body }: Outcome): string {
  if (plan.media.kind !== 'csv') return body ?? ''
  const { columns } = plan.kind === 'call' ? plan.routine : plan.table
  const header = csvCells(plan.outputs, columns.values()).map(({ name, field, cast }) => ({
    name,
    isNumber: field.column.isNumber && cast === undefined && field.path.length === 0,
  }))
  return csvText(header, JSON.parse(body ?? '[]') as (string | null)[][])
}

const contentHeaders = ({ media, namedSchema }: DataPlan): Record<string, string> => ({
  'Content-Type': media.contentType,
  ...(namedSchema === undefined ? {} : { 'Content-Profile': namedSchema }),
})

function locationHeader({ table }: InsertPlan, { key }: Outcome): Record<string, string> {
  if (key === undefined) return {}
  const values = JSON.parse(key) as (string | null)[]
  const filters = table.primaryKey.map((name, index) => {
    const value = values[index] ?? null
    return `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return { Location: `/${encodeURIComponent(table.name)}?${filters.join('&')}` }
}

const applicable = {
  read: ['count', 'handling', 'timezone'],
  call: ['count', 'handling', 'timezone', 'max-affected'],
  insert: ['resolution', 'missing', 'return', 'count', 'handling', 'timezone'],
  put: ['return', 'count', 'handling', 'timezone'],
  update: ['missing', 'return', 'count', 'handling', 'timezone', 'max-affected'],
  delete: ['return', 'count', 'handling', 'timezone', 'max-affected'],
} as const

function appliedHeader({ kind, preferences, ...plan }: DataPlan): Record<string, string> {
  const isHonoured = (name: string) =>
    (name !== 'max-affected' || preferences.handling === 'strict') &&
    (name !== 'resolution' || ('onConflict' in plan && plan.onConflict !== undefined))
  const applied = appliedPreferences(preferences, applicable[kind].filter(isHonoured))
  return applied === undefined ? {} : { 'Preference-Applied': applied }
}

import { isEmbedded, matches, orderBy, parseFilters, splitList } from './filters.ts'
import { changeRow, views, withDefaults, type Row } from './rows.ts'

/** A request to a table, as the data client sends it. */
export interface TableRequest {
  readonly method: string
  readonly table: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

/** The tables of the server, as arrays of rows. */
export type TableRows = Map<string, Row[]>

/** @returns undefined when the test has not prepared the table */
export function answerTable(tables: TableRows, request: TableRequest): Response | undefined {
  const { table } = request
  const rows = tables.get(table) ?? views[table]?.((name) => tables.get(name) ?? [])
  if (!rows) return undefined
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(rows, request)
    case 'POST':
      return insert(rows, request)
    case 'PATCH':
      return change(rows, request, (found) => found.map((row) => changeRow(table, row, request.body as Row)))
    case 'DELETE':
      return change(rows, request, (found) => {
        tables.set(table, rows.filter((row) => !found.includes(row))) // prettier-ignore
        return found
      })
    default:
      return undefined
  }
}

const prefers = ({ headers }: TableRequest, preference: string) => (headers.get('Prefer') ?? '').includes(preference)

function read(rows: readonly Row[], request: TableRequest): Response {
  const { query } = request
  const found = orderBy(rows.filter(matches(parseFilters(query))), query.get('order'))
  const offset = Number(query.get('offset') ?? 0)
  const page = found.slice(offset, offset + Number(query.get('limit') ?? Infinity))
  const total = prefers(request, 'count=exact') ? found.length : '*'
  const range = `${page.length > 0 ? `${offset}-${offset + page.length - 1}` : '*'}/${total}`
  return answer(page, request, { headers: { 'Content-Range': range } })
}

function insert(rows: Row[], request: TableRequest): Response {
  const { body, table, query } = request
  const added: Row[] = []
  for (const given of [body].flat() as Row[]) {
    const keys = query.get('on_conflict')?.split(',') ?? ['id' in given ? 'id' : 'user_id']
    const same = rows.find((row) => keys.every((key) => key in given && row[key] === given[key]))
    const merges = prefers(request, 'resolution=merge-duplicates')
    if (same && !merges && 'id' in given) return failure(409, '23505', 'duplicate key value violates unique constraint')
    const row = same && merges ? Object.assign(same, given) : withDefaults(table, given)
    if (row !== same) rows.push(row)
    added.push(row)
  }
  return written(added, request, 201)
}

function change(rows: readonly Row[], request: TableRequest, how: (found: Row[]) => Row[]): Response {
  return written(how(rows.filter(matches(parseFilters(request.query)))), request, 200)
}

const written = (rows: readonly Row[], request: TableRequest, status: number) =>
  prefers(request, 'return=representation')
    ? answer(rows, request, { status })
    : new Response(null, { status: status === 201 ? 201 : 204 })

function answer(rows: readonly Row[], request: TableRequest, init: ResponseInit): Response {
  const { headers, query, method } = request
  const picked = rows.map((row) => pick(row, query.get('select'), request.table))
  if (method === 'HEAD') return new Response(null, init)
  if (!headers.get('Accept')?.includes('pgrst.object')) return Response.json(picked, init)
  if (picked.length === 1) return Response.json(picked[0], init)
  return failure(406, 'PGRST116', `The result contains ${picked.length} rows`)
}

/** The columns of `select`. @throws {Error} when the test's row has not the column */
function pick(row: Row, select: string | null, table: string): Row {
  if (select === null || select === '*') return structuredClone(row)
  const columns = splitList(select).map((column): [string, unknown] => {
    const [alias = '', path = alias] = column.split(/:(?!:)/)
    const name = isEmbedded(path) ? path.slice(0, path.indexOf('(')) : path
    if (!(name in row)) throw new Error(`A row of ${table} has no column ${name}: ${JSON.stringify(row)}`)
    return [alias === path ? name : alias, row[name]]
  })
  return structuredClone(Object.fromEntries(columns))
}

/** The auth client reads the code of a response that names the version of its API. */
const apiVersion = { 'X-Supabase-Api-Version': '2024-01-01' }

export const failure = (
  status: number,
  code: string,
  message: string,
  { hint = null, details = null }: { hint?: string | null | undefined; details?: string | null | undefined } = {},
): Response => Response.json({ code, message, details, hint }, { status, headers: apiVersion })

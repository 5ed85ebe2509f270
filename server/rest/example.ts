import { nameKey, type Catalogue, type Column, type Routine, type Table } from './catalogue.ts'
import { parseRequest, type Intent, type RestRequest } from './parse.ts'
import { planRequest, type DataPlan } from './plan.ts'

// A catalogue without a database, for unit tests.

const column = (name: string, type: string, byDefault: string | null = null): Column => ({
  name,
  type: `pg_catalog.${type}`,
  isNumber: type === 'int4' || type === 'numeric',
  default: byDefault,
})

const columnsOf = (...columns: readonly Column[]) => new Map(columns.map((each) => [each.name, each]))

const goals: Table = {
  schema: 'public',
  name: 'goals',
  columns: columnsOf(
    column('id', 'uuid', 'gen_random_uuid()'),
    column('text', 'text'),
    column('period', 'text'),
    column('rank', 'int4', '0'),
    column('data', 'jsonb'),
    column('tags', '_text'),
    column('words', 'tsvector'),
  ),
  primaryKey: ['id'],
  canInsert: true,
  canUpdate: true,
  canDelete: true,
}

const newest: Table = { ...goals, name: 'newest', primaryKey: [], canInsert: false, canUpdate: false, canDelete: false }

const parameter = (name: string, typeName: string, isRequired = true) => ({
  name,
  type: `pg_catalog.${typeName}`,
  typeName,
  isRequired,
  isVariadic: false,
})

const routine = (name: string, rest: Partial<Routine>): Routine => ({
  schema: 'public',
  name,
  parameters: [],
  isVolatile: false,
  returns: 'value',
  isSet: false,
  columns: columnsOf(column('pgrst_scalar', 'int4')),
  ...rest,
})

const functions = [
  [routine('add', { parameters: [parameter('a', 'int4'), parameter('b', 'int4', false)] })],
  [
    routine('goals_like', {
      parameters: [parameter('id', 'uuid')],
      returns: 'row',
      isSet: true,
      columns: goals.columns,
    }),
  ],
  [routine('forget', { isVolatile: true, returns: 'void' })],
  [
    routine('pick', { parameters: [parameter('a', 'int4')] }),
    routine('pick', { parameters: [parameter('a', 'text'), parameter('b', 'text', false)] }),
  ],
]

export const exampleCatalogue: Catalogue = {
  tables: new Map([goals, newest].map((table) => [nameKey(table.schema, table.name), table])),
  functions: new Map(functions.map((same) => [nameKey('public', same[0]?.name ?? ''), same])),
  types: new Map([
    ['text', 'pg_catalog.text'],
    ['int', 'pg_catalog.int4'],
    ['numeric', 'pg_catalog.numeric'],
  ]),
}

export interface ExampleOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** `GET /goals?select=id` as a request. */
export function exampleRequest(line: string, { body, headers = {} }: ExampleOptions = {}): RestRequest {
  const [, method = '', rpc, name = '', query = ''] = /^(\w+) \/(rpc\/)?([^?]*)\??(.*)$/s.exec(line) ?? []
  return {
    method,
    resource: { kind: rpc ? 'function' : 'table', name },
    query,
    header: (wanted) => headers[wanted],
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export const exampleIntent = (line: string, options?: ExampleOptions) =>
  parseRequest(exampleRequest(line, options), ['public', 'extra'])

export function examplePlan(line: string, options?: ExampleOptions) {
  const intent = exampleIntent(line, options)
  return intent.ok ? planRequest(intent.value, exampleCatalogue) : intent
}

/** The parsed request, for tests of what follows. @throws when it is refused */
export function validIntent(line: string, options?: ExampleOptions): Intent {
  const intent = exampleIntent(line, options)
  if (!intent.ok) throw new Error(`${line}: ${intent.failure.kind}`)
  return intent.value
}

/** The plan of a request for data, for tests of what follows. @throws when it is refused */
export function validPlan(line: string, options?: ExampleOptions): DataPlan {
  const plan = planRequest(validIntent(line, options), exampleCatalogue)
  if (!plan.ok || plan.value.kind === 'options') throw new Error(`${line} has no plan`)
  return plan.value
}

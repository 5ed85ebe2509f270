/**
 * Writes `domain/database.types.ts` from the migrations, in the shape that supabase-js wants for its type parameter.
 * `--check` writes nothing and fails when the file is not what the migrations say.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { openDatabase } from '../server/database/open.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly optional: boolean
  /** Allowed texts, from the column's check constraint. */
  readonly choices: readonly string[] | null
}

/** A function that may be called through the API; scalars in, a scalar or rows out. */
interface Routine {
  readonly name: string
  readonly parameters: readonly (Named & { readonly optional: boolean })[]
  readonly result: string
  /** The table of which it returns one row. */
  readonly table: string | null
  readonly isSet: boolean
  /** Columns of the returned rows; null when it returns scalars. */
  readonly columns: readonly Named[] | null
}

interface Named {
  readonly name: string
  readonly type: string
}

const target = new URL('../domain/database.types.ts', import.meta.url)

/** PostgreSQL type names to what their JSON is. Dates and times are text. */
const inJson: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
}

/** The type in JSON of a PostgreSQL type by name; that of an array begins with an underscore. */
const jsonTypeOf = (type: string): string =>
  type.startsWith('_') ? `${jsonTypeOf(type.slice(1))}[]` : (inJson[type] ?? 'string')

const columnsSql = `
  select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as nullable,
    not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional,
    (
      select array_agg(m[1] order by position)
      from pg_constraint k
      cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') with ordinality as found (m, position)
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\(?[a-z_]+ = (ANY|''[a-z]+''::text\\)\\)$)'
    ) as choices
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v')
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

const routinesSql = `
  select p.proname as name, r.typname as result,
    (select relname from pg_class c where c.oid = r.typrelid and c.relnamespace = 'public'::regnamespace) as "table",
    p.proretset as "isSet",
    coalesce((
      select json_agg(json_build_object(
        'name', p.proargnames[position], 'type', t.typname, 'optional', position > p.pronargs - p.pronargdefaults
      ) order by position)
      from unnest(p.proargtypes) with ordinality as argument (oid, position)
      join pg_type t on t.oid = argument.oid
    ), '[]') as parameters,
    (
      select json_agg(json_build_object('name', argument.name, 'type', t.typname) order by position)
      from unnest(p.proallargtypes, p.proargnames, p.proargmodes) with ordinality as argument (oid, name, mode, position)
      join pg_type t on t.oid = argument.oid
      where argument.mode = 't'
    ) as columns
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace
  order by p.proname`

function typeOf({ type, choices, nullable }: Column): string {
  const plain = choices ? choices.map((choice) => `'${choice}'`).join(' | ') : jsonTypeOf(type)
  return nullable ? `${plain} | null` : plain
}

function tableTypes(name: string, columns: readonly Column[]): string {
  const shape = (optional: (column: Column) => boolean) =>
    columns.map((column) => `          ${column.name}${optional(column) ? '?' : ''}: ${typeOf(column)}`).join('\n')
  return `      ${name}: {
        Row: {
${shape(() => false)}
        }
        Insert: {
${shape(({ optional }) => optional)}
        }
        Update: {
${shape(() => true)}
        }
        Relationships: []
      }`
}

function routineTypes({ name, parameters, result, table, isSet, columns }: Routine): string {
  const args = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${jsonTypeOf(one.type)}`)
  const row = columns?.map((column) => `${column.name}: ${jsonTypeOf(column.type)}`)
  const plain = table === null ? jsonTypeOf(result) : `Database['public']['Tables']['${table}']['Row']`
  const scalar = result === 'void' ? 'undefined' : plain
  return `      ${name}: {
        Args: ${args.length > 0 ? `{ ${args.join('; ')} }` : 'never'}
        Returns: ${row ? `{ ${row.join('; ')} }` : scalar}${isSet ? '[]' : ''}
      }`
}

function fileOf(columns: readonly Column[], routines: readonly Routine[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const types = tables.map((name) => tableTypes(name, columns.filter(({ table }) => table === name))) // prettier-ignore
  return `// Made by \`npm run types\` from supabase/migrations; not to be edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
${types.join('\n')}
    }
    Views: { [_ in never]: never }
    Functions: {
${routines.map(routineTypes).join('\n')}
    }
  }
}
`
}

const database = await openDatabase({ kind: 'memory' }, () => undefined)
const wanted = fileOf(await database.query<Column>(columnsSql), await database.query<Routine>(routinesSql))
await database.close()
if (!process.argv.includes('--check')) await writeFile(target, wanted)
else if ((await readFile(target, 'utf8').catch(() => '')) !== wanted) {
  console.error('domain/database.types.ts is not what the migrations say: run `npm run types`')
  process.exitCode = 1
}

import type { Database } from '../database/database.ts'

/** The schema cache: tables, columns and functions that a request may name, and the only source of identifiers in SQL. */
export interface Catalogue {
  /** Keyed by `nameKey`. */
  readonly tables: ReadonlyMap<string, Table>
  readonly functions: ReadonlyMap<string, readonly Routine[]>
  /** Each name of a type, and how it is written in SQL. */
  readonly types: ReadonlyMap<string, string>
}

export interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canDelete: boolean
}

export interface Column {
  readonly name: string
  /** As written in SQL, with its schema: `pg_catalog.uuid`. */
  readonly type: string
  readonly isNumber: boolean
  /** An SQL expression, when the column has a default that may be written. */
  readonly default: string | null
}

export interface Routine {
  readonly schema: string
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly isVolatile: boolean
  readonly returns: 'void' | 'value' | 'row'
  readonly isSet: boolean
  /** Of the rows that it returns; a value counts as a row of one column. */
  readonly columns: ReadonlyMap<string, Column>
}

export interface Parameter {
  readonly name: string
  readonly type: string
  /** Its SQL name: `integer`. */
  readonly typeName: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

/**
 * A map key for a name in a schema; the length separates the two.
 * @example
 * nameKey('public', 'goals') // '6:public.goals'
 */
export const nameKey = (schema: string, name: string): string => `${schema.length}:${schema}.${name}`

/** The column name of a function that returns a value; PostgREST shows it in CSV. */
export const SCALAR = 'pgrst_scalar'

// A type is written with its schema and catalogue name, not with SQL's keyword: `character` alone would mean one letter.
const typeText = (oid: string) =>
  `(select quote_ident(tn.nspname) || '.' || quote_ident(ty.typname)
      from pg_type ty join pg_namespace tn on tn.oid = ty.typnamespace where ty.oid = ${oid})`

const columnsOf = (relation: string) =>
  `coalesce((
    select json_agg(json_build_object(
      'name', a.attname,
      'type', ${typeText('a.atttypid')},
      'isNumber', (select typcategory = 'N' from pg_type where oid = a.atttypid),
      'default', case
        when a.attgenerated <> '' then null
        when a.attidentity <> '' then (
          select format('nextval(%L)', quote_ident(sn.nspname) || '.' || quote_ident(s.relname))
          from pg_depend o join pg_class s on s.oid = o.objid and s.relkind = 'S' join pg_namespace sn on sn.oid = s.relnamespace
          where o.refobjid = a.attrelid and o.refobjsubid = a.attnum and o.deptype = 'i')
        else pg_get_expr(d.adbin, d.adrelid) end
    ) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped
  ), '[]')`

const catalogueSql = `
with exposed as (
  select oid, nspname from pg_namespace where nspname in (select json_array_elements_text($1::json))
), callable as (
  select p.oid, e.nspname, p.proname, p.provolatile, p.proretset, p.prorettype, r.typrelid,
    coalesce(p.proargmodes::text[] && '{o,b,t}', false) as has_columns, r.typtype,
    p.pronargs - p.pronargdefaults as required
  from pg_proc p join exposed e on e.oid = p.pronamespace join pg_type r on r.oid = p.prorettype
  where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
), arguments as (
  select c.oid, a.type, a.name, coalesce(a.mode, 'i') as mode, a.position,
    count(*) filter (where coalesce(a.mode, 'i') in ('i', 'b', 'v'))
      over (partition by c.oid order by a.position) as input_position
  from callable c join pg_proc p on p.oid = c.oid,
    unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
      with ordinality as a (type, name, mode, position)
)
select json_build_object(
  'tables', (select coalesce(json_agg(json_build_object(
      'schema', e.nspname, 'name', c.relname,
      'columns', ${columnsOf('c.oid')},
      'primaryKey', coalesce((
        select json_agg(a.attname order by k.position)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, position), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '[]'),
      'canInsert', pg_relation_is_updatable(c.oid, true) & 8 <> 0,
      'canUpdate', pg_relation_is_updatable(c.oid, true) & 4 <> 0,
      'canDelete', pg_relation_is_updatable(c.oid, true) & 16 <> 0)), '[]')
    from pg_class c join exposed e on e.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition),
  'functions', (select coalesce(json_agg(json_build_object(
      'schema', c.nspname, 'name', c.proname, 'isVolatile', c.provolatile = 'v', 'isSet', c.proretset,
      'parameters', coalesce((
        select json_agg(json_build_object(
          'name', coalesce(a.name, ''), 'type', ${typeText('a.type')}, 'typeName', format_type(a.type, null),
          'isRequired', a.input_position <= c.required, 'isVariadic', a.mode = 'v') order by a.position)
        from arguments a where a.oid = c.oid and a.mode in ('i', 'b', 'v')), '[]'),
      'returns', case
        when c.prorettype = 'void'::regtype then 'void'
        when c.has_columns or c.typtype = 'c' or c.prorettype = 'record'::regtype then 'row'
        else 'value' end,
      'columns', case
        when c.has_columns then (
          select json_agg(json_build_object(
            'name', a.name, 'type', ${typeText('a.type')}, 'default', null,
            'isNumber', (select typcategory = 'N' from pg_type where oid = a.type)) order by a.position)
          from arguments a where a.oid = c.oid and a.mode in ('o', 'b', 't'))
        when c.typtype = 'c' then ${columnsOf('c.typrelid')}
        else json_build_array(json_build_object(
          'name', '${SCALAR}', 'type', ${typeText('c.prorettype')}, 'default', null,
          'isNumber', (select typcategory = 'N' from pg_type where oid = c.prorettype))) end)), '[]')
    from callable c),
  'types', (select json_agg(json_build_object(
      'names', json_build_array(t.typname, format_type(t.oid, null)), 'type', ${typeText('t.oid')}))
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typcategory <> 'A'
      and (n.nspname = 'pg_catalog' or n.oid in (select oid from exposed)))
)::text as catalogue`

type WithColumnList<Value> = Omit<Value, 'columns'> & { readonly columns: readonly Column[] }

interface CatalogueJson {
  readonly tables: readonly WithColumnList<Table>[]
  readonly functions: readonly WithColumnList<Routine>[]
  readonly types: readonly { readonly names: readonly string[]; readonly type: string }[]
}

/** @throws {DatabaseError} */
export async function loadCatalogue(database: Database, schemas: readonly string[]): Promise<Catalogue> {
  return database.transaction(async (transaction) => {
    // With an empty search_path PostgreSQL qualifies every name in a default's expression.
    // Compiling this statement takes PostgreSQL 2 s, running it 5 ms.
    await transaction.query(`select set_config('search_path', '', true), set_config('jit', 'off', true)`)
    const [row] = await transaction.query<{ catalogue: string }>(catalogueSql, [JSON.stringify(schemas)])
    return toCatalogue(JSON.parse(row?.catalogue ?? '{}') as CatalogueJson)
  })
}

// SQL's aliases of types, which the catalogue does not list.
const otherNames = { int: 'int4', decimal: 'numeric', dec: 'numeric', float: 'float8' } as const

function toCatalogue(json: CatalogueJson): Catalogue {
  const functions = new Map<string, Routine[]>()
  for (const routine of json.functions.map(withColumnMap)) {
    const key = nameKey(routine.schema, routine.name)
    functions.set(key, [...(functions.get(key) ?? []), routine])
  }
  const types = new Map(json.types.flatMap(({ names, type }) => names.map((name) => [name, type] as const)))
  for (const [name, catalogueName] of Object.entries(otherNames)) {
    types.set(name, `pg_catalog.${catalogueName}`)
  }
  return {
    tables: new Map(json.tables.map((table) => [nameKey(table.schema, table.name), withColumnMap(table)])),
    functions,
    types,
  }
}

const withColumnMap = <Value extends { readonly columns: readonly Column[] }>(value: Value) => ({
  ...value,
  columns: new Map(value.columns.map((column) => [column.name, column])),
})

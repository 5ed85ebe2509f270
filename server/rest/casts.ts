/** Types whose values always have a short text. */
const short = new Set([
  'bool',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'uuid',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
])

/** Types whose values are as long as the text they are cast from. */
const texts = new Set(['text', 'varchar', 'bpchar'])

/**
 * Types that expand some texts: `1e131071` becomes 131,072 digits as `numeric` and inside `jsonb`. Only these types may be
 * cast to them.
 */
const sources: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['numeric', new Set(['int2', 'int4', 'int8', 'float4', 'float8'])],
  ['json', new Set(['jsonb'])],
])

const CATALOGUE = 'pg_catalog.'

/**
 * Whether `select=column::type` is allowed: no cast may make a value longer, or look up names in the catalogue as
 * `regclass` does. Types outside of `pg_catalog` are the product's own.
 * @example
 * isAllowedCast('pg_catalog.timestamptz', 'pg_catalog.date') // true
 * isAllowedCast('pg_catalog.text', 'pg_catalog.numeric') // false
 */
export function isAllowedCast(from: string, to: string): boolean {
  const [source, target] = [typeName(from), typeName(to)]
  if (source === target || short.has(target) || texts.has(target) || !to.startsWith(CATALOGUE)) return true
  return sources.get(target)?.has(source) ?? false
}

/**
 * A type of `pg_catalog` without the quotes that SQL needs around some names.
 * @example
 * typeName('pg_catalog."char"') // 'char'
 */
export const typeName = (type: string): string =>
  type.startsWith(CATALOGUE) ? type.slice(CATALOGUE.length).replaceAll('"', '') : type

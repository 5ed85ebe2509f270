/** Types whose values are short texts, whatever is cast to them. */
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

/** Types whose values are as long as the text of what is cast to them. */
const texts = new Set(['text', 'varchar', 'bpchar'])

/**
 * Types that write some texts out at length: `1e131071` becomes 131,072 digits as `numeric` and inside `jsonb`. Only
 * these types are cast to them.
 */
const sources: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['numeric', new Set(['int2', 'int4', 'int8', 'float4', 'float8'])],
  ['json', new Set(['jsonb'])],
])

const CATALOGUE = 'pg_catalog.'

/**
 * Whether `select=column::type` may be asked for: no cast lets a value grow, or looks up the names of the catalogue as
 * `regclass` does. Types outside of `pg_catalog` are the product's own.
 */
export function isAllowedCast(from: string, to: string): boolean {
  const [source, target] = [typeName(from), typeName(to)]
  if (source === target || short.has(target) || texts.has(target) || !to.startsWith(CATALOGUE)) return true
  return sources.get(target)?.has(source) ?? false
}

/** A type of `pg_catalog` as people know it: SQL needs quotes around some of their names. */
export const typeName = (type: string): string =>
  type.startsWith(CATALOGUE) ? type.slice(CATALOGUE.length).replaceAll('"', '') : type

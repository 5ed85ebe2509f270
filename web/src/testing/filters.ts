import type { Row } from './rows.ts'

type Filter = (row: Row) => boolean

/** Parameters of a read that are no filters. */
const OTHERS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

/** The filters of a request: `goals?user_id=eq.ada&or=(a.lt."1",b.gt.2)`. @throws {Error} for one that is not known here */
export const parseFilters = (query: URLSearchParams): Filter[] =>
  [...query].filter(([name]) => !OTHERS.has(name)).map(([name, value]) => parseFilter(name, value))

export const matches = (filters: readonly Filter[]) => (row: Row) => filters.every((filter) => filter(row))

function parseFilter(name: string, value: string): Filter {
  if (name === 'or' || name === 'and') {
    const parts = splitList(value.slice(1, -1)).map(parsePart)
    return (row) => (name === 'or' ? parts.some((part) => part(row)) : parts.every((part) => part(row)))
  }
  const [operator = '', given = ''] = splitOnce(value, '.')
  if (operator === 'not') {
    const filter = parseFilter(name, given)
    return (row) => !filter(row)
  }
  const compares = operators[operator]
  if (!compares) throw new Error(`The stub of the server does not know the filter ${name}=${value}`)
  return (row) => compares(row[name], given)
}

/** One of a logic group: `created_at.lt."2026"` or a group of its own. */
function parsePart(part: string): Filter {
  const group = /^(or|and)(\(.*\))$/.exec(part)
  if (group) return parseFilter(group[1] ?? '', group[2] ?? '')
  const [name = '', rest = ''] = splitOnce(part, '.')
  return parseFilter(name, rest)
}

const operators: Readonly<Record<string, (value: unknown, given: string) => boolean>> = {
  eq: (value, given) => isKnown(value) && textOf(value) === given,
  neq: (value, given) => isKnown(value) && textOf(value) !== given,
  gt: (value, given) => isKnown(value) && compare(value, unquote(given)) > 0,
  gte: (value, given) => isKnown(value) && compare(value, unquote(given)) >= 0,
  lt: (value, given) => isKnown(value) && compare(value, unquote(given)) < 0,
  lte: (value, given) => isKnown(value) && compare(value, unquote(given)) <= 0,
  is: (value, given) => textOf(value) === given,
  in: (value, given) => splitList(given.slice(1, -1)).map(unquote).includes(textOf(value)),
  ilike: (value, given) => likePattern(given, 'i').test(textOf(value)),
  like: (value, given) => likePattern(given, '').test(textOf(value)),
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const isKnown = (value: unknown) => value !== null && value !== undefined

const unquote = (text: string) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text)

const likePattern = (given: string, flags: string) =>
  new RegExp(`^${given.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/[*%]/g, '.*')}$`, `s${flags}`)

const splitOnce = (text: string, at: string) => [text.slice(0, text.indexOf(at)), text.slice(text.indexOf(at) + 1)]

/** Splits at the commas outside of quotes and parentheses. */
export const splitList = (text: string): string[] =>
  text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:[^()]|\([^()]*\))*\)|[^,])+/g) ?? []

export const isEmbedded = (column: string) => column.includes('(')

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number') return one - Number(other)
  if (isTime(one) && isTime(other) && Date.parse(one) !== Date.parse(other)) return Date.parse(one) - Date.parse(other)
  return textOf(one) < textOf(other) ? -1 : Number(textOf(one) > textOf(other))
}

const isTime = (value: unknown): value is string => /^\d{4}-\d\d-\d\dT/.test(textOf(value))

/** As PostgreSQL sorts: null is the greatest, unless the order says otherwise. */
export function orderBy(rows: readonly Row[], order: string | null): Row[] {
  const terms = (order ?? '').split(',').filter(Boolean).map((term) => term.split('.')) // prettier-ignore
  return rows.toSorted((a, b) => {
    for (const [name = '', ...how] of terms) {
      const sign = how.includes('desc') ? -1 : 1
      const [one, other] = [a[name], b[name]]
      if (isKnown(one) && isKnown(other)) {
        const by = compare(one, other)
        if (by !== 0) return by * sign
      } else if (isKnown(one) !== isKnown(other)) {
        const isNullFirst = how.includes('nullsfirst') || (sign < 0 && !how.includes('nullslast'))
        return isKnown(one) === isNullFirst ? 1 : -1
      }
    }
    return 0
  })
}

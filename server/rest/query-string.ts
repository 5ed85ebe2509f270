import { fail, succeed, type Result } from '../../domain/result.ts'
import type { RestFailure } from './failure.ts'

/** The decoded parameters of a query string, in order; a name may repeat. */
export type Parameters = readonly (readonly [name: string, value: string])[]

const MAX_BYTES = 16 * 1024

/**
 * @param query still encoded, without the question mark
 * @example
 * parseQuery('select=id&text=eq.Ten+demos') // { ok: true, value: [['select', 'id'], ['text', 'eq.Ten demos']] }
 * parseQuery('text=eq.%00').ok // false
 */
export function parseQuery(query: string): Result<Parameters, RestFailure> {
  if (query.length > MAX_BYTES) return fail({ kind: 'url-too-long', limit: MAX_BYTES })
  const parameters: [string, string][] = []
  for (const part of query.split('&')) {
    const split = part.indexOf('=')
    if (split === -1) continue
    const name = decode(part.slice(0, split))
    const value = decode(part.slice(split + 1))
    if (name === undefined || value === undefined) {
      return fail({ kind: 'bad-query', message: 'The URL is not valid UTF-8 or holds a NUL character' })
    }
    parameters.push([name, value])
  }
  return succeed(parameters)
}

/** @returns undefined for text that PostgreSQL cannot store: NUL would truncate a name */
function decode(text: string): string | undefined {
  if (!/[%+\0]/.test(text)) return text
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/**
 * @example
 * first([['select', 'id'], ['select', 'text']], 'select') // 'id'
 */
export const first = (parameters: Parameters, name: string): string | undefined =>
  parameters.find(([found]) => found === name)?.[1]

/**
 * @example
 * last([['limit', '5'], ['limit', '10']], 'limit') // '10'
 */
export const last = (parameters: Parameters, name: string): string | undefined =>
  parameters.findLast(([found]) => found === name)?.[1]

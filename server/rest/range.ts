import { fail, succeed, type Result } from '../../domain/result.ts'
import type { RestFailure } from './failure.ts'

/** The requested rows, counted from 0. */
export interface RowRange {
  readonly offset: number
  /** Undefined: no limit. */
  readonly limit: number | undefined
}

interface RangeTexts {
  readonly limit: string | undefined
  readonly offset: string | undefined
  /** The header `Range`, e.g. `0-9`; only a GET may have one (RFC 9110 section 14.2). */
  readonly header: string | undefined
}

/**
 * The intersection of `limit`, `offset` and `Range`. An invalid one, or a negative offset, is ignored.
 * @example
 * parseRange({ limit: '10', offset: '20', header: undefined }) // { ok: true, value: { offset: 20, limit: 10 } }
 * parseRange({ limit: '10', offset: undefined, header: '5-30' }) // { ok: true, value: { offset: 5, limit: 5 } }
 * parseRange({ limit: '-1', offset: undefined, header: undefined })
 * // { ok: false, failure: { kind: 'bad-range', details: 'Limit should be greater than or equal to zero.' } }
 */
export function parseRange(texts: RangeTexts): Result<RowRange, RestFailure> {
  const limit = wholeNumber(texts.limit)
  if (limit !== undefined && limit < 0) return badRange('Limit should be greater than or equal to zero.')
  const start = Math.max(wholeNumber(texts.offset) ?? 0, 0)
  if (limit === 0) return succeed({ offset: start, limit: 0 })
  const [, first, last] = /^(\d+)-(\d*)$/.exec(texts.header ?? '') ?? []
  const header = { first: wholeNumber(first) ?? 0, last: wholeNumber(last) ?? Infinity }
  const offset = Math.max(start, header.first)
  const end = Math.min(limit === undefined ? Infinity : start + limit, header.last + 1)
  if (end <= offset)
    return badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return succeed({ offset, limit: end === Infinity ? undefined : end - offset })
}

const badRange = (details: string) => fail({ kind: 'bad-range', details } as const)

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[-+]?\d+$/.test(text)) return undefined
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/**
 * `0-9/57`; `*` for an unknown total or an empty range.
 * @example
 * contentRange(0, 10, 57) // '0-9/57'
 * contentRange(10, 10, undefined) // '10-19/*'
 */
export function contentRange(first: number, rows: number, total: number | undefined): string {
  const span = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*'
  return `${span}/${total ?? '*'}`
}

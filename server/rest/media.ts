import { fail, succeed, type Result } from '../../domain/result.ts'
import type { RestFailure } from './failure.ts'

/** The format of the response. */
export interface Media {
  readonly kind: 'array' | 'object' | 'csv'
  /** Whether members that are null are omitted, nested ones too. */
  readonly withoutNulls: boolean
  readonly contentType: string
}

const json: Media = { kind: 'array', withoutNulls: false, contentType: 'application/json; charset=utf-8' }
const object = 'application/vnd.pgrst.object+json'
const array = 'application/vnd.pgrst.array+json'

const offered: Readonly<Record<string, Media>> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  [array]: json,
  [`${array};nulls=stripped`]: {
    kind: 'array',
    withoutNulls: true,
    contentType: `${array};nulls=stripped; charset=utf-8`,
  },
  [object]: { kind: 'object', withoutNulls: false, contentType: `${object}; charset=utf-8` },
  [`${object};nulls=stripped`]: {
    kind: 'object',
    withoutNulls: true,
    contentType: `${object};nulls=stripped; charset=utf-8`,
  },
  'text/csv': { kind: 'csv', withoutNulls: false, contentType: 'text/csv; charset=utf-8' },
}

/**
 * Content negotiation: the supported type in `Accept` with the highest weight (RFC 9110 section 12.5.1).
 * @example
 * parseAccept('text/csv;q=0.5, application/json').ok // true
 * parseAccept('image/png') // { ok: false, failure: { kind: 'bad-media', accept: 'image/png' } }
 */
export function parseAccept(header: string | undefined): Result<Media, RestFailure> {
  if (header === undefined || header === '*/*' || header === 'application/json') return succeed(json)
  const wanted = header
    .split(',')
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const media = wanted.map(({ type }) => offered[type]).find((found) => found !== undefined)
  return media === undefined ? fail({ kind: 'bad-media', accept: header }) : succeed(media)
}

/** Ignores parameters that do not change the response (`charset`, `profile`). */
function parseRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type: parameters.includes('nulls=stripped') ? `${type};nulls=stripped` : type, weight }
}

import { fail, succeed, type Result } from '../../domain/result.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../http/json-depth.ts'
import type { RestFailure } from './failure.ts'
import { parseJson } from './json.ts'

/** The rows of a write. Their values stay text, which PostgreSQL casts to the columns' types. */
export interface Payload {
  /** A JSON array of objects, not re-serialised: numbers keep all their digits. */
  readonly text: string
  readonly rows: number
  /** The keys of every object. */
  readonly keys: readonly string[]
}

type Parsed = Result<Payload, RestFailure>

/**
 * @param columns the parameter `columns`: the only keys that are written, present in each object or not
 * @example
 * parsePayload('{"n": 12345678901234567890.10}', 'application/json', undefined)
 * // { ok: true, value: { text: '[{"n": 12345678901234567890.10}]', rows: 1, keys: ['n'] } }
 * parsePayload('[{ "rank": 1 }, { "text": "a" }]', undefined, undefined)
 * // { ok: false, failure: { kind: 'bad-body', message: 'All object keys must match' } }
 */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Parsed {
  const media = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
  if (media !== 'application/json' && !media.endsWith('+json')) return badBody(`Content-Type not acceptable: ${media}`)
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null) return badBody('Empty or invalid json')
  if (isDeeperThan(MAX_JSON_DEPTH, value)) return badBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels`)
  const objects: readonly unknown[] = Array.isArray(value) ? value : [value]
  const text = Array.isArray(value) ? body : `[${body}]`
  const keys = commonKeys(objects, columns)
  return keys === undefined ? badBody('All object keys must match') : succeed({ text, rows: objects.length, keys })
}

function commonKeys(
  objects: readonly unknown[],
  columns: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!objects.every((object) => typeof object === 'object' && object !== null && !Array.isArray(object)))
    return undefined
  if (columns !== undefined) return columns
  const [first, ...others] = objects as readonly object[]
  const keys = Object.keys(first ?? {})
  const isSame = (object: object) =>
    Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key))
  return others.every(isSame) ? keys : undefined
}

const badBody = (message: string): Parsed => fail({ kind: 'bad-body', message })

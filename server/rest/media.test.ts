import { expect, test } from 'vitest'
import { parseAccept } from './media.ts'

test.each([
  [undefined, 'array', 'application/json; charset=utf-8'],
  ['*/*', 'array', 'application/json; charset=utf-8'],
  ['text/html, */*;q=0.8', 'array', 'application/json; charset=utf-8'],
  ['application/json;q=0.1, text/csv', 'csv', 'text/csv; charset=utf-8'],
  ['application/vnd.pgrst.object+json', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    'object',
    'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.array+json; nulls=stripped',
    'array',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  ],
])('Accept: %s', (accept, kind, contentType) => {
  expect(parseAccept(accept)).toMatchObject({
    value: { kind, contentType, withoutNulls: contentType.includes('nulls') },
  })
})

test.each(['application/geo+json', 'application/vnd.pgrst.plan+json; for="application/json"', 'text/csv;q=0'])(
  'rejects Accept: %s',
  (accept) => expect(parseAccept(accept)).toEqual({ ok: false, failure: { kind: 'bad-media', accept } }),
)

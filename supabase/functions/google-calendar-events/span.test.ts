import { expect, test } from 'vitest'
import { parseSpan } from './span.ts'

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-23T00:00:00.000Z'],
  ['2026-10-19T00:00:00+01:00', '2026-12-20T00:00:00Z'],
])('%s to %s is a valid range', (from, to) => {
  expect(parseSpan({ from, to })).toEqual({ from: new Date(from), to: new Date(to) })
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['no end', { from: '2026-11-16T00:00:00Z' }],
  ['a date without time', { from: '2026-11-16', to: '2026-11-17' }],
  ['a time without zone', { from: '2026-11-16T00:00:00', to: '2026-11-17T00:00:00' }],
  ['an invalid day', { from: '2026-13-16T00:00:00Z', to: '2026-13-17T00:00:00Z' }],
  ['numbers', { from: 1, to: 2 }],
  ['an end before its start', { from: '2026-11-17T00:00:00Z', to: '2026-11-16T00:00:00Z' }],
  ['an empty range', { from: '2026-11-16T00:00:00Z', to: '2026-11-16T00:00:00Z' }],
  ['a quarter', { from: '2026-01-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }],
])('rejects %s with a reason', (_, body) => {
  expect(parseSpan(body)).toEqual(expect.any(String))
})

import { expect, test } from 'vitest'
import { isAllowedCast } from './casts.ts'

const cast = (from: string, to: string) => isAllowedCast(`pg_catalog.${from}`, `pg_catalog.${to}`)

test.each([
  ['text', 'float8'],
  ['text', 'uuid'],
  ['jsonb', 'text'],
  ['tsvector', 'text'],
  ['int8', 'numeric'],
  ['jsonb', 'json'],
  ['numeric', 'numeric'],
])('the cast of %s to %s is allowed', (from, to) => expect(cast(from, to)).toBe(true))

test.each([
  ['text', 'jsonb'],
  ['json', 'jsonb'],
  ['text', 'json'],
  ['text', 'bytea'],
  ['text', 'xml'],
  ['text', 'tsvector'],
  ['text', 'bit'],
  ['text', 'polygon'],
  ['text', 'regclass'],
  ['oid', 'regrole'],
  ['text', 'regprocedure'],
])('the cast of %s to %s is rejected: values could grow, or catalogue names be looked up', (from, to) =>
  expect(cast(from, to)).toBe(false),
)

test('a cast accepts a type whose name SQL quotes', () => {
  expect(cast('date', '"timestamp"')).toBe(true)
})

test('a cast accepts types outside of pg_catalog', () => {
  expect(isAllowedCast('pg_catalog.text', 'public.app_role')).toBe(true)
})

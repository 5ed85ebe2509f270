import { describe, expect, test } from 'vitest'
import { exampleIntent } from './example.ts'

describe('a request', () => {
  test('parses a request into table, columns, filters, order and range', () => {
    expect(exampleIntent('GET /goals?select=id&period=eq.weekly&order=rank.desc&limit=5')).toMatchObject({
      value: {
        kind: 'read',
        schema: 'public',
        isSchemaNamed: true,
        table: 'goals',
        headOnly: false,
        select: [{ field: { name: 'id' } }],
        where: [{ field: { name: 'period' }, operation: { value: 'weekly' } }],
        order: [{ field: { name: 'rank' }, direction: 'desc' }],
        range: { offset: 0, limit: 5 },
      },
    })
  })

  test.each([
    ['POST', 'insert'],
    ['PUT', 'put'],
    ['PATCH', 'update'],
    ['DELETE', 'delete'],
    ['HEAD', 'read'],
    ['OPTIONS', 'options'],
  ])('%s means %s', (method, kind) => {
    expect(exampleIntent(`${method} /goals?id=eq.1`, { body: {} })).toMatchObject({ value: { kind } })
  })

  test('plus and percent are decoded', () => {
    expect(exampleIntent('GET /goals?text=eq.a+b%2Bc%C3%A4%F0%9F%98%80')).toMatchObject({
      value: { where: [{ operation: { value: 'a b+cä😀' } }] },
    })
  })

  test('a column may be filtered twice', () => {
    expect(exampleIntent('GET /goals?rank=gt.1&rank=lt.9')).toMatchObject({ value: { where: [{}, {}] } })
  })

  test('takes the schema of a read from Accept-Profile, of a write from Content-Profile', () => {
    const headers = { 'accept-profile': 'extra', 'content-profile': 'public' }
    expect(exampleIntent('GET /goals', { headers })).toMatchObject({ value: { schema: 'extra' } })
    expect(exampleIntent('POST /goals', { headers, body: {} })).toMatchObject({ value: { schema: 'public' } })
  })

  test('takes parameters that are no filter as arguments of a function', () => {
    expect(exampleIntent('GET /rpc/goals_like?id=7&period=eq.weekly&select=id')).toMatchObject({
      value: { arguments: { texts: new Map([['id', ['7']]]) }, where: [{ field: { name: 'period' } }] },
    })
  })

  test('a function without a body has no arguments', () => {
    expect(exampleIntent('POST /rpc/forget')).toMatchObject({
      value: { arguments: { payload: { value: { keys: [] } } } },
    })
  })
})

describe('parse errors', () => {
  const many = Array.from({ length: 101 }, (_, index) => `rank=neq.${index}`).join('&')

  test.each([
    ['GET /goals?text=eq.%00', { kind: 'bad-query' }],
    ['GET /goals?%00=eq.1', { kind: 'bad-query' }],
    ['GET /goals?text=eq.%FF', { kind: 'bad-query' }],
    ['GET /goals?text=eq.%', { kind: 'bad-query' }],
    [`GET /goals?${many}`, { kind: 'bad-query' }],
    [`GET /goals?text=eq.${'x'.repeat(16_384)}`, { kind: 'url-too-long' }],
    ['GET /goals?text=val', { kind: 'bad-syntax' }],
    ['GET /goals?order=', { kind: 'bad-syntax' }],
    ['GET /goals?select=id,profile:profiles(name)', { kind: 'no-relationship', parent: 'goals', child: 'profiles' }],
    ['GET /goals?profiles.name=eq.a', { kind: 'not-embedded' }],
    ['GET /goals?profiles.order=name', { kind: 'not-embedded' }],
    ['GET /goals?select=rank.sum()', { kind: 'aggregate' }],
    ['GET /goals?limit=-1', { kind: 'bad-range' }],
    ['TRACE /goals', { kind: 'bad-method' }],
    ['PATCH /rpc/forget', { kind: 'bad-call-method' }],
  ])('rejects %s', (line, failure) => expect(exampleIntent(line)).toMatchObject({ ok: false, failure }))

  test.each([
    [{ 'accept-profile': 'auth' }, { kind: 'unknown-schema', schema: 'auth', exposed: ['public', 'extra'] }],
    [{ accept: 'image/png' }, { kind: 'bad-media' }],
    [{ prefer: 'handling=strict, anything' }, { kind: 'bad-preferences', found: ['anything'] }],
  ])('rejects a read with %j', (headers, failure) => {
    expect(exampleIntent('GET /goals', { headers })).toMatchObject({ ok: false, failure })
  })

  test('rejects a write without JSON', () => {
    expect(exampleIntent('POST /goals', { body: '{' })).toMatchObject({ failure: { kind: 'bad-body' } })
  })
})

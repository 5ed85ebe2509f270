import { describe, expect, test } from 'vitest'
import { validPlan, type ExampleOptions } from './example.ts'
import { errorReply, reply } from './reply.ts'

const replyTo = (line: string, row: readonly (string | null)[], options?: ExampleOptions) =>
  reply(validPlan(line, options), { rows: [row] }, 'authenticated')

const prefer = (text: string): ExampleOptions => ({ headers: { prefer: text }, body: {} })
const object = { headers: { accept: 'application/vnd.pgrst.object+json' } }

describe('a read', () => {
  test('a read returns the body unchanged', () => {
    expect(replyTo('GET /goals', ['[{"id":1}]', '1', null])).toEqual({
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Profile': 'public',
        'Content-Range': '0-0/*',
      },
      body: '[{"id":1}]',
    })
  })

  test.each([
    ['limit=2', ['[]', '2', '9'], 206, '0-1/9'],
    ['limit=9', ['[]', '9', '9'], 200, '0-8/9'],
    ['offset=9', ['[]', '0', '9'], 206, '*/9'],
    ['offset=10', ['[]', '0', '9'], 416, undefined],
    ['limit=0', ['[]', '0', '0'], 200, '*/0'],
  ])('a read with a count and %s', (query, row, status, range) => {
    const found = replyTo(`GET /goals?${query}`, row, prefer('count=exact'))
    expect([found.status, found.headers['Content-Range']]).toEqual([status, range])
  })

  test('a truncated read has the total, even without a requested count', () => {
    expect(replyTo('GET /goals', ['[]', '1000', '1234'])).toMatchObject({
      status: 200,
      headers: { 'Content-Range': '0-999/1234' },
    })
  })

  test.each(['0', '2'])('a read of one object is rejected with %s rows', (rows) => {
    const found = replyTo('GET /goals', ['null', rows, null], object)
    expect(found.status).toBe(406)
    expect(JSON.parse(found.body ?? '')).toEqual({
      code: 'PGRST116',
      details: `The result contains ${rows} rows`,
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    })
  })

  test('a read by HEAD has no body', () => {
    expect(replyTo('HEAD /goals?offset=5', [null, '0', '1'], prefer('count=exact'))).toMatchObject({
      status: 416,
      body: null,
    })
  })

  test('a read in CSV has the content type text/csv', () => {
    const found = replyTo('GET /goals?select=id,rank', ['[["=a","-1"]]', '1', null], {
      headers: { accept: 'text/csv' },
    })
    expect(found.body).toBe("id,rank\r\n'=a,-1")
  })
})

describe('a write', () => {
  test.each([
    ['POST /goals', '', [null, '1'], 201, { 'Content-Range': '*/*' }],
    ['POST /goals', 'count=exact', [null, '2'], 201, { 'Content-Range': '*/2', 'Preference-Applied': 'count=exact' }],
    [
      'POST /goals',
      'resolution=merge-duplicates',
      [null, '1', null, '0'],
      200,
      { 'Preference-Applied': 'resolution=merge-duplicates' },
    ],
    ['POST /goals', 'resolution=merge-duplicates', [null, '2', null, '1'], 201, {}],
    ['POST /goals', 'return=headers-only', [null, '1', null, null, '["a b"]'], 201, { Location: '/goals?id=eq.a%20b' }],
    ['PATCH /goals?rank=eq.1', '', [null, '3'], 204, { 'Content-Range': '0-2/*' }],
    ['PATCH /goals?rank=eq.1', '', [null, '0'], 204, { 'Content-Range': '*/*' }],
    ['PATCH /goals?rank=eq.1', 'return=representation', ['[]', '0'], 200, { 'Content-Range': '*/*' }],
    ['DELETE /goals?rank=eq.1', 'count=exact', [null, '3'], 204, { 'Content-Range': '*/3' }],
    ['DELETE /goals?rank=eq.1', 'return=representation', ['[]', '5000'], 200, { 'Content-Range': '0-999/5000' }],
    ['POST /rpc/forget', '', [null, '1'], 204, {}],
  ])('%s, %s', (line, preference, row, status, headers) => {
    expect(replyTo(line, row, prefer(preference))).toMatchObject({ status, headers })
  })

  test('a PUT is 201 for a new row, 200 for an existing one', () => {
    const options = { headers: { prefer: 'return=representation' }, body: { id: '1' } }
    expect(replyTo('PUT /goals?id=eq.1', ['[]', '1', null, '1'], options).status).toBe(201)
    expect(replyTo('PUT /goals?id=eq.1', ['[]', '1', null, '0'], options).status).toBe(200)
  })
})

describe('an error', () => {
  const postgres = (sqlState: string, message = 'no') =>
    ({ kind: 'postgres', sqlState, message, detail: null, hint: null, constraint: null }) as const

  test.each([
    ['42501', 'anon', 401],
    ['42501', 'authenticated', 403],
    ['23505', 'anon', 409],
    ['23503', 'anon', 409],
    ['23502', 'anon', 400],
    ['22P02', 'anon', 400],
    ['42883', 'anon', 404],
    ['42P01', 'anon', 404],
    ['42P17', 'anon', 500],
    ['40001', 'anon', 500],
    ['21000', 'anon', 500],
    ['25006', 'anon', 405],
    ['53300', 'anon', 503],
    ['53400', 'anon', 500],
    ['55000', 'anon', 500],
    ['55P03', 'anon', 503],
    ['57014', 'anon', 500],
    ['57P01', 'anon', 503],
    ['08006', 'anon', 503],
    ['P0001', 'anon', 400],
    ['P0002', 'anon', 500],
    ['PT402', 'anon', 402],
    ['PT999', 'anon', 500],
    ['UP116', 'anon', 406],
    ['XX000', 'anon', 500],
  ] as const)('%s for %s is %d', (sqlState, role, status) => {
    expect(errorReply(postgres(sqlState), role, 'GET').status).toBe(status)
  })

  test('a function may choose the error’s status', () => {
    const chosen = { code: 'my-code', message: 'no', hint: 'try later' }
    const failure = {
      ...postgres('PGRST', JSON.stringify(chosen)),
      detail: '{"status": 402, "headers": {"X-Plan": "free"}}',
    }
    const found = errorReply(failure, 'authenticated', 'POST')
    expect(found).toMatchObject({ status: 402, headers: { 'X-Plan': 'free' } })
    expect(JSON.parse(found.body ?? '')).toEqual({ ...chosen, details: null })
    const broken = errorReply(postgres('PGRST', 'no JSON'), 'authenticated', 'POST')
    expect([broken.status, JSON.parse(broken.body ?? '').code]).toEqual([500, 'PGRST121'])
  })

  test('an error has four keys, and its code in a header', () => {
    expect(errorReply(postgres('23505', 'duplicate key'), 'authenticated', 'POST')).toEqual({
      status: 409,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Proxy-Status': 'PostgREST; error=23505' },
      body: '{"code":"23505","details":null,"hint":null,"message":"duplicate key"}',
    })
  })

  test('an error has no body on HEAD', () => {
    expect(errorReply(postgres('22P02'), 'anon', 'HEAD').body).toBeNull()
  })

  test.each([
    [{ kind: 'expired', secondsAgo: 60 }, 401, 'PGRST303', 'JWT expired'],
    [
      { kind: 'malformed', reason: 'Expected 3 parts in JWT; got 1' },
      401,
      'PGRST301',
      'Expected 3 parts in JWT; got 1',
    ],
    [{ kind: 'session-over' }, 401, 'PGRST301', 'Session ended'],
  ] as const)('the failure %j has its status and code', (failure, status, code, message) => {
    const found = errorReply({ kind: 'token', failure }, 'anon', 'GET')
    expect(found.status).toBe(status)
    expect(found.headers['WWW-Authenticate']).toBe(`Bearer error="invalid_token", error_description="${message}"`)
    expect(JSON.parse(found.body ?? '')).toMatchObject({ code, message })
  })

  test.each([
    [{ kind: 'unavailable', message: 'x' }, 503, 'PGRST000'],
    [{ kind: 'overloaded', message: 'x' }, 504, 'PGRST003'],
    [{ kind: 'token', failure: { kind: 'unavailable', reason: 'x' } }, 503, 'PGRST000'],
  ] as const)('the failure %j has Retry-After', (failure, status, code) => {
    const found = errorReply(failure, 'anon', 'GET')
    expect([found.status, found.headers['Retry-After']]).toEqual([status, '1'])
    expect(JSON.parse(found.body ?? '')).toMatchObject({ code })
  })
})

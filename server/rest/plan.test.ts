import { describe, expect, test } from 'vitest'
import { examplePlan } from './example.ts'

const merge = { prefer: 'resolution=merge-duplicates' }

describe('planning errors', () => {
  test.each([
    ['GET /nothing', { kind: 'unknown-table', schema: 'public', table: 'nothing' }],
    ['GET /goals?select=x', { kind: 'unknown-column', table: 'goals', column: 'x' }],
    ['GET /goals?x=eq.1', { kind: 'unknown-column' }],
    ['GET /goals?or=(rank.eq.1,x.eq.2)', { kind: 'unknown-column' }],
    ['GET /goals?order=x', { kind: 'unknown-column' }],
    ['GET /goals?select=rank::nothing', { kind: 'unknown-type', type: 'nothing' }],
    ['GET /goals?select=text::numeric', { kind: 'refused-cast', from: 'pg_catalog.text', to: 'pg_catalog.numeric' }],
    ['GET /goals?select=__proto__', { kind: 'unknown-column' }],
    ['GET /rpc/nothing', { kind: 'unknown-function' }],
    ['GET /rpc/add', { kind: 'unknown-function' }],
    ['GET /rpc/add?a=1&c=2', { kind: 'unknown-function', parameters: ['a', 'c'] }],
    [
      'GET /rpc/pick?a=1',
      { kind: 'ambiguous-function', candidates: ['public.pick(a => int4)', 'public.pick(a => text, b => text)'] },
    ],
    ['OPTIONS /nothing', { kind: 'unknown-table' }],
  ])('rejects %s', (line, failure) => expect(examplePlan(line)).toMatchObject({ ok: false, failure }))

  test.each([
    ['id,id,id', true],
    ['id,a:id,b:id::text,c:id', false],
    ['*,*,*,*', false],
    ['text->0,a:text->0,b:text->>0,c:text', false],
    [Array.from({ length: 20 }, (_, key) => `data->${key}`).join(), true],
    [Array.from({ length: 21 }, (_, key) => `data->${key}`).join(), false],
  ])('rejects a column more than three times, or more than twenty parts of a JSON value: select=%s', (select, ok) => {
    expect(examplePlan(`GET /goals?select=${select}`)).toMatchObject(
      ok ? { ok } : { ok, failure: { kind: 'bad-query' } },
    )
  })

  test.each([
    ['POST /goals', { nothing: 1 }, { kind: 'unknown-payload-column', column: 'nothing' }],
    ['POST /goals?columns=nothing', { text: 'a' }, { kind: 'unknown-payload-column' }],
    ['PATCH /goals', { text: 'a' }, { kind: 'no-filter', statement: 'UPDATE' }],
    ['PATCH /goals?rank=eq.1', [{ text: 'a' }, { text: 'b' }], { kind: 'bad-body' }],
    ['PUT /goals', { id: '1' }, { kind: 'bad-put-filter' }],
    ['PUT /goals?id=gt.1', { id: '1' }, { kind: 'bad-put-filter' }],
    ['PUT /goals?id=eq.1&rank=eq.1', { id: '1' }, { kind: 'bad-put-filter' }],
    ['PUT /goals?id=eq.1&limit=1', { id: '1' }, { kind: 'put-with-range' }],
    ['PUT /goals?id=eq.1', { text: 'a' }, { kind: 'put-key-mismatch' }],
    ['PUT /newest?id=eq.1', { id: '1' }, { kind: 'bad-put-filter' }],
    ['POST /rpc/add', [{ a: 1 }, { a: 2 }], { kind: 'bad-body' }],
  ])('rejects %s %j', (line, body, failure) =>
    expect(examplePlan(line, { body })).toMatchObject({ ok: false, failure }),
  )

  test('rejects an upsert on an unknown column', () => {
    expect(examplePlan('POST /goals?on_conflict=x', { body: {}, headers: merge })).toMatchObject({
      failure: { kind: 'unknown-column', column: 'x' },
    })
  })

  test('rejects max-affected on a function that returns one value', () => {
    const headers = { prefer: 'handling=strict, max-affected=1' }
    expect(examplePlan('GET /rpc/add?a=1', { headers })).toMatchObject({ failure: { kind: 'max-affected-needs-set' } })
  })
})

describe('a plan', () => {
  test('an upsert uses the primary key unless on_conflict names columns', () => {
    expect(examplePlan('POST /goals', { body: {}, headers: merge })).toMatchObject({
      value: { onConflict: { columns: ['id'], action: 'merge' } },
    })
    expect(examplePlan('POST /goals?on_conflict=text,period', { body: {}, headers: merge })).toMatchObject({
      value: { onConflict: { columns: ['text', 'period'] } },
    })
    expect(examplePlan('POST /newest', { body: {}, headers: merge })).toMatchObject({
      value: { onConflict: undefined },
    })
  })

  test('a JSON path is named after its last key', () => {
    expect(examplePlan('GET /goals?select=data->a->0,data->1,x:data->>b')).toMatchObject({
      value: { outputs: [{ name: 'a' }, { name: 'data' }, { name: 'x' }] },
    })
  })

  test('only a volatile function may write, and only by POST', () => {
    expect(examplePlan('POST /rpc/forget')).toMatchObject({ value: { access: 'write' } })
    expect(examplePlan('GET /rpc/forget')).toMatchObject({ value: { access: 'read' } })
    expect(examplePlan('POST /rpc/add', { body: { a: 1 } })).toMatchObject({ value: { access: 'read' } })
  })

  test.each([
    ['/goals', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/newest', 'OPTIONS,GET,HEAD'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/forget', 'OPTIONS,POST'],
  ])('OPTIONS %s allows %s', (path, allow) => {
    expect(examplePlan(`OPTIONS ${path}`)).toEqual({ ok: true, value: { kind: 'options', allow } })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { fixture, startRestServer, type RestServer, type Sent } from './rest-server.ts'

const OBJECT = { accept: 'application/vnd.pgrst.object+json' }
const prefer = (...preferences: readonly string[]) => ({ prefer: preferences.join(', ') })

const rows = [
  `truncate public.things, public.pairs, public.counted restart identity`,
  `insert into public.things (id, name, big, price, done, day, moment, at, data, tags, span, wait, bytes, feeling, code) values
    (1, 'Ten demos', 9007199254740993, 12.50, true, '2026-03-02', '2026-03-02 09:00:00.123456', '2026-03-02 09:00:00.123456+00',
      '{"a": {"b": "x", "n": 1}, "list": [10, 20]}', '{one,two}', '[1,5)', '1 day 02:00', '\\x00ff', 'high', 'ab'),
    (2, 'Größe "x", (y)', null, null, false, '2026-03-03', null, '2026-03-03 10:00:00+00', '{"a": {"b": "y"}}', '{two}', '[5,9)', null, null, 'low', null),
    (3, '=1+1', -5, -2, false, null, null, null, 'null', '{}', null, null, null, null, 'xyz')`,
  `insert into public.pairs values (1, 1, 'one'), (1, 2, 'two')`,
]

interface Scenario extends Sent {
  readonly name: string
  readonly path: string
  readonly status: number
  /** JSON; compared as a whole, unless it is an error. */
  readonly json?: unknown
  readonly text?: string
  readonly answers?: Readonly<Record<string, string | RegExp | null>>
}

const ids = (...wanted: readonly number[]) => wanted.map((id) => ({ id }))

/** Filters on `things`, and the ids they find. */
const filters: readonly (readonly [query: string, ...ids: number[]])[] = [
  ['id=eq.2', 2],
  ['id=not.eq.2', 1, 3],
  ['id=neq.2', 1, 3],
  ['id=gt.1&id=lte.2', 2],
  ['id=gte.2', 2, 3],
  ['id=lt.2', 1],
  ['id=in.(1,3,99)', 1, 3],
  ['id=in.()'],
  ['id=not.in.(1)', 2, 3],
  ['id=eq(any).{1,2}', 1, 2],
  ['id=gt(all).{1,2}', 3],
  ['name=like.*demos', 1],
  ['name=ilike.TEN*', 1],
  ['name=like(any).{Ten*,=*}', 1, 3],
  ['name=match.^Ten', 1],
  ['name=imatch.^ten', 1],
  ['done=is.true', 1],
  ['done=not.is.true', 2, 3],
  ['big=is.null', 2],
  ['big=is.not_null', 1, 3],
  ['big=isdistinct.-5', 1, 2],
  ['big=eq.9007199254740993', 1],
  ['tags=cs.{two}', 1, 2],
  ['tags=cd.{two,three}', 2, 3],
  ['tags=ov.{one,three}', 1],
  ['span=cs.[3,4)', 1],
  ['span=sl.[5,6)', 1],
  ['span=sr.[1,5)', 2],
  ['span=nxr.[1,6)', 1],
  ['span=nxl.[5,6)', 2],
  ['span=adj.[5,6)', 1],
  ['data=cs.{"a":{"b":"x"}}', 1],
  ['data->a->>b=eq.y', 2],
  ['data->a->n=eq.1', 1],
  ['data->list->>0=eq.10', 1],
  ['data->list->-1=eq.20', 1],
  ['tags->>1=eq.two', 1],
  ['name=fts.demos', 1],
  ['name=fts(english).demo', 1],
  ['name=plfts(english).ten demos', 1],
  ['name=phfts(english).ten demos', 1],
  ['name=wfts(english).ten -x', 1],
  ['feeling=eq.high', 1],
  ['code=eq.ab', 1],
  ['wait=eq.26:00:00', 1],
  ['bytes=eq.\\x00ff', 1],
  ['at=eq.2026-03-02T09:00:00.123456%2B00:00', 1],
  ['day=gte.2026-03-03', 2],
  ['name=eq.Gr%C3%B6%C3%9Fe+"x",+(y)', 2],
  [String.raw`name=in.("Größe \"x\", (y)",none)`, 2],
  [String.raw`or=(name.eq."Größe \"x\", (y)",id.eq.3)`, 2, 3],
  ['or=(id.eq.1,and(id.gt.1,done.is.false,name.like.=*))', 1, 3],
  ['not.or=(id.eq.1,id.eq.2)', 3],
  ['and=(id.gt.1,not.and(id.eq.2,done.is.false))', 3],
  ['or=(tags.cs.{one,two},id.in.(3))', 1, 3],
  ['"odd, \\"name\\""=is.null&id=eq.1', 1],
]

const reads: readonly Scenario[] = [
  {
    name: 'all rows and columns',
    path: '/pairs',
    status: 200,
    json: [
      { a: 1, b: 1, note: 'one' },
      { a: 1, b: 2, note: 'two' },
    ],
    answers: { 'content-range': '0-1/*', 'content-type': 'application/json; charset=utf-8' },
  },
  {
    name: 'aliases, casts and paths',
    path: '/things?select=n:name,big::text,day::timestamp,data->a->>b,x:data->list->0,feeling::text&id=eq.1',
    status: 200,
    text: '[{"n":"Ten demos","big":"9007199254740993","day":"2026-03-02T00:00:00","b":"x","x":10,"feeling":"high"}]',
  },
  {
    name: 'values as PostgreSQL writes them',
    path: '/things?select=big,price,at,moment,day,tags,span,wait,bytes,data->a&id=eq.1',
    status: 200,
    text:
      '[{"big":9007199254740993,"price":12.50,"at":"2026-03-02T09:00:00.123456+00:00","moment":"2026-03-02T09:00:00.123456",' +
      '"day":"2026-03-02","tags":["one","two"],"span":"[1,5)","wait":"1 day 02:00:00","bytes":"\\\\x00ff","a":{"b": "x", "n": 1}}]',
  },
  { name: 'order and limit', path: '/things?select=id&order=done.desc,id.desc&limit=2', status: 200, json: ids(1, 3) },
  {
    name: 'nulls first and last',
    path: '/things?select=id&order=price.desc.nullslast',
    status: 200,
    json: ids(1, 3, 2),
  },
  {
    name: 'order by a path',
    path: '/things?select=id&order=data->a->>b.desc.nullslast',
    status: 200,
    json: ids(2, 1, 3),
  },
  {
    name: 'a page with a count',
    path: '/things?select=id&order=id&offset=1&limit=1',
    headers: prefer('count=exact'),
    status: 206,
    json: ids(2),
    answers: { 'content-range': '1-1/3', 'preference-applied': 'count=exact' },
  },
  {
    name: 'an exact count of 5,000 rows',
    path: '/many?select=id&limit=1',
    headers: prefer('count=exact'),
    status: 206,
    json: ids(1),
    answers: { 'content-range': '0-0/5000' },
  },
  ...(['planned', 'estimated'] as const).map((count) => ({
    name: `a ${count} count of 4,000 rows`,
    path: '/many?select=id&id=gt.1000&order=id&limit=1',
    headers: prefer(`count=${count}`),
    status: 206,
    json: ids(1001),
    // The planner's estimate of 4,000 rows.
    answers: { 'content-range': /^0-0\/(39\d\d|40\d\d)$/ },
  })),
  {
    name: 'a planned count of few rows is exact',
    path: '/things?select=id&id=lt.3&order=id',
    headers: prefer('count=planned'),
    status: 200,
    json: ids(1, 2),
    answers: { 'content-range': '0-1/2' },
  },
  {
    name: 'a Range header',
    path: '/things?select=id&order=id',
    headers: { range: '1-1' },
    status: 200,
    json: ids(2),
    answers: { 'content-range': '1-1/*' },
  },
  {
    name: 'an offset beyond the end without a count',
    path: '/things?offset=10',
    status: 200,
    json: [],
    answers: { 'content-range': '*/*' },
  },
  {
    name: 'an offset at the end with a count',
    path: '/things?offset=3',
    headers: prefer('count=exact'),
    status: 206,
    json: [],
    answers: { 'content-range': '*/3' },
  },
  {
    name: 'an offset beyond the end with a count',
    path: '/things?offset=4',
    headers: prefer('count=exact'),
    status: 416,
    json: { code: 'PGRST103', details: 'An offset of 4 was requested, but there are only 3 rows.' },
  },
  { name: 'limit=0', path: '/things?limit=0', status: 200, json: [], answers: { 'content-range': '*/*' } },
  { name: 'a negative limit', path: '/things?limit=-1', status: 416, json: { code: 'PGRST103' } },
  {
    name: 'HEAD with a count',
    method: 'HEAD',
    path: '/things?select=*',
    headers: prefer('count=exact'),
    status: 200,
    text: '',
    answers: { 'content-range': '0-2/3' },
  },
  { name: 'HEAD with an error', method: 'HEAD', path: '/things?id=eq.x', status: 400, text: '' },
  {
    name: 'one object',
    path: '/things?select=id&id=eq.1',
    headers: OBJECT,
    status: 200,
    text: '{"id":1}',
    answers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
  },
  {
    name: 'one object from two rows',
    path: '/pairs',
    headers: OBJECT,
    status: 406,
    json: {
      code: 'PGRST116',
      details: 'The result contains 2 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
    answers: { 'proxy-status': 'PostgREST; error=PGRST116' },
  },
  {
    name: 'one object from no row',
    path: '/pairs?a=eq.9',
    headers: OBJECT,
    status: 406,
    json: { code: 'PGRST116', details: 'The result contains 0 rows' },
  },
  {
    name: 'nulls stripped',
    path: '/things?select=id,big,price&id=eq.2',
    headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    status: 200,
    text: '[{"id":2}]',
  },
  {
    name: 'CSV',
    path: '/things?select=id,name,price,done,day&order=id',
    headers: { accept: 'text/csv' },
    status: 200,
    text: 'id,name,price,done,day\r\n1,Ten demos,12.50,t,2026-03-02\r\n2,"Größe ""x"", (y)",,f,2026-03-03\r\n3,\'=1+1,-2.00,f,',
    answers: { 'content-type': 'text/csv; charset=utf-8' },
  },
  { name: 'CSV of no row', path: '/pairs?a=eq.9', headers: { accept: 'text/csv' }, status: 200, text: 'a,b,note' },
  { name: 'a view', path: '/done_things', status: 200, json: [{ id: 1, name: 'Ten demos' }] },
  {
    name: 'a schema that is named',
    path: '/done_things?select=id',
    headers: { 'accept-profile': 'public' },
    status: 200,
    json: [{ id: 1 }],
    answers: { 'content-profile': 'public' },
  },
  { name: 'an ignored apikey parameter', path: '/pairs?select=a&b=eq.1&apikey=ignored', status: 200, json: [{ a: 1 }] },
  {
    name: 'a schema that is not exposed',
    path: '/users',
    headers: { 'accept-profile': 'auth' },
    status: 406,
    json: { code: 'PGRST106', message: 'Invalid schema: auth' },
  },
  {
    name: 'a misspelt table',
    path: '/thing',
    status: 404,
    json: { code: 'PGRST205', hint: "Perhaps you meant the table 'public.things'" },
  },
  {
    name: 'an unknown table',
    path: '/nothing',
    status: 404,
    json: { code: 'PGRST205', message: "Could not find the table 'public.nothing' in the schema cache", hint: null },
  },
  {
    name: 'an unknown column',
    path: '/things?select=nothing',
    status: 400,
    json: { code: '42703', message: 'column things.nothing does not exist' },
  },
  { name: 'an unknown type', path: '/things?select=id::nothing', status: 400, json: { code: '42704' } },
  {
    name: 'a value of the wrong type',
    path: '/things?key=eq.abc',
    status: 400,
    json: { code: '22P02', message: 'invalid input syntax for type uuid: "abc"' },
  },
  { name: 'an operator that the type does not have', path: '/things?id=like.1', status: 404, json: { code: '42883' } },
  {
    name: 'a filter without an operator',
    path: '/things?id=val',
    status: 400,
    json: { code: 'PGRST100', message: '"failed to parse filter (val)" (line 1, column 1)' },
  },
  { name: 'an embedded table', path: '/things?select=id,pairs(*)', status: 400, json: { code: 'PGRST200' } },
  { name: 'an aggregate', path: '/things?select=price.sum()', status: 400, json: { code: 'PGRST123' } },
  {
    name: 'an unsupported media type',
    path: '/things',
    headers: { accept: 'image/png' },
    status: 406,
    json: { code: 'PGRST107' },
  },
  { name: 'NUL in a value', path: '/things?name=eq.%00', status: 400, json: { code: 'PGRST100' } },
  { name: 'the root path', path: '/', status: 404, json: { code: 'PGRST125' } },
  { name: 'a path below a table', path: '/things/1', status: 404, json: { code: 'PGRST125' } },
  {
    name: 'an alias with a quote and SQL',
    path: `/things?select="x\\"; drop table pairs; --":id&id=eq.1`,
    status: 200,
    json: [{ 'x"; drop table pairs; --': 1 }],
  },
]

const full = prefer('return=representation')
const merge = 'resolution=merge-duplicates'

const writes: readonly Scenario[] = [
  {
    name: 'insert one',
    method: 'POST',
    path: '/things',
    body: { id: 9 },
    status: 201,
    text: '',
    answers: { 'content-range': '*/*' },
  },
  {
    name: 'insert many and count',
    method: 'POST',
    path: '/things',
    body: [{ id: 9 }, { id: 10 }],
    headers: prefer('count=exact'),
    status: 201,
    text: '',
    answers: { 'content-range': '*/2' },
  },
  {
    name: 'insert and return',
    method: 'POST',
    path: '/things?select=id,name,price',
    body: { id: 9 },
    headers: full,
    status: 201,
    json: [{ id: 9, name: 'nameless', price: 1.5 }],
    answers: { 'preference-applied': 'return=representation', 'content-type': 'application/json; charset=utf-8' },
  },
  {
    name: 'insert and return one object',
    method: 'POST',
    path: '/things?select=id',
    body: [{ id: 9 }],
    headers: { ...full, ...OBJECT },
    status: 201,
    json: { id: 9 },
  },
  {
    name: 'insert and return in order',
    method: 'POST',
    path: '/things?select=name&order=id.desc',
    body: [
      { id: 9, name: 'a' },
      { id: 10, name: 'b' },
    ],
    headers: full,
    status: 201,
    json: [{ name: 'b' }, { name: 'a' }],
  },
  {
    name: 'insert every type',
    method: 'POST',
    path: '/things?select=big,price,at,data,tags,span,wait,bytes,feeling,code',
    body: {
      id: 9,
      big: '9007199254740993',
      price: 7,
      at: '2026-03-02T10:00:00+01:00',
      data: { a: [1, null] },
      tags: ['a,b', '"'],
      span: '[1,3]',
      wait: '90 minutes',
      bytes: '\\x01',
      feeling: 'low',
      code: 'a',
    },
    headers: full,
    status: 201,
    text: '[{"big":9007199254740993,"price":7.00,"at":"2026-03-02T09:00:00+00:00","data":{"a": [1, null]},"tags":["a,b","\\""],"span":"[1,4)","wait":"01:30:00","bytes":"\\\\x01","feeling":"low","code":"a  "}]',
  },
  {
    name: 'a number keeps its digits',
    method: 'POST',
    path: '/things?select=big',
    body: '{"id": 9, "big": 9007199254740993}',
    headers: full,
    status: 201,
    text: '[{"big":9007199254740993}]',
  },
  {
    name: 'insert and return the Location',
    method: 'POST',
    path: '/pairs',
    body: { a: 5, b: 6 },
    headers: prefer('return=headers-only'),
    status: 201,
    text: '',
    answers: { location: '/pairs?a=eq.5&b=eq.6' },
  },
  { name: 'insert nothing', method: 'POST', path: '/things', body: [], headers: full, status: 201, json: [] },
  {
    name: 'insert defaults only',
    method: 'POST',
    path: '/counted',
    body: {},
    headers: full,
    status: 201,
    json: [{ id: 1, name: null }],
  },
  {
    name: 'insert defaults only, twice',
    method: 'POST',
    path: '/counted',
    body: [{}, {}],
    headers: full,
    status: 201,
    json: [
      { id: 1, name: null },
      { id: 2, name: null },
    ],
  },
  {
    name: 'missing keys of columns are null',
    method: 'POST',
    path: '/things?columns="id","price"&select=price',
    body: [{ id: 9, price: 3 }, { id: 10 }],
    headers: full,
    status: 201,
    json: [{ price: 3 }, { price: null }],
  },
  {
    name: 'missing keys of columns get the default',
    method: 'POST',
    path: '/things?columns="id","price"&select=price,name',
    body: [{ id: 9, price: 3, name: 'ignored' }, { id: 10 }],
    headers: prefer('return=representation', 'missing=default'),
    status: 201,
    json: [
      { price: 3, name: 'nameless' },
      { price: 1.5, name: 'nameless' },
    ],
    answers: { 'preference-applied': 'missing=default, return=representation' },
  },
  {
    name: 'a missing identity column gets its default',
    method: 'POST',
    path: '/counted?columns=id,name',
    body: [{ name: 'a' }, { id: 7, name: 'b' }],
    headers: prefer('return=representation', 'missing=default'),
    status: 201,
    json: [
      { id: 1, name: 'a' },
      { id: 7, name: 'b' },
    ],
  },
  {
    name: 'rows with different keys',
    method: 'POST',
    path: '/things',
    body: [{ id: 9 }, { id: 10, name: 'a' }],
    status: 400,
    json: { code: 'PGRST102', message: 'All object keys must match' },
  },
  {
    name: 'a body that is not JSON',
    method: 'POST',
    path: '/things',
    body: '{',
    status: 400,
    json: { code: 'PGRST102', message: 'Empty or invalid json' },
  },
  {
    name: 'an unknown key',
    method: 'POST',
    path: '/things',
    body: { nothing: 1 },
    status: 400,
    json: { code: 'PGRST204', message: "Could not find the 'nothing' column of 'things' in the schema cache" },
  },
  {
    name: 'a duplicate primary key',
    method: 'POST',
    path: '/things',
    body: { id: 1 },
    status: 409,
    json: { code: '23505' },
  },
  {
    name: 'null in a not-null column',
    method: 'POST',
    path: '/things',
    body: { id: 9, name: null },
    status: 400,
    json: { code: '23502' },
  },
  {
    name: 'NUL in a text',
    method: 'POST',
    path: '/things',
    body: { id: 9, name: 'a\0b' },
    status: 400,
    json: { code: '22P05' },
  },
  {
    name: 'merge a new row',
    method: 'POST',
    path: '/things?select=id,name',
    body: { id: 9, name: 'new' },
    headers: prefer(merge, 'return=representation'),
    status: 201,
    json: [{ id: 9, name: 'new' }],
  },
  {
    name: 'merge an existing row',
    method: 'POST',
    path: '/things?select=id,name,big',
    body: { id: 3, name: 'merged' },
    headers: prefer(merge, 'return=representation'),
    status: 200,
    json: [{ id: 3, name: 'merged', big: -5 }],
  },
  {
    name: 'merge an existing and a new row',
    method: 'POST',
    path: '/things',
    body: [{ id: 3 }, { id: 9 }],
    headers: prefer(merge),
    status: 201,
    text: '',
  },
  {
    name: 'merge by a unique column',
    method: 'POST',
    path: '/things?on_conflict=key',
    body: { id: 9, key: null },
    headers: prefer(merge),
    status: 201,
  },
  {
    name: 'merge by a column that is not unique',
    method: 'POST',
    path: '/things?on_conflict=name',
    body: { id: 9 },
    headers: prefer(merge),
    status: 400,
    json: { code: '42P10' },
  },
  {
    name: 'merge the same key twice',
    method: 'POST',
    path: '/things',
    body: [{ id: 9 }, { id: 9 }],
    headers: prefer(merge),
    status: 500,
    json: { code: '21000' },
  },
  {
    name: 'ignore an existing row',
    method: 'POST',
    path: '/things?select=id',
    body: [{ id: 3 }, { id: 9 }],
    headers: prefer('resolution=ignore-duplicates', 'return=representation'),
    status: 201,
    json: ids(9),
  },
  {
    name: 'update',
    method: 'PATCH',
    path: '/things?id=eq.1',
    body: { name: 'a', tags: null },
    status: 204,
    text: '',
    answers: { 'content-range': '0-0/*' },
  },
  {
    name: 'update and return',
    method: 'PATCH',
    path: '/things?id=gt.1&select=id,name&order=id.desc',
    body: { name: 'a' },
    headers: full,
    status: 200,
    json: [
      { id: 3, name: 'a' },
      { id: 2, name: 'a' },
    ],
    answers: { 'content-range': '0-1/*' },
  },
  {
    name: 'update no row',
    method: 'PATCH',
    path: '/things?id=eq.99',
    body: { name: 'a' },
    headers: full,
    status: 200,
    json: [],
    answers: { 'content-range': '*/*' },
  },
  {
    name: 'update with an empty object',
    method: 'PATCH',
    path: '/things?id=eq.1',
    body: {},
    headers: full,
    status: 200,
    json: [],
  },
  {
    name: 'update with columns and an empty array',
    method: 'PATCH',
    path: '/things?id=eq.1&columns=tags',
    body: [],
    headers: full,
    status: 200,
    json: [],
  },
  {
    name: 'update without a filter',
    method: 'PATCH',
    path: '/things',
    body: { name: 'a' },
    status: 400,
    json: { code: '21000', message: 'UPDATE requires a WHERE clause' },
  },
  {
    name: 'update the column of the filter',
    method: 'PATCH',
    path: '/things?name=eq.Ten demos&select=id,name',
    body: { name: 'b' },
    headers: full,
    status: 200,
    json: [{ id: 1, name: 'b' }],
  },
  {
    name: 'put a new row',
    method: 'PUT',
    path: '/pairs?a=eq.7&b=eq.8',
    body: { a: 7, b: 8, note: 'new' },
    headers: full,
    status: 201,
    json: [{ a: 7, b: 8, note: 'new' }],
  },
  {
    name: 'put an existing row',
    method: 'PUT',
    path: '/pairs?a=eq.1&b=eq.2',
    body: { a: 1, b: 2, note: 'put' },
    headers: full,
    status: 200,
    json: [{ a: 1, b: 2, note: 'put' }],
  },
  {
    name: 'put without returning the row',
    method: 'PUT',
    path: '/pairs?a=eq.1&b=eq.2',
    body: { a: 1, b: 2 },
    status: 204,
    text: '',
  },
  {
    name: 'put with another key in the body',
    method: 'PUT',
    path: '/pairs?a=eq.1&b=eq.2',
    body: { a: 1, b: 3 },
    status: 400,
    json: { code: 'PGRST115' },
  },
  {
    name: 'put by part of the key',
    method: 'PUT',
    path: '/pairs?a=eq.1',
    body: { a: 1, b: 3 },
    status: 405,
    json: { code: 'PGRST105' },
  },
  {
    name: 'delete',
    method: 'DELETE',
    path: '/things?id=eq.1',
    status: 204,
    text: '',
    answers: { 'content-range': '*/*' },
  },
  {
    name: 'delete and return',
    method: 'DELETE',
    path: '/things?id=gt.1&select=id&order=id',
    headers: prefer('return=representation', 'count=exact'),
    status: 200,
    json: ids(2, 3),
    answers: { 'content-range': '*/2' },
  },
  {
    name: 'delete without a filter',
    method: 'DELETE',
    path: '/things',
    status: 400,
    json: { code: '21000', message: 'DELETE requires a WHERE clause' },
  },
  {
    name: 'an unknown preference with handling=strict',
    method: 'DELETE',
    path: '/things?id=eq.1',
    headers: prefer('handling=strict', 'anything'),
    status: 400,
    json: { code: 'PGRST122' },
  },
  {
    name: 'as many rows as max-affected',
    method: 'DELETE',
    path: '/things?id=eq.1',
    headers: prefer('handling=strict', 'max-affected=1'),
    status: 204,
    answers: { 'preference-applied': 'handling=strict, max-affected=1' },
  },
  { name: 'an unsupported method', method: 'PROPFIND', path: '/things', status: 405, json: { code: 'PGRST117' } },
]

/** Writes that are rejected after they ran: their transaction is rolled back. */
const rolledBack: readonly Scenario[] = [
  {
    name: 'an update of two rows as one object',
    method: 'PATCH',
    path: '/things?id=gt.1',
    body: { name: 'gone' },
    headers: { ...full, ...OBJECT },
    status: 406,
    json: { code: 'PGRST116', details: 'The result contains 2 rows' },
  },
  {
    name: 'an update of two rows as one object that is not returned',
    method: 'PATCH',
    path: '/things?id=gt.1',
    body: { name: 'gone' },
    headers: OBJECT,
    status: 406,
    json: { code: 'PGRST116' },
  },
  {
    name: 'an insert of two rows as one object',
    method: 'POST',
    path: '/things',
    body: [
      { id: 9, name: 'gone' },
      { id: 10, name: 'gone' },
    ],
    headers: { ...full, ...OBJECT },
    status: 406,
    json: { code: 'PGRST116' },
  },
  {
    name: 'a deletion of two rows as one object',
    method: 'DELETE',
    path: '/things?id=gt.1',
    headers: { ...full, ...OBJECT },
    status: 406,
    json: { code: 'PGRST116' },
  },
  {
    name: 'more rows than max-affected',
    method: 'PATCH',
    path: '/things?id=gt.1',
    body: { name: 'gone' },
    headers: prefer('handling=strict', 'max-affected=1'),
    status: 400,
    json: {
      code: 'PGRST124',
      details: 'The query affects 2 rows',
      message: 'Query result exceeds max-affected preference constraint',
    },
  },
  {
    name: 'a call that returns two rows as one object',
    method: 'POST',
    path: '/rpc/insert_two',
    headers: OBJECT,
    status: 406,
    json: { code: 'PGRST116' },
  },
  { name: 'a writing function by GET', path: '/rpc/clear_things', status: 405, json: { code: '25006' } },
]

const calls: readonly Scenario[] = [
  { name: 'a scalar', method: 'POST', path: '/rpc/add', body: { a: 1, b: 2 }, status: 200, text: '3' },
  { name: 'a default argument', method: 'POST', path: '/rpc/add', body: { a: 1 }, status: 200, text: '11' },
  { name: 'by GET', path: '/rpc/add?a=1&b=2', status: 200, text: '3' },
  { name: 'by HEAD', method: 'HEAD', path: '/rpc/add?a=1', status: 200, text: '' },
  { name: 'a null argument', method: 'POST', path: '/rpc/add', body: { a: null }, status: 200, text: 'null' },
  { name: 'a set of values', path: '/rpc/numbers?upto=3', status: 200, json: [1, 2, 3] },
  {
    name: 'a page of a set with a count',
    path: '/rpc/numbers?upto=5&limit=2&offset=1',
    headers: prefer('count=exact'),
    status: 206,
    json: [2, 3],
    answers: { 'content-range': '1-2/5' },
  },
  {
    name: 'rows with select and a filter',
    method: 'POST',
    path: '/rpc/things_named?select=id,n:name&id=lt.9',
    body: { wanted: '=1+1' },
    status: 200,
    json: [{ id: 3, n: '=1+1' }],
  },
  {
    name: 'rows by GET with a filter',
    path: '/rpc/things_named?wanted=Ten demos&select=id&done=is.true',
    status: 200,
    json: ids(1),
  },
  { name: 'one row', path: '/rpc/first_thing?select=id', status: 200, json: { id: 1 } },
  { name: 'a table', path: '/rpc/sums?a=2&b=3', status: 200, json: [{ sum: 5, product: 6 }] },
  {
    name: 'a table as one object',
    path: '/rpc/sums?a=2&b=3',
    headers: OBJECT,
    status: 200,
    json: { sum: 5, product: 6 },
  },
  {
    name: 'a table as CSV',
    path: '/rpc/sums?a=2&b=3',
    headers: { accept: 'text/csv' },
    status: 200,
    text: 'sum,product\r\n5,6',
  },
  {
    name: 'a JSON argument',
    method: 'POST',
    path: '/rpc/echo',
    body: { value: { a: [1] } },
    status: 200,
    text: '{"a": [1]}',
  },
  { name: 'a JSON argument in the URL', path: '/rpc/echo?value={"a":1}', status: 200, text: '{"a": 1}' },
  { name: 'a variadic argument', path: '/rpc/joined?words=a&words=b', status: 200, json: 'a-b' },
  { name: 'a function that returns void', method: 'POST', path: '/rpc/clear_things', status: 204, text: '' },
  {
    name: 'a function that raises PT418',
    method: 'POST',
    path: '/rpc/complain',
    status: 418,
    json: { code: 'PT418', details: 'short', hint: 'stout', message: 'I am a teapot' },
  },
  {
    name: 'method, path and time zone of the request',
    path: '/rpc/request_info',
    headers: prefer('timezone=Europe/Lisbon'),
    status: 200,
    json: { method: 'GET', path: '/rpc/request_info', zone: 'Europe/Lisbon' },
  },
  { name: 'an ambiguous overload', path: '/rpc/pick?a=1', status: 300, json: { code: 'PGRST203' } },
  {
    name: 'the body as an unnamed parameter',
    method: 'POST',
    path: '/rpc/whole',
    body: { a: [1] },
    status: 200,
    text: '{"a": [1]}',
  },
  {
    name: 'a JSON array as an unnamed parameter',
    method: 'POST',
    path: '/rpc/whole',
    body: [1, 'two'],
    status: 200,
    text: '[1, "two"]',
  },
  {
    name: 'named parameters before an unnamed one',
    method: 'POST',
    path: '/rpc/either',
    body: { a: 1 },
    status: 200,
    text: '"named"',
  },
  {
    name: 'an unnamed parameter when no name matches',
    method: 'POST',
    path: '/rpc/either',
    body: { b: 1 },
    status: 200,
    text: '"whole"',
  },
  {
    name: 'an unnamed parameter that is not JSON',
    method: 'POST',
    path: '/rpc/whole',
    body: '{',
    status: 400,
    json: { code: 'PGRST102' },
  },
  {
    name: 'an unknown parameter',
    method: 'POST',
    path: '/rpc/add',
    body: { a: 1, c: 2 },
    status: 404,
    json: { code: 'PGRST202', hint: 'Perhaps you meant to call the function public.add(a, b)' },
  },
  {
    name: 'a misspelt function',
    method: 'POST',
    path: '/rpc/things_name',
    body: { wanted: 'x' },
    status: 404,
    json: { code: 'PGRST202', hint: 'Perhaps you meant to call the function public.things_named(wanted)' },
  },
  {
    name: 'unknown parameters only',
    method: 'POST',
    path: '/rpc/add',
    body: { x: 1 },
    status: 404,
    json: { code: 'PGRST202', message: 'Could not find the function public.add(x) in the schema cache' },
  },
  { name: 'by an unsupported method', method: 'DELETE', path: '/rpc/add', status: 405, json: { code: 'PGRST101' } },
]

describe.each(engines)('the tables API on %s', (engine) => {
  let server: RestServer
  beforeAll(async () => {
    server = await startRestServer(engine, fixture)
  })
  afterAll(() => server.close())
  beforeEach(() => server.arrange(...rows))

  async function runScenario({ path, status, json, text, answers = {}, ...sent }: Scenario) {
    const found = await server.send(path, sent)
    const body = await found.text()
    expect({ status: found.status, body }).toMatchObject({ status, ...(text === undefined ? {} : { body: text }) })
    if (json !== undefined && status >= 400) expect(JSON.parse(body)).toMatchObject(json as object)
    else if (json !== undefined && status === 300) expect(JSON.parse(body)).toMatchObject(json as object)
    else if (json !== undefined) expect(JSON.parse(body)).toEqual(json)
    for (const [name, value] of Object.entries(answers)) {
      if (value instanceof RegExp) expect(found.headers.get(name)).toMatch(value)
      else expect(found.headers.get(name)).toBe(value)
    }
  }

  test.each(filters.map(([query, ...found]) => ({ query, found })))('filters by $query', async ({ query, found }) => {
    await runScenario({ name: query, path: `/things?select=id&order=id&${query}`, status: 200, json: ids(...found) })
  })

  test.each(reads)('reads: $name', runScenario)
  test.each(writes)('writes: $name', runScenario)
  test.each(calls)('calls: $name', runScenario)

  test.each(rolledBack)('rolls back: $name', async (scenario) => {
    await runScenario(scenario)
    const after = await server.send('/things?select=id,name&order=id')
    expect(await after.json()).toMatchObject([{ id: 1 }, { id: 2, name: 'Größe "x", (y)' }, { id: 3, name: '=1+1' }])
  })

  test('a response truncated to 1,000 rows has the total in content-range', async () => {
    await server.arrange('insert into public.counted (name) select n::text from generate_series(1, 1500) n')
    const found = await server.send('/counted?select=id&order=id')
    expect(found.headers.get('content-range')).toBe('0-999/1500')
    expect(await found.json()).toHaveLength(1000)
    const rest = await server.send('/counted?select=id&offset=1000')
    expect(rest.headers.get('content-range')).toBe('1000-1499/*')
    const deleted = await server.send('/counted?id=gt.0', { method: 'DELETE', headers: full })
    expect(deleted.headers.get('content-range')).toBe('0-999/1500')
    expect(await deleted.json()).toHaveLength(1000)
  })

  test('NOTIFY pgrst reloads the schema, and a new table is found', async () => {
    expect((await server.send('/latecomers')).status).toBe(404)
    await server.arrange(
      'create table if not exists public.latecomers (id int)',
      'grant all on public.latecomers to service_role',
      `notify pgrst, 'reload schema'`,
    )
    await expect.poll(async () => (await server.send('/latecomers')).status).toBe(200)
  })

  test('a new column is in the next response', async () => {
    await server.send('/pairs?a=eq.1')
    await server.arrange(`alter table public.pairs add column if not exists extra text default 'e'`)
    expect(await (await server.send('/pairs?b=eq.1')).json()).toEqual([{ a: 1, b: 1, note: 'one', extra: 'e' }])
    await server.arrange('alter table public.pairs drop column extra')
  })
})

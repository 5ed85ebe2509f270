import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validPlan, type ExampleOptions } from './example.ts'
import { arrayText, identifier } from '../filters/operation-sql.ts'
import { toSql } from './sql.ts'

const sqlOf = (line: string, options?: ExampleOptions) => toSql(validPlan(line, options))

const page = (inner: string, total = 'null') =>
  `with "r" as materialized (select row_to_json("p".*) as "json" from (${inner}) as "p") ` +
  `select coalesce(json_agg("json"), '[]'), count(*), ${total} from "r" ` +
  `where (select coalesce(sum(pg_column_size("json")), 0) <= 25165824 from "r") or server.raise_error('UPOUT', ` +
  `'The response is longer than 25165824 bytes', null, 'Select fewer columns or fewer rows.')`

describe('a read', () => {
  test('a read is one statement with its values as parameters', () => {
    expect(sqlOf('GET /goals?select=id,text&period=eq.weekly&order=rank.desc.nullslast&limit=5&offset=10')).toEqual({
      text: page(
        'select "id", "text" from "public"."goals" where "period" = $1 order by "rank" desc nulls last limit $2 offset $3',
      ),
      values: ['weekly', '5', '10'],
    })
  })

  test('a read without a limit selects as many rows as one response holds, without a count', () => {
    expect(sqlOf('GET /goals').text).toBe(page('select * from "public"."goals" limit 1000'))
  })

  test('a read with a count uses the same filters for it', () => {
    expect(sqlOf('GET /goals?rank=gt.3&limit=1', { headers: { prefer: 'count=exact' } }).text).toBe(
      page(
        'select * from "public"."goals" where "rank" > $1 limit $2',
        '(select count(*) from "public"."goals" where "rank" > $1)',
      ),
    )
  })

  test('a read by HEAD builds no body', () => {
    expect(sqlOf('HEAD /goals?limit=1').text).toMatch(/^select null, count\(\*\)/)
  })

  test('a read casts, renames and follows JSON paths', () => {
    expect(sqlOf('GET /goals?select=n:rank::text,data->a->>0,tags->1&limit=1')).toEqual({
      text: page(
        `select cast("rank" as pg_catalog.text) as "n", ("data"->$1::text->>$2::int) as "a", (to_jsonb("tags")->$3::int) as "tags" from "public"."goals" limit $4`,
      ),
      values: ['a', '0', '1', '1'],
    })
  })

  test('a read in CSV selects each row as texts', () => {
    const { text } = sqlOf('GET /goals?select=id&limit=1', { headers: { accept: 'text/csv' } })
    expect(text).toContain(`array[case when "id" is not null then format('%s', "id") end]::text[] as "cells"`)
  })
})

describe('a filter', () => {
  test.each([
    ['rank=neq.1', '"rank" <> $1', ['1']],
    ['rank=not.eq.1', 'not ("rank" = $1)', ['1']],
    ['text=ilike.*a*', '"text" ilike $1', ['%a%']],
    ['text=like(any).{a*,b}', '"text" like any ($1)', ['{a%,b}']],
    ['rank=eq(all).{1,2}', '"rank" = all ($1)', ['{1,2}']],
    ['rank=in.(1,2)', '"rank" = any ($1)', ['{"1","2"}']],
    ['rank=in.()', '"rank" = any ($1)', ['{}']],
    ['rank=is.not_null', '"rank" is not null', []],
    ['rank=not.is.null', 'not ("rank" is null)', []],
    ['rank=isdistinct.1', '"rank" is distinct from $1', ['1']],
    ['tags=cs.{a}', '"tags" @> $1', ['{a}']],
    ['data->a->>b=eq.c', '("data"->$1::text->>$2::text) = $3', ['a', 'b', 'c']],
    ['words=fts.a', '"words" @@ to_tsquery($1)', ['a']],
    [
      'text=plfts(english).a',
      'to_tsvector($1::regconfig, "text") @@ plainto_tsquery($1::regconfig, $2)',
      ['english', 'a'],
    ],
    ['or=(rank.eq.1,and(rank.gt.2,text.is.null))', '("rank" = $1 or ("rank" > $2 and "text" is null))', ['1', '2']],
    ['not.and=(rank.eq.1,rank.eq.2)', 'not (("rank" = $1 and "rank" = $2))', ['1', '2']],
  ])('%s', (query, where, values) => {
    const { text, values: found } = sqlOf(`GET /goals?${query}&limit=0`)
    expect(text).toContain(`where ${where} limit`)
    expect(found).toEqual([...values, '0'])
  })
})

describe('a write', () => {
  test('an insert casts the payload to the columns’ types', () => {
    expect(sqlOf('POST /goals', { body: { text: 'a', rank: 1 } })).toEqual({
      text:
        'with "w" as (insert into "public"."goals" ("text", "rank") select "text", "rank" ' +
        'from json_to_recordset($1::json) as "_" ("text" pg_catalog.text, "rank" pg_catalog.int4) returning 1) ' +
        'select null, (select count(*) from "w"), null, null, null',
      values: ['[{"text":"a","rank":1}]'],
    })
  })

  test('an insert uses the default for a missing key with missing=default', () => {
    const headers = { prefer: 'missing=default' }
    const { text, values } = sqlOf('POST /goals?columns=text,rank', { body: [{ text: 'a' }], headers })
    expect(text).toContain(`case when "_row".value ? $3 then "_"."rank" else 0 end as "rank"`)
    expect(values).toEqual(['[{"text":"a"}]', 'text', 'rank'])
  })

  test('a write returns only the selected columns, since returning one requires the select privilege', () => {
    const headers = { prefer: 'return=representation' }
    expect(sqlOf('POST /goals?select=id&order=rank', { body: {}, headers }).text).toContain('returning "rank", "id")')
    expect(sqlOf('POST /goals?select=id', { body: {} }).text).toContain('returning 1)')
    expect(sqlOf('POST /goals', { body: {}, headers: { prefer: 'return=headers-only' } }).text).toContain(
      'returning "id")',
    )
  })

  test('an update sets the columns of the payload where the filters match', () => {
    expect(sqlOf('PATCH /goals?rank=eq.1', { body: { text: 'a' } }).text).toContain(
      'update "public"."goals" set ("text") = (select "text" from json_to_recordset($1::json) as "_" ("text" pg_catalog.text)) where "rank" = $2 returning 1',
    )
  })

  test('rolls a write back when one object is requested and not exactly one row matches', () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    expect(sqlOf('DELETE /goals?rank=eq.1', { headers }).text).toContain(
      `case when (select count(*) from "w") <> 1 then server.raise_error('UP116'`,
    )
  })
})

describe('a call', () => {
  test('a call by JSON casts the object to the parameters’ types', () => {
    expect(sqlOf('POST /rpc/goals_like?rank=eq.1', { body: { id: '7' } })).toMatchObject({
      text: expect.stringContaining(
        'select "t".* from json_to_recordset($1::json) as "a" ("id" pg_catalog.uuid), "public"."goals_like"("id" => "a"."id") as "t"',
      ),
      values: ['[{"id":"7"}]', '1'],
    })
  })
})

test('the text of a statement does not depend on the values', () => {
  const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(value, value, (one, other) => {
      const textFor = (text: string) =>
        sqlOf(`GET /goals?text=eq.${encodeURIComponent(text)}&data->>a=neq.${encodeURIComponent(text)}`).text
      expect(textFor(one)).toBe(textFor(other))
    }),
  )
})

test('a quote cannot end an identifier or an array element', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const quotes = identifier(name).slice(1, -1).replaceAll('""', '')
      expect(quotes).not.toContain('"')
    }),
  )
  expect(arrayText(['a"b\\c', 'NULL', ''])).toBe('{"a\\"b\\\\c","NULL",""}')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'
import { inTransaction, scannedTables } from '../table-scans.ts'

/** Rows that a slow machine writes within the time of one statement. */
const ROWS_AT_ONCE = 1000

describe.each(engines)('searches among 26,000 rows of a founder on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    for (const [table, columns, values, rows] of [
      ['goals', 'text, period', `words, 'weekly'`, 5000],
      ['notes', 'title, content', `'Note ' || n, words`, 2000],
      ['decisions', 'title, reason', `'Decision ' || n, words`, 2000],
      ['weekly_checkins', 'week_of, wins, next_priority', `date '1990-01-01' + 7 * n, words, 'Pricing'`, 1000],
      ['squad_messages', 'content, created_at', `words, timestamptz '2026-01-01' + n * interval '65 minutes'`, 8000],
      ['ai_conversations', 'role, content', `'user', words`, 8000],
    ] as const) {
      for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
        await owner.query(
          `insert into public.${table} (user_id, ${columns})
           select $1, ${values}
           from (select n, 'Every row: ' || md5(n::text) || ' ' || n % 100 || ' pilots' as words
                 from generate_series($2::integer, $3::integer) n) w`,
          [cast.ana.id, from, Math.min(from + ROWS_AT_ONCE - 1, rows)],
        )
      }
    }
    await owner.query('vacuum analyze')
  }, 180_000)
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const tables = ['goals', 'notes', 'decisions', 'weekly_checkins', 'squad_messages', 'ai_conversations']

  test.each(['every', 'pilots 42', 'pil', 'e', '7', 'nowhere', 'every row pilots 42'])(
    'the search “%s” of a founder reads no table as a whole',
    async (search) => {
      const scans = await scannedTables(cast, owner, tables, 'select * from public.find_records($1)', [search])
      expect(scans).toEqual([])
    },
  )

  test('the matching records come from the text search indexes alone', async () => {
    const plan = await inTransaction(cast, owner, async (query) => {
      await query('set local enable_seqscan = off')
      await query('set local enable_indexscan = off')
      return query<{ 'QUERY PLAN': string }>(
        `explain select s.kind, s.id from private.searchable_records s
         where s.words @@ private.record_query($1, '{pilots}', '~', true) and s.id <> all ('{}')
         order by s.created_at desc, s.id limit 20`,
        [cast.ana.id],
      )
    })
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
    for (const table of tables) expect(lines).toContain(`Bitmap Index Scan on ${table}_by_words`)
    expect(lines).not.toMatch(/Seq Scan|Index Scan using/)
  })

  test.each(['every', 'pilots 42', 'pil', 'e', '7', 'nowhere', 'every row pilots 42'])(
    'the search “%s” of an admin in all messages reads no table as a whole',
    async (search) => {
      const text = 'select * from public.find_messages($1)'
      expect(await scannedTables(cast, owner, ['squad_messages'], text, [search], cast.admin)).toEqual([])
    },
  )

  test('the messages of a week come from the text search index alone, and the weeks from that of the dates', async () => {
    const plans = await inTransaction(cast, owner, async (query) => {
      const planOf = async (text: string) =>
        (await query<{ 'QUERY PLAN': string }>(`explain ${text}`)).map((line) => line['QUERY PLAN']).join('\n')
      const weeks = await planOf(`select max(created_at) from public.squad_messages where created_at < 'infinity'`)
      await query('set local enable_seqscan = off')
      await query('set local enable_indexscan = off')
      const messages = await planOf(
        `select m.id from public.squad_messages m
         where private.message_words(m.created_at, m.content) @@ private.message_query(2930, '{pilots}')
         order by m.created_at desc, m.id limit 20`,
      )
      return { weeks, messages }
    })
    expect(plans.messages).toContain('Bitmap Index Scan on squad_messages_by_week_and_words')
    expect(plans.messages).not.toMatch(/Seq Scan|Index Scan using/)
    expect(plans.weeks).toContain('Index Only Scan Backward using squad_messages_by_time')
  })
})

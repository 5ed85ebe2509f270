import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { inTransaction, scannedTables } from '../table-scans.ts'

interface Found {
  readonly id: string
  readonly user_id: string
  readonly first_name: string
  readonly sender_type: string
  readonly sender_name: string
  readonly excerpt: string
  readonly created_at: string
}

describe.each(engines)('find_messages on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const says = (who: Actor, content: string, created_at: string, more: Row = {}) =>
      cast.service.adds('squad_messages', { user_id: who.id, content, created_at, ...more })
    const squad = { sender_type: 'squad', sender_name: 'Upswing Team' }
    await says(cast.ana, 'To: whole-squad\n\nCan you review our pitch-deck for Zürich?', '2024-02-01T09:00:00Z')
    await says(cast.ana, 'Yes, on Thursday 🚀launch day.', '2026-03-02T09:00:00Z', squad)
    await says(cast.ben, 'The pitch in ZURICH went well', '2026-03-03T09:00:00Z')
    await says(cast.ben, `${'First things first. '.repeat(40)}Crème Brûlée GmbH pays.`, '2026-03-03T10:00:00Z')
    await cast.service.adds('ai_conversations', { user_id: cast.ana.id, role: 'user', content: 'A secret Platypus' })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const find = (search: string, more: Row = {}, who: Actor = cast.admin) =>
    who.calls<Found>('find_messages', { search, ...more })
  const founders = async (search: string) => (await find(search)).map(({ first_name }) => first_name)

  test.each([
    ['pitch', ['ben', 'ana']],
    ['zürich PITCH', ['ben', 'ana']],
    ['zurich deck', ['ana']],
    ['pitch-deck', ['ana']],
    ['laun', ['ana']],
    ['BRULÉE', ['ben']],
    ["'went' & !(pitch:*) | ", ['ben']],
    ['pitch launch', []],
    ['itch', []],
    ['platypus', []],
    ['', []],
    ["'&|!:*()<->", []],
    ['x'.repeat(10_000), []],
  ])('%j finds the messages of %j, newest first', async (search, expected) => {
    expect(await founders(search)).toEqual(expected)
  })

  test('returns the founder, the sender and an excerpt with the hit', async () => {
    expect(await find('thursday')).toMatchObject([
      { user_id: cast.ana.id, first_name: 'ana', sender_type: 'squad', sender_name: 'Upswing Team' },
    ])
    const [found] = await find('creme')
    expect(found).toMatchObject({ user_id: cast.ben.id, sender_type: 'user', sender_name: '' })
    expect(found?.excerpt).toMatch(/^… .*Crème/)
  })

  test('returns 20 rows, at least one, and at most 50, across weeks', async () => {
    await owner.query(
      `insert into public.squad_messages (user_id, content, created_at)
       select $1, 'Walrus ' || n, timestamptz '2025-12-31' - n * interval '1 day' from generate_series(1, 60) n`,
      [cast.ana.id],
    )
    const found = await find('walrus')
    expect(found.map(({ excerpt }) => excerpt)).toEqual(Array.from({ length: 20 }, (_, n) => `Walrus ${n + 1}`))
    for (const [max_rows, given] of [
      [-1, 1],
      [0, 1],
      [1_000_000, 50],
    ] as const)
      // prettier-ignore
      expect(await find('walrus', { max_rows })).toHaveLength(given)
  })

  test('messages of any date can be stored, and end no search', async () => {
    for (const created_at of ['infinity', '-infinity', '0044-03-15 BC', '9999-12-31']) {
      await cast.service.adds('squad_messages', { user_id: cast.ben.id, content: 'Narwhal', created_at })
    }
    expect((await find('narwhal')).length).toBeGreaterThanOrEqual(2)
    await cast.service.deletes('squad_messages', { content: 'Narwhal' })
    expect(await find('narwhal')).toEqual([])
  })

  describe('permissions', () => {
    const denied = { code: '42501' }

    test.each(['anonymous', 'ana', 'exAdmin', 'service'] as const)('%s is refused', async (who) => {
      await expect(find('pitch', {}, cast[who])).rejects.toMatchObject(denied)
    })

    test('an admin with a second factor is refused until it is passed', async () => {
      await cast.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
        [cast.admin.id],
      )
      await expect(find('pitch')).rejects.toMatchObject(denied)
      expect(await find('pitch', {}, cast.with({ aal: 'aal2' }, cast.admin))).toHaveLength(2)
      await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.admin.id])
    })
  })
})

/** Rows that a slow machine writes within the time of one statement. */
const ROWS_AT_ONCE = 2500
const ROWS = 20_000

describe.each(engines)('find_messages among 20,000 messages of a year on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    for (let from = 1; from <= ROWS; from += ROWS_AT_ONCE) {
      await owner.query(
        `insert into public.squad_messages (user_id, content, created_at)
         select case when n % 2 = 0 then $1::uuid else $2::uuid end,
           'Every row: ' || md5(n::text) || ' ' || n % 100 || ' pilots',
           timestamptz '2026-01-01' + n * interval '26 minutes'
         from generate_series($3::integer, $4::integer) n`,
        [cast.ana.id, cast.ben.id, from, from + ROWS_AT_ONCE - 1],
      )
    }
    await owner.query('vacuum analyze')
  }, 120_000)
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  test.each(['every', 'pilots 42', 'pil', 'e', '7', 'nowhere', 'every row pilots 42'])(
    'the search “%s” reads no table as a whole',
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

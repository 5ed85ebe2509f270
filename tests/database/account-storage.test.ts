import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Account {
  readonly stored: number
  readonly written: number
}

const MOST_STORED = 100_000_000
const MOST_WRITTEN = 10_000_000
const nothing: Account = { stored: 0, written: 0 }

describe.each(engines)('what an account stores, on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    for (const table of Object.keys(rowsOf)) await owner.query(`delete from public.${table}`)
    await owner.query('delete from private.account_storage')
  })

  const account = async ({ id }: Actor): Promise<Account> => {
    const [row] = await owner.query<Account>(
      'select stored::float8, written::float8 from private.account_storage where user_id = $1',
      [id],
    )
    return row ?? nothing
  }
  /** As if so much had been stored, or written in the last hour. */
  const had = (bytes: Partial<Account>, { id }: Actor = cast.ana) =>
    owner.query(
      `insert into private.account_storage (user_id, stored, written, day_ends_at) values ($1, $2, $3, now() + interval '23 hours')
       on conflict (user_id) do update set stored = excluded.stored, written = excluded.written, day_ends_at = excluded.day_ends_at`,
      [id, bytes.stored ?? 0, bytes.written ?? 0],
    )
  const goal = (text: string, { id }: Actor = cast.ana) => ({ user_id: id, text, period: 'weekly' })
  /** A row of each table that counts, how it is changed, and the bytes of its texts before and after. */
  const rowsOf: Readonly<Record<string, { row: Row; bytes: number; change?: Row; bytesAfter?: number }>> = {
    goals: { row: { text: 'Zehn Vorführungen', period: 'weekly' }, bytes: 24, change: { completed: true } },
    traction_loops: { row: { name: 'Mail' }, bytes: 11, change: { name: 'Cold mail', demos: 5 }, bytesAfter: 16 },
    weekly_checkins: {
      row: { week_of: '2026-03-02', wins: 'One', next_priority: 'Two' },
      bytes: 6,
      change: { ai_summary: 'Three' },
      bytesAfter: 11,
    },
    notes: {
      row: { title: 'T', category: 'C', content: 'Content' },
      bytes: 9,
      change: { content: 'C' },
      bytesAfter: 3,
    },
    decisions: {
      row: { title: 'T', reason: 'R', category: 'C', expected: 'E' },
      bytes: 11,
      change: { result: 'Result' },
      bytesAfter: 17,
    },
    squad_messages: { row: { content: '😀' }, bytes: 8, change: { content: 'x' }, bytesAfter: 5 },
    ai_conversations: { row: { role: 'user', content: 'x'.repeat(32_000) }, bytes: 32_004, change: { content: 'x' }, bytesAfter: 5 }, // prettier-ignore
    internal_notes: { row: { content: 'Note' }, bytes: 4, change: { content: 'Longer' }, bytesAfter: 6 },
    runway_data: { row: { bank_balance: 1000 }, bytes: 0, change: { monthly_burn: 100 } },
    runway_proposals: {
      row: { bank_balance: 1000, monthly_revenue: 0, monthly_burn: 0, as_of: '2026-03-02' },
      bytes: 0,
      change: { answer: 'kept', answered_at: '2026-03-03T09:00:00Z' },
      bytesAfter: 4,
    },
  }

  test.each(Object.entries(rowsOf))('%s: added, changed, deleted, and counted again', async (table, rows) => {
    const { service, ana } = cast
    const where = { user_id: ana.id }
    await service.adds(table, { ...rows.row, ...where })
    expect(await account(ana)).toEqual({ stored: 100 + rows.bytes, written: 0 })
    if (rows.change) {
      await service.changes(table, where, rows.change)
      expect(await account(ana)).toEqual({ stored: 100 + (rows.bytesAfter ?? rows.bytes), written: 0 })
    }
    const { stored } = await account(ana)
    await owner.query('delete from private.account_storage')
    await owner.query('select private.fill_storage()')
    expect(await account(ana)).toEqual({ stored, written: 0 })
    await service.deletes(table, where)
    expect(await account(ana)).toEqual(nothing)
  })

  test('a statement with many rows of several founders counts each one’s', async () => {
    await owner.query(
      `insert into public.goals (user_id, text, period)
       select id, repeat('x', n), 'weekly' from unnest($1::uuid[]) as id, generate_series(1, 100) as n`,
      [[cast.ana.id, cast.ben.id]],
    )
    for (const founder of [cast.ana, cast.ben]) expect(await account(founder)).toEqual({ stored: 15_650, written: 0 })
    await cast.ana.deletes('goals', { user_id: cast.ana.id })
    expect(await account(cast.ana)).toEqual(nothing)
    expect((await account(cast.ben)).stored).toBe(15_650)
  })

  test('what a founder writes counts for a day, whether or not it stays', async () => {
    const { ana } = cast
    await ana.adds('goals', goal('Ten demos'))
    await ana.deletes('goals', { user_id: ana.id })
    expect(await account(ana)).toEqual({ stored: 0, written: 115 })
    await owner.query('update private.account_storage set day_ends_at = now()')
    await ana.adds('goals', goal('Ten demos'))
    expect(await account(ana)).toEqual({ stored: 115, written: 115 })
    // From a clock that was ahead.
    await owner.query(`update private.account_storage set day_ends_at = now() + interval '30 days'`)
    await ana.adds('goals', goal('Ten demos'))
    expect(await account(ana)).toEqual({ stored: 230, written: 115 })
  })

  test('an update counts as written what it writes again, and as stored what it adds', async () => {
    const { ana, admin } = cast
    await ana.adds('goals', goal('Ten demos'))
    await ana.changes('goals', { user_id: ana.id }, { completed: true })
    expect(await account(ana)).toEqual({ stored: 115, written: 2 * 115 })
    await admin.adds('traction_loops', { user_id: admin.id, name: 'Mail' })
    await admin.changes('traction_loops', { user_id: admin.id }, { name: 'Post' })
    expect(await account(admin)).toEqual({ stored: 111, written: 2 * 111 })
  })

  test('what is written after the day is used up is refused, says for how long, and changes nothing', async () => {
    const { ana, ben } = cast
    await had({ written: MOST_WRITTEN - 1 })
    await ana.adds('goals', goal('Ten demos'))
    const attempt = ana.adds('goals', goal('One'))
    await expect(attempt).rejects.toMatchObject({ code: 'PGRST' })
    const refusal = (await attempt.catch((error: Error) => JSON.parse(error.message))) as Row
    expect(refusal).toMatchObject({
      code: 'over_request_rate_limit',
      message: 'You have written as much as an account may write in a day',
      hint: expect.stringMatching(/^Try again in 82[78]\d\d s\.$/),
    })
    expect(await account(ana)).toEqual({ stored: 115, written: MOST_WRITTEN + 114 })
    expect(await ana.sees('goals')).toHaveLength(1)
    await ben.adds('goals', goal('One', ben))
    // Ticking writes a row again.
    await expect(ana.changes('goals', { user_id: ana.id }, { completed: true })).rejects.toMatchObject({
      code: 'PGRST',
    })
    expect(await ana.deletes('goals', { user_id: ana.id })).toBe(1)
    await owner.query(`update private.account_storage set day_ends_at = now() - interval '1 second'`)
    await ana.adds('goals', goal('One'))
  })

  test.each<[string, Partial<Account>]>([
    ['a day that is used up', { written: MOST_WRITTEN }],
    ['a full account', { stored: MOST_STORED }],
  ])('with %s, rows are deleted and become smaller, and none becomes larger', async (_, bytes) => {
    // An admin changes texts.
    const { admin } = cast
    const where = { user_id: admin.id }
    await admin.adds('traction_loops', { ...where, name: 'Mail' })
    await had(bytes, admin)
    await expect(admin.changes('traction_loops', where, { name: 'Cold mail' })).rejects.toMatchObject({ code: 'PGRST' })
    expect(await admin.changes('traction_loops', where, { name: 'M' })).toBe(1)
    expect(await account(admin)).toEqual({
      stored: Math.max((bytes.stored ?? 0) - 3, 0),
      written: (bytes.written ?? 0) + 108,
    })
    await had(bytes)
    await cast.service.adds('goals', goal('Ten demos'))
    expect(await cast.ana.deletes('goals', { user_id: cast.ana.id })).toBe(1)
  })

  test('what is refused leaves nothing on the disk', async () => {
    const { ana } = cast
    const size = async () =>
      (
        await owner.query<{ size: number }>(`select pg_total_relation_size('public.ai_conversations')::float8 as size`)
      )[0]?.size
    const content = Array.from({ length: 8000 }, (_, index) => `w${index}`)
      .join(' ')
      .slice(0, 32_000)
    for (const bytes of [{ written: MOST_WRITTEN }, { stored: MOST_STORED }]) {
      await had(bytes)
      const before = await size()
      for (let attempt = 0; attempt < 20; attempt++) {
        const added = ana.adds('ai_conversations', { user_id: ana.id, role: 'user', content })
        await expect(added).rejects.toMatchObject({ code: 'PGRST' })
      }
      expect(await size()).toBe(before)
    }
  })

  test('a full account is refused in words; deleting gives room', async () => {
    const { ana } = cast
    await ana.adds('goals', goal('x'.repeat(400)))
    await had({ stored: MOST_STORED })
    const attempt = ana.adds('goals', goal('One'))
    await expect(attempt).rejects.toMatchObject({ code: 'PGRST' })
    expect(await attempt.catch((error: Error) => JSON.parse(error.message))).toEqual({
      code: '54000',
      message: 'This account is full: it stores 100 MB of text',
      details: null,
      hint: 'Delete what is no longer needed.',
    })
    expect(await account(ana)).toEqual({ stored: MOST_STORED, written: 0 })
    expect(await ana.changes('goals', { user_id: ana.id }, { completed: true })).toBe(1)
    await ana.deletes('goals', { user_id: ana.id })
    await ana.adds('goals', goal('One'))
  })

  test('what admins and the service write for a full account is counted and stored', async () => {
    const { ana, admin, service } = cast
    await had({ stored: MOST_STORED })
    const reply = { user_id: ana.id, content: 'Hello', sender_type: 'squad', sender_name: 'Adele' }
    await admin.adds('squad_messages', reply)
    await service.adds('goals', goal('One'))
    expect(await account(ana)).toEqual({ stored: MOST_STORED + 115 + 109, written: 0 })
    expect(await account(admin)).toEqual({ stored: 0, written: 115 })
    await had({ written: MOST_WRITTEN }, admin)
    await expect(admin.adds('squad_messages', reply)).rejects.toMatchObject({ code: 'PGRST' })
    await had({}, admin)
  })

  describe('questions to the co-founder', () => {
    const begin = async (turn: string = crypto.randomUUID()) => {
      const given = { founder: cast.ana.id, turn, at_once: 3, allowed: 100, seconds: 60 }
      return (await cast.service.calls<{ state: string; writer: string; wait: number }>('begin_answer', given))[0]
    }

    test('count with their answers, though the service stores them', async () => {
      const turn = crypto.randomUUID()
      const { writer = '' } = (await begin(turn)) ?? {}
      const finished = { founder: cast.ana.id, turn, writer, question: 'How many?', answer: 'Nine' }
      await cast.service.calls('finish_answer', finished)
      expect(await account(cast.ana)).toEqual({ stored: 226, written: 13 })
    })

    test('are refused once the day or the account is full', async () => {
      await had({ written: MOST_WRITTEN })
      expect(await begin()).toMatchObject({ state: 'wait', wait: expect.closeTo(23 * 3600, -2) })
      await had({ stored: MOST_STORED })
      expect(await begin()).toMatchObject({ state: 'full' })
      await had({})
      expect(await begin()).toMatchObject({ state: 'begun' })
    })
  })

  test('admins see it, founders do not', async () => {
    const { ana, ben, admin, exAdmin } = cast
    await ana.adds('goals', goal('Ten demos'))
    const seenBy = (who: Actor, { id }: Actor = ana) => who.calls('founder_storage', { founder: id })
    expect(await seenBy(admin)).toEqual([{ stored: 115, allowed: MOST_STORED }])
    expect(await seenBy(admin, ben)).toEqual([{ stored: 0, allowed: MOST_STORED }])
    for (const who of [ana, exAdmin]) await expect(seenBy(who)).rejects.toMatchObject({ code: '42501' })
  })

  test('a deleted account leaves no counter', async () => {
    const [user] = await owner.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'cleo@example.com') returning id`,
    )
    const id = user?.id ?? ''
    await cast.service.adds('goals', { user_id: id, text: 'Ten demos', period: 'weekly' })
    await owner.query('delete from auth.users where id = $1', [id])
    expect(await owner.query('select from private.account_storage where user_id = $1', [id])).toEqual([])
  })

  test('a row adds a thousand different words to the search, the first ones', async () => {
    const { ana } = cast
    const words = Array.from({ length: 8000 }, (_, index) => `w${index}`)
    await ana.adds('ai_conversations', { user_id: ana.id, role: 'user', content: words.join(' ').slice(0, 32_000) })
    const found = async (search: string) => (await ana.calls('find_records', { search })).length
    expect([await found('w0'), await found('w999'), await found('w1000')]).toEqual([1, 1, 0])
    const [entry] = await owner.query<{ words: number }>(
      `select length(private.record_words(user_id, '', content)) as words from public.ai_conversations`,
    )
    expect(entry).toEqual({ words: 1000 })
    const [message] = await owner.query<{ words: number }>(`select length(private.message_words(now(), $1)) as words`, [
      words.join(' '),
    ])
    expect(message).toEqual({ words: 1000 })
    // Repeated words are not different ones.
    const [again] = await owner.query<{ words: number }>(
      `select length(private.record_words($1, 'Title', repeat('the same words ', 2000) || 'end')) as words`,
      [ana.id],
    )
    expect(again).toEqual({ words: 1 + 5 })
  })
})

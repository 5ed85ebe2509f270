import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

describe.each(engines)('what came of calls on %s', (engine) => {
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
  beforeEach(() => owner.query('delete from public.squad_bookings'))

  /** A call some days ago, at 15:00 UTC; negative: in days. */
  const call = async (daysAgo: number, { member = 'growth', cancelled = false } = {}): Promise<string> => {
    const [row] = await owner.query<{ id: string }>(
      `insert into public.squad_bookings (user_id, member, starts_at, ends_at, cancelled_at)
       select $1, $2, t, t + interval '30 minutes', case when $4 then now() end
       from (select date_trunc('day', now()) + interval '15 hours' - $3::integer * interval '1 day' as t) as s returning id`,
      [cast.ana.id, member, daysAgo, cancelled],
    )
    return String(row?.id)
  }
  const record = (booking: string, outcome: string | null, given: Row = {}) =>
    cast.admin.calls('record_call_outcome', { booking, outcome, ...given })
  const outcomes = () => cast.admin.sees('call_outcomes')
  const toRecord = async () => (await cast.admin.calls<{ id: string }>('calls_to_record')).map(({ id }) => id)

  test('is recorded by an admin, changed and removed; each is in the audit', async () => {
    const { admin, ana } = cast
    const id = await call(2)
    await record(id, 'held', { content: ' They raise ' })
    expect(await outcomes()).toMatchObject([
      { booking: id, user_id: ana.id, outcome: 'held', content: 'They raise', author_id: admin.id },
    ])
    await record(id, 'held', { content: 'They raise' })
    await record(id, 'founder-absent', { known_outcome: 'held', known_content: 'They raise' })
    expect(await outcomes()).toMatchObject([{ outcome: 'founder-absent', content: '' }])
    await record(id, null, { known_outcome: 'founder-absent' })
    expect(await outcomes()).toEqual([])
    const audit = await admin.sees('admin_audit', { table_name: 'call_outcomes' })
    expect(audit.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['insert', ana.id],
      ['update', ana.id],
      ['delete', ana.id],
    ])
  })

  test.each([
    ['a call that is ahead', () => call(-2), {}, 'P0001'],
    ['a cancelled call', () => call(2, { cancelled: true }), {}, 'P0001'],
    ['an unknown call', async () => '00000000-0000-4000-8000-000000000000', {}, 'P0001'],
    ['another word', () => call(2), { outcome: 'fine' }, '23514'],
    ['too long a text', () => call(2), { content: 'x'.repeat(2001) }, '23514'],
  ])('is refused for %s, and nothing is stored', async (_, prepare, given, code) => {
    const { outcome, ...rest } = { outcome: 'held', ...given } as Row
    await expect(record(await prepare(), outcome as string, rest)).rejects.toMatchObject({ code })
    expect(await outcomes()).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['another outcome', { known_outcome: 'founder-absent', known_content: 'They raise' }],
    ['another text', { known_outcome: 'held', known_content: 'They wait' }],
  ])('is not overwritten or removed by who saw %s; the same again is accepted', async (_, known) => {
    const id = await call(2)
    await record(id, 'held', { content: 'They raise' })
    const overtaken = { code: 'P0001', message: 'another admin has recorded this call' }
    for (const outcome of ['squad-absent', null])
      await expect(record(id, outcome, known)).rejects.toMatchObject(overtaken)
    await record(id, 'held', { content: ' They raise ', ...known })
    expect(await outcomes()).toMatchObject([{ outcome: 'held', content: 'They raise' }])
  })

  test('is recorded once by two requests at the same moment', async () => {
    const id = await call(2)
    const settled = await Promise.allSettled([
      record(id, 'held', { content: 'They raise' }),
      record(id, 'founder-absent', { content: 'Nobody came' }),
    ])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await outcomes()).toHaveLength(1)
  })

  test('is due for calls of the last 14 days that have ended, the newest first, until it is recorded', async () => {
    const [late, early] = [await call(1), await call(13)]
    await call(15)
    await call(-1)
    await call(3, { cancelled: true })
    expect(await toRecord()).toEqual([late, early])
    await record(late, 'cancelled-late')
    expect(await toRecord()).toEqual([early])
  })

  test('is on the founder’s timeline for admins alone', async () => {
    const { admin, ana } = cast
    const id = await call(2)
    await record(id, 'held', { content: 'They raise' })
    const seen = async (actor: typeof ana) =>
      (
        await actor.calls<{ record: { outcome: unknown } }>('founder_timeline', { founder: ana.id, kinds: '{call}' })
      ).map(({ record }) => record.outcome)
    expect(await seen(admin)).toEqual([{ outcome: 'held', content: 'They raise' }])
    expect(await seen(ana)).toEqual([null])
    expect(await ana.sees('call_outcomes')).toEqual([])
    expect(JSON.stringify(await ana.calls('my_data'))).not.toContain('They raise')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Entry {
  readonly id: string
  readonly kind: string
  readonly event: string
  readonly at: string
  readonly record: Readonly<Record<string, unknown>>
}

const timelineOf = (who: Actor, founder: Actor, given: Row = {}) =>
  who.calls<Entry>('founder_timeline', { founder: founder.id, ...given })

const told = (entries: readonly Entry[]) => entries.map(({ kind, event, at }) => `${at.slice(0, 10)} ${kind} ${event}`)

describe.each(engines)('the timeline of a founder on %s', (engine) => {
  let cast: Cast
  const isTheirs: Row = {}
  beforeAll(async () => {
    cast = await gather(engine)
    const { service, ana, ben, admin } = cast
    Object.assign(isTheirs, { user_id: ana.id })
    const adds = (table: string, row: Row) => service.adds(table, { ...isTheirs, ...row })
    // prettier-ignore
    await adds('weekly_checkins', {
      week_of: '2026-03-02', mood: 4, wins: 'Two demos', blockers: 'Legal', next_priority: 'Pricing', created_at: '2026-03-06T09:00:00Z',
    })
    // prettier-ignore
    await adds('goals', {
      text: 'Ten demos', period: 'weekly', completed: true, target: 10, progress: 10, unit: 'demos',
      created_at: '2026-03-02T09:00:00Z', completed_at: '2026-03-05T09:00:00Z',
    })
    await adds('goals', { text: 'SOC 2', period: 'yearly', created_at: '2026-03-03T09:00:00Z' })
    // prettier-ignore
    await adds('decisions', {
      title: 'Raise prices', reason: 'Churn is low', impact: 'positive', result: 'Well done', outcome: 'No one left',
      was_right: 'yes', created_at: '2026-03-01T09:00:00Z', reviewed_at: '2026-03-10T09:00:00Z',
    })
    await adds('notes', { title: 'Buyers', content: 'They ask for SSO', created_at: '2026-03-04T09:00:00Z' })
    await adds('internal_notes', { content: 'Wants to sell', author_id: admin.id, created_at: '2026-03-07T09:00:00Z' })
    // prettier-ignore
    await adds('squad_bookings', {
      member: 'growth', topic: 'Pricing', starts_at: '2026-03-09T15:00:00Z', ends_at: '2026-03-09T15:30:00Z',
    })
    await adds('squad_messages', { content: 'Hello', created_at: '2026-03-08T09:00:00Z' })
    await adds('traction_loops', { name: 'Cold mail', conversions: 5, created_at: '2026-02-10T09:00:00Z' })
    const [loop] = await service.sees('traction_loops', isTheirs)
    await service.deletes('traction_points', isTheirs)
    for (const [day, conversions] of [
      ['2026-02-10', 2],
      ['2026-02-24', 3],
      ['2026-02-26', 5],
    ] as const)
      // prettier-ignore
      await adds('traction_points', { loop_id: loop!['id']!, day, status: 'running', conversions, demos: 0, messages: 0 })
    await service.adds('notes', { user_id: ben.id, title: 'Of Ben', content: 'Not Ana’s' })
  })
  afterAll(() => cast.close())

  test('has every record at its moment, newest first', async () => {
    expect(told(await timelineOf(cast.admin, cast.ana))).toEqual([
      '2026-03-10 decision reviewed',
      '2026-03-09 call booked',
      '2026-03-08 message sent',
      '2026-03-07 internal-note written',
      '2026-03-06 check-in made',
      '2026-03-05 goal done',
      '2026-03-04 note written',
      '2026-03-03 goal added',
      '2026-03-02 goal added',
      '2026-03-01 decision made',
      '2026-02-26 traction changed',
      '2026-02-10 traction changed',
    ])
  })

  test('has what the records say', async () => {
    const entries = await timelineOf(cast.admin, cast.ana)
    const recordOf = (kind: string) => entries.find((entry) => entry.kind === kind)?.record
    expect(recordOf('check-in')).toEqual({
      corrected_at: null,
      week_of: '2026-03-02',
      mood: 4,
      wins: 'Two demos',
      blockers: 'Legal',
      next_priority: 'Pricing',
    })
    expect(recordOf('goal')).toMatchObject({ text: 'Ten demos', target: 10, progress: 10, completed: true })
    expect(recordOf('decision')).toMatchObject({
      title: 'Raise prices',
      result: 'Well done',
      outcome: 'No one left',
      edited_at: null,
    })
    expect(recordOf('internal-note')).toEqual({ content: 'Wants to sell', author: 'adele' })
    expect(recordOf('call')).toMatchObject({ member: 'growth', topic: 'Pricing', cancelled: false })
    expect(recordOf('message')).toMatchObject({ sender_type: 'user', content: 'Hello' })
  })

  test('a week of traction says what its loops gained in it', async () => {
    const weeks = await timelineOf(cast.admin, cast.ana, { kinds: '{traction}' })
    expect(weeks.map(({ record }) => record)).toMatchObject([
      { week_of: '2026-02-23', loops: [{ name: 'Cold mail', status: 'running', conversions: 3, demos: 0, messages: 0 }] },
      { week_of: '2026-02-09', loops: [{ name: 'Cold mail', status: 'running', conversions: 2, demos: 0, messages: 0 }] },
    ]) // prettier-ignore
  })

  test('has only the kinds that are asked for', async () => {
    expect(told(await timelineOf(cast.admin, cast.ana, { kinds: '{note,internal-note}' }))).toEqual([
      '2026-03-07 internal-note written',
      '2026-03-04 note written',
    ])
    expect(await timelineOf(cast.admin, cast.ana, { kinds: '{}' })).toEqual([])
    for (const [given, code] of [
      [{ kinds: '{secret}' }, '22023'],
      [{ after_at: 'infinity' }, '22008'],
    ] as const)
      await expect(timelineOf(cast.admin, cast.ana, given)).rejects.toMatchObject({ code })
  })

  test.each([1, 2, 5])('pages of %i have each entry once', async (page_size) => {
    const whole = await timelineOf(cast.admin, cast.ana)
    const read = async (after?: Entry): Promise<Entry[]> => {
      const page = await timelineOf(cast.admin, cast.ana, {
        page_size,
        ...(after && { after_at: after.at, after_id: after.id }),
      })
      return page.length === 0 ? [] : [...page, ...(await read(page.at(-1)))]
    }
    expect(await read()).toEqual(whole)
  })

  test('entries of one moment are ordered by their ids, across pages', async () => {
    const created_at = '2026-01-01T09:00:00Z'
    for (let n = 0; n < 3; n++) {
      await cast.service.adds('notes', { ...isTheirs, title: `Note ${n}`, content: 'x', created_at })
      await cast.service.adds('squad_messages', { ...isTheirs, content: `Message ${n}`, created_at })
    }
    const page = { kinds: '{note,message}', page_size: 4 }
    const [, , , fourth] = await timelineOf(cast.admin, cast.ana, page)
    const rest = await timelineOf(cast.admin, cast.ana, { ...page, after_at: fourth!.at, after_id: fourth!.id })
    expect(rest).toHaveLength(4)
    const all = await timelineOf(cast.admin, cast.ana, { kinds: '{note,message}' })
    expect(rest).toEqual(all.slice(4))
  })

  test('an upcoming call comes first, and a cancelled one says so', async () => {
    const starts_at = new Date(Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 15 * 3_600_000)
    // prettier-ignore
    await cast.service.adds('squad_bookings', {
      ...isTheirs, member: 'growth', starts_at: starts_at.toISOString(), ends_at: new Date(starts_at.getTime() + 1_800_000).toISOString(),
      cancelled_at: '2026-03-01T09:00:00Z',
    })
    const [first] = await timelineOf(cast.admin, cast.ana)
    expect(first).toMatchObject({ kind: 'call', record: { cancelled: true } })
  })

  test('a founder reads what is theirs without internal notes, others nothing', async () => {
    const kinds = new Set((await timelineOf(cast.ana, cast.ana)).map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['decision', 'call', 'message', 'check-in', 'goal', 'note', 'traction']))
    expect(await timelineOf(cast.ben, cast.ana)).toEqual([])
    expect(await timelineOf(cast.exAdmin, cast.ana)).toEqual([])
    await expect(timelineOf(cast.anonymous, cast.ana)).rejects.toMatchObject({ code: '42501' })
  })

  test('an admin whose role is revoked reads nothing from then on', async () => {
    const { service, exAdmin } = cast
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    expect(await timelineOf(exAdmin, cast.ana)).not.toEqual([])
    await service.deletes('user_roles', { user_id: exAdmin.id })
    expect(await timelineOf(exAdmin, cast.ana)).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { weekOf, type IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, Refused, type Cast, type Row } from '../permissions/actors.ts'

const weeksAgo = (weeks: number): IsoDate => addDays(weekOf(new Date(), 'UTC'), -7 * weeks)
const FUNCTIONS = ['programme_check_ins', 'programme_conversions', 'programme_answers'] as const

describe.each(engines)('the programme in figures on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let label: string
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const { ana, ben, exAdmin, admin } = cast
    const joined = [
      [ana, weeksAgo(8)],
      [ben, weeksAgo(3)],
      [exAdmin, weeksAgo(3)],
      [admin, weeksAgo(8)],
    ] as const
    for (const [{ id }, day] of joined)
      await owner.query('update public.profiles set created_at = $2 where id = $1', [id, `${day}T12:00:00Z`])
    const rows = await owner.query<{ id: string }>(
      `insert into public.founder_labels (name) values ('Batch 7') returning id`,
    )
    label = rows[0]?.id ?? ''
    await owner.query('insert into public.labelled_founders (label, user_id) values ($1, $2)', [label, ben.id])
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const figures = (name: (typeof FUNCTIONS)[number], given: Row = {}) => cast.admin.calls(name, given)
  /** The named values of the last weeks, the oldest first. */
  const lately = async (name: (typeof FUNCTIONS)[number], weeks: number, column: string, given: Row = {}) =>
    (await figures(name, { weeks, ...given })).map((row) => row[column])

  test('each has the last weeks, the oldest first, within two years', async () => {
    for (const name of FUNCTIONS) {
      expect((await figures(name, { weeks: 3 })).map(({ week }) => week)).toEqual([2, 1, 0].map(weeksAgo))
      expect(await figures(name)).toHaveLength(26)
      expect(await figures(name, { weeks: 0 })).toHaveLength(1)
      expect(await figures(name, { weeks: 1000 })).toHaveLength(104)
    }
  })

  test('check-ins: how many of the founders who had joined, and the mean mood; an admin is no founder', async () => {
    const { ana, ben, admin, service } = cast
    for (const [user_id, weeks, mood] of [
      [ana.id, 4, 5],
      [ana.id, 2, 4],
      [ben.id, 2, 1],
      [ana.id, 0, 3],
      [admin.id, 2, 1],
    ] as const)
      await service.adds('weekly_checkins', {
        user_id,
        week_of: weeksAgo(weeks),
        wins: 'Two',
        next_priority: 'One',
        mood,
      })
    expect(await lately('programme_check_ins', 5, 'checked_in')).toEqual([1, 0, 2, 0, 1])
    expect(await lately('programme_check_ins', 5, 'mood')).toEqual([5, null, 2.5, null, 3])
    // Others of the cast have just joined.
    expect((await lately('programme_check_ins', 10, 'founders')).slice(0, 9)).toEqual([0, 1, 1, 1, 1, 1, 3, 3, 3])
    expect(await lately('programme_check_ins', 3, 'checked_in', { label })).toEqual([1, 0, 0])
    expect(await lately('programme_check_ins', 5, 'founders', { label })).toEqual([0, 1, 1, 1, 1])
    expect(await lately('programme_check_ins', 3, 'checked_in', { joined: weeksAgo(8) })).toEqual(
      weeksAgo(8).slice(0, 7) === weeksAgo(3).slice(0, 7) ? [2, 0, 1] : [1, 0, 1],
    )
    expect(await lately('programme_check_ins', 3, 'checked_in', { joined: '1999-01-01' })).toEqual([0, 0, 0])
    expect(await lately('programme_check_ins', 3, 'founders', { joined: '1999-01-01' })).toEqual([0, 0, 0])
  })

  test('conversions: what each week added; nothing is known before the first record', async () => {
    const { ana, ben, service } = cast
    const addLoop = async (user_id: string, points: readonly (readonly [weeks: number, conversions: number])[]) => {
      const [loop] = await owner.query<{ id: string }>(
        `insert into public.traction_loops (user_id, name, conversions) values ($1, 'Calls', $2) returning id`,
        [user_id, points.at(-1)?.[1]],
      )
      await owner.query('delete from public.traction_points where loop_id = $1', [loop?.id])
      for (const [weeks, conversions] of points)
        await owner.query(
          `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
           values ($1, $2, $3, 'running', $4, 0, 0)`,
          [user_id, loop?.id, addDays(weeksAgo(weeks), 2), conversions],
        )
      return loop?.id ?? ''
    }
    await addLoop(ana.id, [
      [4, 10],
      [3, 12],
      [1, 17],
    ])
    const second = await addLoop(ben.id, [
      [3, 50],
      [1, 49],
    ])
    expect(await lately('programme_conversions', 6, 'added')).toEqual([null, 0, 2, 0, 4, 0])
    expect(await lately('programme_conversions', 4, 'added', { label })).toEqual([0, 0, -1, 0])
    await service.deletes('traction_loops', { id: second })
    expect(await lately('programme_conversions', 6, 'added')).toEqual([null, 0, 2, 0, 5, 0])
    expect(await lately('programme_conversions', 2, 'added', { label })).toEqual([null, null])
  })

  describe('answers', () => {
    const at = (weeks: number, minutes: number) =>
      new Date(Date.parse(`${weeksAgo(weeks)}T10:00:00Z`) + minutes * 60_000).toISOString()
    const write = async (user_id: string, sender: 'user' | 'squad', created_at: string) => {
      const [row] = await owner.query<{ id: string }>(
        `insert into public.squad_messages (user_id, content, sender_type, sender_name, created_at)
         values ($1, 'Hello', $2, case $2 when 'squad' then 'Team' end, $3) returning id`,
        [user_id, sender, created_at],
      )
      return row?.id ?? ''
    }

    test('the median of the minutes since the first message that waited', async () => {
      const { ana, ben } = cast
      await write(ana.id, 'user', at(2, 0))
      await write(ana.id, 'user', at(2, 50))
      await write(ana.id, 'squad', at(2, 60))
      // More of the same answer, and what the squad writes first, answer nothing.
      await write(ana.id, 'squad', at(2, 500))
      await write(ben.id, 'squad', at(2, 0))
      await write(ben.id, 'user', at(2, 10))
      await write(ben.id, 'squad', at(2, 20))
      await write(ben.id, 'user', at(1, 0))
      await write(ben.id, 'squad', at(1, 7))
      await write(ana.id, 'user', at(2, 600))
      await write(ana.id, 'squad', at(2, 690))
      expect(await lately('programme_answers', 3, 'answers')).toEqual([3, 1, 0])
      expect(await lately('programme_answers', 3, 'minutes')).toEqual([60, 7, null])
      expect(await lately('programme_answers', 3, 'minutes', { label })).toEqual([10, 7, null])
    })

    test('of several messages in one statement', async () => {
      const { exAdmin } = cast
      await owner.query(
        `insert into public.squad_messages (user_id, content, sender_type, sender_name, created_at)
         values
           ($1, 'Hello', 'user', null, $2), ($1, 'Hello', 'squad', 'Team', $3),
           ($1, 'Hello', 'user', null, $4), ($1, 'Hello', 'squad', 'Team', $5)`,
        [exAdmin.id, at(5, 0), at(5, 30), at(4, 0), at(4, 5)],
      )
      expect((await lately('programme_answers', 6, 'minutes')).slice(0, 2)).toEqual([30, 5])
    })

    test('are found in messages of the past, too, and go with the answer', async () => {
      const all = () => owner.query('select * from private.answer_times order by message_id')
      const before = await all()
      expect(before).toHaveLength(6)
      await owner.query('delete from private.answer_times')
      await owner.query('select private.fill_answer_times()')
      expect(await all()).toEqual(before)
      await owner.query('select private.fill_answer_times()')
      expect(await all()).toEqual(before)
      await owner.query('delete from public.squad_messages where user_id = $1', [cast.exAdmin.id])
      expect(await all()).toHaveLength(4)
    })

    test('a conversation that was done waited for nothing', async () => {
      const { ana, admin } = cast
      await write(ana.id, 'user', at(0, -9000))
      await admin.calls('mark_conversation_done', { founder: ana.id, until: new Date().toISOString() })
      await write(ana.id, 'squad', at(0, -10))
      expect((await figures('programme_answers', { weeks: 1 }))[0]).toMatchObject({ answers: 0, minutes: null })
      expect(await lately('programme_answers', 2, 'answers')).toEqual([1, 0])
    })
  })

  test('the months in which founders joined, the newest first', async () => {
    const months = await cast.admin.calls('programme_months')
    const first = (day: IsoDate) => `${day.slice(0, 7)}-01`
    expect(months.map(({ month }) => month)).toContain(first(weeksAgo(8)))
    expect(months.map(({ month }) => String(month))).toEqual(
      months
        .map(({ month }) => String(month))
        .toSorted()
        .toReversed(),
    )
    const [all] = await owner.query<{ founders: number }>(
      `select count(*)::integer as founders from public.profiles p
       where not exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin')`,
    )
    expect(months.reduce((sum, { founders }) => sum + Number(founders), 0)).toBe(all?.founders)
  })

  test('founders and former admins get none of it', async () => {
    for (const person of [cast.ana, cast.exAdmin, cast.anonymous])
      for (const name of [...FUNCTIONS, 'programme_months']) await expect(person.calls(name)).rejects.toThrow(Refused)
  })
})

import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../domain/database.types.ts'
import { founderQueries, type FounderQueries } from '../../supabase/functions/growth-chat/founder-queries.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

const OCTOBER = { from: '2025-10-01', to: '2025-10-31', label: '' } as const

describe.each(engines)('what the co-founder asks of the database on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let admin: Person

  async function queriesOf(person: Person): Promise<FounderQueries> {
    const token = (await person.client.auth.getSession()).data.session?.access_token ?? ''
    const headers = { apikey: server.publishableKey, Authorization: `Bearer ${token}` }
    return founderQueries(new PostgrestClient<Database>(`${server.url}/rest/v1`, { headers }), person.id)
  }

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    admin = await server.admin('adele')
    const ben = await server.founder('ben')
    const service = server.client(server.secretKey)
    for (const { id: user_id } of [ana, ben]) {
      const { data: loops } = await service
        .from('traction_loops')
        .insert([
          { user_id, name: 'Mail', messages: 100, demos: 30, conversions: 9 },
          { user_id, name: 'Events', messages: 5, demos: 1, conversions: 0 },
        ])
        .select('id')
        .order('name')
        .throwOnError()
      const mail = loops?.[1]?.id ?? ''
      const point = (day: string, demos: number) => ({
        user_id, loop_id: mail, day, status: 'running', messages: demos * 4, demos, conversions: 1,
      }) // prettier-ignore
      await Promise.all(
        [
          service.from('traction_points').insert([point('2025-09-20', 10), point('2025-10-20', 25)]),
          service.from('runway_points').insert([
            { user_id, day: '2025-10-20', bank_balance: 50_000, monthly_revenue: 10, monthly_burn: 1000 },
            { user_id, day: '2025-09-20', bank_balance: 60_000, monthly_revenue: 10, monthly_burn: 1000 },
          ]),
          service.from('goals').insert([
            { user_id, text: 'In time', period: 'weekly', completed: true, created_at: '2025-09-30T23:00:00Z', completed_at: '2025-10-31T23:59:00Z' },
            { user_id, text: 'Too late', period: 'weekly', completed: true, created_at: '2025-10-01T00:00:00Z', completed_at: '2025-11-01T00:00:00Z' },
            { user_id, text: 'Old', period: 'monthly', completed: false, created_at: '2025-08-01T00:00:00Z' },
            ...Array.from({ length: 25 }, (_, index) => ({ user_id, text: `Goal ${index}`, period: 'yearly' as const, completed: false })),
          ], { defaultToNull: false }), // prettier-ignore
          service.from('weekly_checkins').insert([
            { user_id, week_of: '2025-10-06', mood: 4, wins: 'x'.repeat(5000), next_priority: 'One' },
            { user_id, week_of: '2025-11-03', mood: 2, wins: 'Two', next_priority: 'Two' },
          ]),
          service.from('decisions').insert(
            [
              {
                user_id,
                title: 'Raise the price',
                reason: 'R',
                impact: 'positive',
                created_at: '2025-10-02T00:00:00Z',
              },
              { user_id, title: 'Other', reason: 'R', created_at: '2025-11-02T00:00:00Z' },
            ],
            { defaultToNull: false },
          ),
          service
            .from('notes')
            .insert({ user_id, title: 'On hiring', content: 'C', created_at: '2025-10-02T00:00:00Z' }),
          service.from('squad_messages').insert([
            { user_id, sender_type: 'squad', sender_name: 'Dana', content: 'Hire a seller', created_at: '2025-10-02T00:00:00Z' },
            { user_id, sender_type: 'user', content: 'Whom?', created_at: '2025-10-03T00:00:00Z' },
          ], { defaultToNull: false }), // prettier-ignore
        ].map((query) => query.throwOnError()),
      )
    }
  })
  afterAll(() => server.close())

  test('a loop at the end of a day is as its last point until then says', async () => {
    const queries = await queriesOf(ana)
    const days = ['2025-09-19', '2025-09-20', '2025-10-19', '2025-10-31'] as const
    const points = await queries.loopsOn(days)
    expect(points.map(({ day, demos }) => [day, demos]).toSorted()).toEqual([
      ['2025-09-20', 10],
      ['2025-10-19', 10],
      ['2025-10-31', 25],
    ])
    expect(await queries.loopsOn(Array.from({ length: 200 }, (_, index) => `2025-10-${(index % 28) + 1}` as `2025-10-1`))).toHaveLength(28)
  }) // prettier-ignore

  test('check-ins of a span, with short texts', async () => {
    const checkIns = await (await queriesOf(ana)).checkIns(OCTOBER)
    expect(checkIns.map(({ week_of, mood, wins }) => [week_of, mood, wins.length])).toEqual([['2025-10-06', 4, 300]])
  })

  test('goals by period, state, age and the day on which they were added or completed', async () => {
    const queries = await queriesOf(ana)
    expect(await queries.goals({ completed: OCTOBER })).toMatchObject({ count: 1, rows: [{ text: 'In time', date: '2025-09-30' }] })
    expect(await queries.goals({ added: OCTOBER })).toMatchObject({ count: 1, rows: [{ text: 'Too late' }] })
    const outlived = { weekly: '2025-09-01', monthly: '2025-09-01', quarterly: '2025-09-01', yearly: '2025-09-01' } as const
    expect(await queries.goals({ isDone: false, outlived })).toMatchObject({ count: 1, rows: [{ text: 'Old' }] })
    const { count, rows } = await queries.goals({ period: 'yearly', isDone: false })
    expect([count, rows.length]).toEqual([25, 20])
    expect((await queries.goals({ oldestFirst: true })).rows[0]).toMatchObject({ text: 'Old' })
    expect(await queries.goalDays()).toEqual([{ set: '2025-10-01', completed: '2025-11-01' }, { set: '2025-09-30', completed: '2025-10-31' }])
    expect(await queries.goalDays('monthly')).toEqual([])
  }) // prettier-ignore

  test('what is due: open goals at the end of the period that they were carried into, and decisions to look at again', async () => {
    const service = server.client(server.secretKey)
    const carried = { carried_at: '2025-10-10T09:00:00Z' }
    await service.from('goals').update(carried).eq('user_id', ana.id).eq('text', 'Old').throwOnError()
    await service.from('decisions').update({ review_on: '2025-12-01' }).eq('user_id', ana.id).eq('title', 'Other').throwOnError()
    const { goals, decisions } = await (await queriesOf(ana)).deadlines()
    expect(goals).toHaveLength(26)
    expect(goals[0]).toMatchObject({ text: 'Old', period: 'monthly', due: '2025-10-31' })
    expect(decisions).toMatchObject([{ title: 'Other', due: '2025-12-01' }])
    expect(await (await queriesOf(admin)).deadlines()).toEqual({ goals: [], decisions: [] })
  }) // prettier-ignore

  test('decisions, notes, messages and amounts of a span', async () => {
    const queries = await queriesOf(ana)
    expect(await queries.decisions(OCTOBER)).toMatchObject({ count: 1, rows: [{ title: 'Raise the price' }] })
    expect(await queries.decisions(undefined, 'neutral')).toMatchObject({ count: 1, rows: [{ title: 'Other' }] })
    expect(await queries.notes(OCTOBER)).toMatchObject({ count: 1, rows: [{ title: 'On hiring', date: '2025-10-02' }] })
    expect(await queries.messages(OCTOBER)).toMatchObject({
      count: 2,
      rows: [{ sender: 'the founder', content: 'Whom?' }, { sender: 'Dana' }],
    })
    expect((await queries.runwayUntil('2025-10-31')).map(({ day, bank_balance }) => [day, bank_balance])).toEqual([
      ['2025-10-20', 50_000],
      ['2025-09-20', 60_000],
    ])
  })

  test('the targets of a week that is over', async () => {
    const service = server.client(server.secretKey)
    const point = { user_id: ana.id, conversions: null, messages: null }
    await service.from('weekly_target_points').insert([{ ...point, week: '2025-10-06', demos: 5 }, { ...point, week: '2025-11-03', demos: 9 }]).throwOnError() // prettier-ignore
    const queries = await queriesOf(ana)
    expect(await queries.weeklyTargetsOn('2025-09-29')).toBeNull()
    expect(await queries.weeklyTargetsOn('2025-10-27')).toEqual({ demos: 5 })
    expect(await (await queriesOf(admin)).weeklyTargetsOn('2025-11-03')).toBeNull()
  })

  test('comments on records, the newest first', async () => {
    const { data: goals } = await ana.client.from('goals').select('id').eq('text', 'Old').throwOnError()
    const goal = goals[0]?.id ?? ''
    const on = {
      user_id: ana.id,
      sender_type: 'squad',
      sender_name: 'Dana',
      about_kind: 'goal',
      about_id: goal,
    } as const
    const service = server.client(server.secretKey)
    await service
      .from('squad_messages')
      .insert({ ...on, content: 'First' })
      .throwOnError()
    await service
      .from('squad_messages')
      .insert({ ...on, content: 'Second' })
      .throwOnError()
    const queries = await queriesOf(ana)
    expect(await queries.commentsOn([goal])).toMatchObject([
      { about: goal, sender: 'Dana', content: 'Second' },
      { content: 'First' },
    ])
    expect(await (await queriesOf(admin)).commentsOn([goal])).toEqual([])
  })

  test('words are found in their other forms', async () => {
    const found = await (await queriesOf(ana)).find('hiring')
    expect(found.map(({ kind, title }) => [kind, title]).toSorted()).toEqual([
      ['note', 'On hiring'],
      ['squad-message', 'Dana'],
    ])
  })

  test('an admin, who may read all records, gets the admin’s own only', async () => {
    const queries = await queriesOf(admin)
    const answers = await Promise.all([
      queries.goals({}),
      queries.decisions(undefined),
      queries.notes(OCTOBER),
      queries.messages(OCTOBER),
    ])
    expect(answers.map(({ count, rows }) => [count, rows.length])).toEqual(answers.map(() => [0, 0]))
    expect(await queries.checkIns(OCTOBER)).toEqual([])
    expect(await queries.goalDays()).toEqual([])
    expect(await queries.loopsOn(['2025-10-31'])).toEqual([])
    expect(await queries.runwayUntil('2025-10-31')).toEqual([])
    expect(await queries.find('hiring')).toEqual([])
  })
})

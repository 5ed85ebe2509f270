import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FounderContext } from '../../supabase/functions/_shared/founder-records.ts'
import { loadContext } from '../../supabase/functions/_shared/founder-context.ts'
import { clientOf } from '../../supabase/functions/_shared/function.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

describe.each(engines)('the founder context of the co-founder on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let cy: Person
  let admin: Person

  const known = async (of: Person): Promise<FounderContext> => {
    const { url, publishableKey, secretKey } = server
    const runtime = {
      env: {},
      fetch,
      clientAddress: '127.0.0.1',
      waitUntil: () => undefined,
      userOf: () => Promise.reject(new Error('unexpected call')),
      appOf: () => Promise.reject(new Error('unexpected call')),
      mcpUrl: '',
      sendMail: () => Promise.reject(new Error('unexpected call')),
      post: () => Promise.reject(new Error('unexpected call')),
    }
    const context = { ...runtime, supabaseUrl: url, publishableKey, secretKey }
    const token = (await of.client.auth.getSession()).data.session?.access_token ?? ''
    return loadContext(context, clientOf(context, token), of.id)
  }

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    cy = await server.founder('cy')
    admin = await server.admin('adele')
    const ben = await server.founder('ben')
    const service = server.client(server.secretKey)
    const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00Z`
    const rows = async (user_id: string, owner: string) => {
      const added = await Promise.all([
        service.from('goals').insert([
          { user_id, text: `${owner} open`, period: 'yearly' as const, completed: false, created_at: at(1) },
          ...Array.from({ length: 50 }, (_, day) => ({
            user_id, text: `${owner} ${day}`, period: 'weekly' as const, completed: true, created_at: at(2 + (day % 28)),
          })), // prettier-ignore
        ]),
        service.from('traction_loops').insert(
          Array.from({ length: 25 }, (_, day) => ({
            user_id, name: `${owner} ${day}`, messages: 10, demos: 2, conversions: 1, created_at: at(1 + day),
            status: day === 0 ? ('scaling' as const) : ('running' as const),
          })), // prettier-ignore
        ),
        service.from('weekly_checkins').insert([
          { user_id, week_of: '2026-03-02', mood: 4, wins: 'x'.repeat(5000), next_priority: 'Pricing' },
          { user_id, week_of: '2026-03-09', mood: 2, wins: owner, next_priority: 'Pricing' },
        ]),
        service
          .from('decisions')
          .insert({ user_id, title: owner, reason: 'R', created_at: '2026-03-10T23:59:00-05:00' }),
        service.from('notes').insert({ user_id, title: owner, content: 'C'.repeat(10_000) }),
        service
          .from('runway_data')
          .insert({ user_id, bank_balance: 90_000.5, monthly_burn: 20_000, monthly_revenue: 5000 }),
        service.from('weekly_targets').insert({ user_id, demos: owner.length }),
        service.from('founder_ai_memory').insert({ user_id, memory_content: `${owner} sells to banks` }),
      ])
      expect(added.find(({ error }) => error)?.error).toBeUndefined()
    }
    await rows(ana.id, 'Ana')
    await rows(ben.id, 'Ben')
  })
  afterAll(() => server.close())

  test('the founder context contains this founder’s records and AI memory, newest first, with dates in UTC', async () => {
    const { today, firstName, memory, runway, weeklyTargets, checkins, decisions, loops } = await known(ana)
    expect({ today, firstName, memory }).toEqual({
      today: new Date().toISOString().slice(0, 10),
      firstName: 'ana',
      memory: 'Ana sells to banks',
    })
    expect(runway).toEqual({
      bank_balance: 90_000.5, monthly_revenue: 5000, monthly_burn: 20_000, net_burn: 15_000, months_left: 6,
      as_of: new Date().toISOString().slice(0, 10),
    }) // prettier-ignore
    expect(weeklyTargets).toEqual({ demos: 3 })
    expect(checkins.map(({ week_of }) => week_of)).toEqual(['2026-03-09', '2026-03-02'])
    expect(decisions).toEqual([
      {
        id: expect.any(String), date: '2026-03-11', title: 'Ana', reason: 'R', impact: 'neutral', result: '',
        expected: '', review_on: null, outcome: '', was_right: null,
      },
    ]) // prettier-ignore
    expect(loops.map(({ date }) => date)).toEqual(
      loops
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    )
  })

  test('the founder context is limited in rows and characters, and its counts include all records', async () => {
    const { goals, goalCounts, loops, loopTotals, checkins, notes, counts, decisionCounts } = await known(ana)
    expect(goals).toHaveLength(40)
    expect(goals.at(-1)).toMatchObject({ text: 'Ana open', completed: false, date: '2026-01-01' })
    expect(goalCounts).toEqual([
      { period: 'weekly', goals: 50, completed: 50 },
      { period: 'yearly', goals: 1, completed: 0 },
    ])
    expect(loops).toHaveLength(20)
    expect(loopTotals).toEqual({ loops: 25, running: 24, scaling: 1, messages: 250, demos: 50, conversions: 25 })
    expect(checkins[1]?.wins).toHaveLength(1000)
    expect(notes[0]?.content).toHaveLength(1000)
    expect(counts).toEqual({ checkins: 2, notes: 1, messages: 0, streak: expect.any(Number) })
    expect(decisionCounts).toMatchObject({ decisions: 1, positive: 0, negative: 0, unrated: 1 })
  })

  test('calls are in the founder’s time zone where it is known, else in that of the booking', async () => {
    // Within the squad's hours, summer and winter.
    const starts = new Date(Date.now() + 86_400_000).setUTCHours(16, 0, 0, 0)
    const service = server.client(server.secretKey)
    await service
      .from('squad_bookings')
      .insert({
        user_id: cy.id,
        member: 'growth',
        topic: 'Pricing',
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + 1_800_000).toISOString(),
        time_zone: 'America/New_York',
      })
      .throwOnError()
    expect((await known(cy)).calls).toMatchObject([{ time_zone: 'America/New_York' }])
    await cy.client.from('mail_settings').insert({ user_id: cy.id, time_zone: 'Europe/Lisbon' }).throwOnError()
    expect((await known(cy)).calls).toMatchObject([{ time_zone: 'Europe/Lisbon' }])
  })

  test('goals have their target, the number so far, the goal that they serve, and the sum of those that serve them', async () => {
    const service = server.client(server.secretKey)
    const goal = { user_id: cy.id, completed: false }
    const { data: served } = await service
      .from('goals')
      .insert({ ...goal, text: 'Forty demos', period: 'monthly', target: 40, unit: 'demos' })
      .select('id')
      .single()
      .throwOnError()
    await service
      .from('goals')
      .insert({
        ...goal,
        text: 'Ten demos',
        period: 'weekly',
        target: 10,
        progress: 4,
        unit: 'demos',
        parent_id: served.id,
      })
      .throwOnError()
    const plain = { id: expect.any(String), date: expect.any(String), completed: false }
    expect((await known(cy)).goals).toEqual([
      { ...plain, text: 'Ten demos', period: 'weekly', target: 10, progress: 4, unit: 'demos', serves: 'Forty demos' },
      {
        ...plain, text: 'Forty demos', period: 'monthly', target: 40, progress: 4, unit: 'demos',
        sum: { goals: 1, done: 0, total: 4, unit: 'demos' },
      },
    ]) // prettier-ignore
  })

  test('the founder context of an admin contains the admin’s own records only', async () => {
    const { goals, loops, loopTotals, weeklyTargets, goalCounts, checkins, decisions, notes, runway, memory } =
      await known(admin)
    expect({ goals, loops, weeklyTargets, goalCounts, checkins, decisions, notes, runway, memory }).toEqual({
      goals: [], loops: [], weeklyTargets: null, goalCounts: [], checkins: [], decisions: [], notes: [], runway: null, memory: '',
    }) // prettier-ignore
    expect(loopTotals).toEqual({ loops: 0, running: 0, scaling: 0, messages: 0, demos: 0, conversions: 0 })
  })

  test('the founder context requires a signed-in user', async () => {
    const { error } = await server.client().rpc('founder_context')
    expect(error?.code).toBe('42501')
  })
})

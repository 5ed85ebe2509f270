import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Cast } from '../permissions/actors.ts'

const DAY_MS = 86_400_000
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

describe.each(engines)('the summary of a founder on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
  })
  afterAll(() => cast.close())

  const summary = async () => {
    const [row] = await cast.admin.calls('founder_summary', { founder: cast.ana.id })
    return row
  }

  test('of a new founder is empty', async () => {
    expect(await summary()).toEqual({
      first_name: 'ana',
      last_name: '',
      joined: expect.any(String),
      email: 'ana@example.com',
      risks: [],
      snooze: null,
      labels: [],
      owner: null,
      conversation: null,
      check_ins: [],
      goals: { open: 0, completed: 0, next: [] },
      added: { conversions: null, demos: null, messages: null },
      loops: [],
      runway: null,
      proposed_on: null,
      decisions: [],
      call: null,
    })
  })

  test('has the last check-ins, open goals, loops with their change, runway, decisions and the next call', async () => {
    const { service, ana, ben } = cast
    const user_id = ana.id
    for (const [week_of, mood] of [
      ['2026-03-02', 2],
      ['2026-03-09', 4],
    ] as const)
      // prettier-ignore
      await service.adds('weekly_checkins', { user_id, week_of, mood, wins: `Won ${week_of}`, next_priority: 'Sell' })
    await service.adds('weekly_checkins', { user_id: ben.id, week_of: '2026-03-16', mood: 1, wins: 'Not Ana’s', next_priority: 'x' }) // prettier-ignore
    for (const [text, period, completed] of [
      ['Year', 'yearly', false],
      ['Week', 'weekly', false],
      ['Done', 'weekly', true],
    ] as const)
      // prettier-ignore
      await service.adds('goals', { user_id, text, period, completed })
    await service.adds('traction_loops', { user_id, name: 'Referrals', conversions: 5, created_at: `${day(20)}T00:00:00Z` }) // prettier-ignore
    const [loop] = await service.sees('traction_loops', { user_id })
    await service.changes('traction_points', { loop_id: loop!['id']! }, { day: day(10), conversions: 3 })
    await service.changes('traction_loops', { user_id }, { conversions: 9 })
    await service.adds('runway_data', { user_id, bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 })
    await service.changes('runway_points', { user_id }, { day: day(30), bank_balance: 120_000 })
    await service.adds('decisions', { user_id, title: 'Hire Ana', reason: 'Sales' })

    expect(await summary()).toMatchObject({
      check_ins: [
        { week_of: '2026-03-09', mood: 4, wins: 'Won 2026-03-09', next_priority: 'Sell' },
        { week_of: '2026-03-02', mood: 2 },
      ],
      goals: { open: 2, completed: 1, next: [{ text: 'Week' }, { text: 'Year' }] },
      added: { conversions: 6, demos: 0, messages: 0 },
      loops: [{ name: 'Referrals', conversions: 9, added: 6 }],
      runway: {
        bank_balance: 90_000,
        monthly_burn: 20_000,
        before: { bank_balance: 120_000, monthly_revenue: 5000, monthly_burn: 20_000 },
      },
      decisions: [{ title: 'Hire Ana', impact: 'neutral' }],
      call: null,
    })
  })
  test('has the snooze, who answers the conversation and the founder’s address', async () => {
    const { admin, ana } = cast
    await ana.adds('squad_messages', { user_id: ana.id, content: 'Hello' })
    await admin.calls('assign_conversation', { founder: ana.id, member: admin.id })
    await admin.calls('snooze_founder', { founder: ana.id, until: day(-3), reason: 'On holiday' })
    expect(await summary()).toMatchObject({
      email: 'ana@example.com',
      snooze: { until: day(-3), reason: 'On holiday' },
      conversation: { assignee: 'adele' },
    })
    await admin.calls('end_snooze', { founder: ana.id })
    expect(await summary()).toMatchObject({ snooze: null })
  })
})

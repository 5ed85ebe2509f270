import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastShown, pageAfter, shown, type Cursor } from '../../web/src/lib/data/pages.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf } from '../owner.ts'

describe.each(engines)('pages of a list on %s', (engine) => {
  let server: TestServer
  let ana: Person

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    // Three rows share each time: within one, the ids decide.
    const rows = Array.from({ length: 25 }, (_, number) => ({
      user_id: ana.id,
      text: `Goal ${number}`,
      period: 'weekly' as const,
      created_at: `2026-03-02T09:00:00.0000${String(20 - Math.floor(number / 3)).padStart(2, '0')}Z`,
    }))
    await server.client(server.secretKey).from('goals').insert(rows).throwOnError()
  })
  afterAll(() => server.close())

  const goals = () => ana.client.from('goals').select().eq('user_id', ana.id).eq('period', 'weekly')

  test('pages contain every row once, newest first, while rows are inserted and deleted', async () => {
    const { data: all } = await goals().order('created_at', { ascending: false }).order('id').throwOnError()
    const read: string[] = []
    let place: Cursor | null = null
    do {
      const { data: page }: { data: (Cursor & { text: string })[] } = await pageAfter(goals(), place, 10).throwOnError()
      read.push(...shown([page], 10).map(({ text }) => text))
      place = lastShown(page, 10)
      await ana.client
        .from('goals')
        .insert({ user_id: ana.id, text: 'Came meanwhile', period: 'weekly' })
        .throwOnError()
      await ana.client
        .from('goals')
        .delete()
        .eq('id', page[0]?.id ?? '')
        .throwOnError()
    } while (place)
    expect(read).toEqual(all.map(({ text }) => text))
  })

  test('a page far down the list starts with an index scan', async () => {
    const owner = await ownerOf(server.own.config, server.database)
    const plan = await owner.query<Readonly<Record<string, string>>>(
      `explain select * from public.goals where user_id = '${ana.id}' and period = 'weekly'
         and created_at <= now() and (created_at < now() or id > '${ana.id}')
       order by created_at desc, id limit 50`,
    )
    await owner.end()
    const text = plan.map((line) => Object.values(line).join()).join('\n')
    expect(text).toMatch(/Index Scan using goals_by_period/)
    expect(text).toMatch(/Index Cond:.*created_at <= now/)
    expect(text).not.toContain('Sort')
  })

  test('goal_counts returns the founder’s own goals only', async () => {
    const ben = await server.founder('ben')
    await ben.client.from('goals').insert({ user_id: ben.id, text: 'Hire', period: 'yearly' }).throwOnError()
    const counts = async ({ client }: Person) => (await client.from('goal_counts').select().throwOnError()).data
    expect(await counts(ben)).toEqual([{ user_id: ben.id, period: 'yearly', goals: 1, open: 1 }])
    expect(await counts(ana)).toMatchObject([{ user_id: ana.id, period: 'weekly' }])
    const anonymous = await server.client().from('goal_counts').select()
    expect(anonymous.error?.code).toBe('42501')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPublished, tableKey } from '../../server/realtime/published.ts'
import { visibilitySql } from '../../server/realtime/visibility.ts'
import { createTestServer, engines, type TestServer } from '../harness.ts'
import { ownerOf } from '../owner.ts'

describe.each(engines)('the visibility check, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  test('the visibility check finds changed rows by index, even where a sequential scan would be cheaper for a hundred', async () => {
    const ana = await server.founder('ana')
    const owner = await ownerOf(server.own.config, server.database)
    const goal = `select '${ana.id}'::uuid, 'Ten demos', 'weekly' from generate_series(1, 5000)`
    await owner.query(`insert into public.goals (user_id, text, period) ${goal}`)
    await owner.query('analyze public.goals')

    const table = (await readPublished(server.database)).get(tableKey('public', 'goals'))
    if (!table) throw new Error('goals are not published')
    const keys = { id: ana.id, user_id: ana.id }
    const change = { schema: 'public', table: 'goals', type: 'UPDATE', old: keys, new: keys, commit_timestamp: '' } as const // prettier-ignore
    const caller = { role: 'authenticated', claims: '{}' } as const
    const { text, values } = visibilitySql({
      caller,
      table,
      kind: 'present',
      changes: [change],
      filters: new Map([['[]', []]]),
    })
    // Without policies the planner would choose another plan.
    await owner.query('set role authenticated')
    const plan = await owner.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    await owner.end()
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(lines).toContain('Index Scan using goals_pkey')
    expect(lines).not.toContain('Seq Scan')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

interface Entry {
  readonly admin_id: string | null
  readonly user_id: string
  readonly table_name: string
  readonly row_id: string
  readonly action: string
  readonly before: Row | null
  readonly after: Row | null
}

describe.each(engines)('the audit of admins on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
  })
  afterAll(() => cast.close())

  /** New entries about Ana since the last call. */
  let seen = 0
  async function fresh(): Promise<Entry[]> {
    const entries = (await cast.admin.sees('admin_audit', { user_id: cast.ana.id })) as unknown as Entry[]
    const added = entries.slice(seen)
    seen = entries.length
    return added
  }
  beforeEach(fresh)

  test('the audit log records who added, changed and deleted a loop, with only the changed columns', async () => {
    await cast.admin.adds('traction_loops', { name: 'Cold mail', user_id: cast.ana.id })
    const [loop] = await cast.service.sees('traction_loops', { user_id: cast.ana.id })
    await cast.admin.changes('traction_loops', { id: loop!['id']! }, { demos: 3, status: 'running' })
    await cast.admin.deletes('traction_loops', { id: loop!['id']! })
    const about = {
      admin_id: cast.admin.id,
      user_id: cast.ana.id,
      table_name: 'traction_loops',
      row_id: loop!['id'],
    }
    const added = { name: 'Cold mail', status: 'running', conversions: 0, demos: 0, messages: 0 }
    const entries = await fresh()
    expect(entries).toMatchObject([
      { ...about, action: 'insert', before: null, after: added },
      { ...about, action: 'update' },
      { ...about, action: 'delete', before: { ...added, demos: 3 }, after: null },
    ])
    expect(entries[1]).toMatchObject({ before: { demos: 0 }, after: { demos: 3 } })
    expect(Object.keys(entries[1]!.after!)).toEqual(['demos'])
    expect(Object.keys(entries[0]!.after!).sort()).toEqual(Object.keys(added).sort())
  })

  test('the audit log records notes, ratings, memories, runways and replies', async () => {
    const user_id = cast.ana.id
    await cast.ana.adds('decisions', { title: 'Hire', reason: 'Churn', user_id })
    await cast.admin.adds('notes', { title: 'Buyers', content: 'SSO', user_id })
    await cast.admin.changes('decisions', { user_id }, { impact: 'positive' })
    await cast.admin.adds('founder_ai_memory', { memory_content: 'Sells to banks', user_id })
    await cast.admin.adds('runway_data', { bank_balance: 10, user_id })
    await cast.admin.adds('squad_messages', { content: 'Hi', sender_type: 'squad', sender_name: 'Team', user_id })
    expect(await fresh()).toMatchObject([
      { table_name: 'notes', action: 'insert' },
      { table_name: 'decisions', action: 'update', before: { impact: 'neutral' }, after: { impact: 'positive' } },
      { table_name: 'founder_ai_memory', action: 'insert', row_id: user_id },
      { table_name: 'runway_data', action: 'insert', row_id: user_id, after: { bank_balance: 10 } },
      { table_name: 'squad_messages', action: 'insert', after: { content: 'Hi', sender_name: 'Team' } },
    ])
  })

  test('the audit log omits founders’ writes, unchanged rows and rejected writes', async () => {
    const user_id = cast.ana.id
    await cast.ana.adds('decisions', { title: 'Fire', reason: 'Churn', user_id })
    await cast.ana.adds('squad_messages', { content: 'Hi', user_id })
    await cast.ana.deletes('decisions', { title: 'Fire' })
    await cast.admin.adds('traction_loops', { name: 'Own', user_id: cast.admin.id })
    await cast.admin.changes('runway_data', { user_id }, { bank_balance: 10 })
    await cast.admin.changes('notes', { user_id }, { title: '' }).catch(() => undefined)
    expect(await fresh()).toEqual([])
    expect(await cast.service.sees('admin_audit', { user_id: cast.admin.id, table_name: 'traction_loops' })).toEqual([])
  })

  test('the audit log truncates long texts, and still names the changed column', async () => {
    const where = { user_id: cast.ana.id }
    await cast.admin.changes('founder_ai_memory', where, { memory_content: `${'x'.repeat(19_999)}a` })
    await cast.admin.changes('founder_ai_memory', where, { memory_content: `${'x'.repeat(19_999)}b` })
    const [, second] = await fresh()
    expect(second).toMatchObject({ after: { memory_content: `${'x'.repeat(1000)}…` } })
  })

  test('the audit log records grants and revocations of the admin role by the operator', async () => {
    await cast.service.adds('user_roles', { user_id: cast.ana.id, role: 'admin' })
    await cast.service.deletes('user_roles', { user_id: cast.ana.id })
    const about = { admin_id: null, table_name: 'user_roles', row_id: cast.ana.id }
    expect(await fresh()).toMatchObject([
      { ...about, action: 'insert', before: null, after: { role: 'admin' } },
      { ...about, action: 'delete', before: { role: 'admin' }, after: null },
    ])
  })

  test('deleting an account deletes its audit entries', async () => {
    await cast.service.adds('user_roles', { user_id: cast.ana.id, role: 'admin' })
    await cast.database.query('delete from auth.users where id = $1', [cast.ana.id])
    expect(await cast.service.sees('admin_audit', { user_id: cast.ana.id })).toEqual([])
    expect(await cast.service.sees('squad_conversations', { user_id: cast.ana.id })).toEqual([])
  })
})

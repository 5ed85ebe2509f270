import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECORD_KINDS } from '../../domain/records.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

describe.each(engines)('founder_records on %s', (engine) => {
  let server: TestServer
  let ana: Person
  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    const service = server.client(server.secretKey)
    const user_id = ana.id
    await service.from('goals').insert({ user_id, text: 'Ten demos', period: 'monthly' }).throwOnError()
    await service.from('traction_loops').insert({ user_id, name: 'Cold mail' }).throwOnError()
    await service.from('own_notes').insert({ user_id, content: 'Is Jo happy?' }).throwOnError()
    await service.from('notes').insert({ user_id, title: 'Buyers', content: 'SSO' }).throwOnError()
    await service.from('decisions').insert({ user_id, title: 'Raise prices', reason: 'Churn' }).throwOnError()
    const checkIn = { user_id, week_of: '2026-11-16', wins: 'Two demos', next_priority: 'Pricing' }
    await service.from('weekly_checkins').insert(checkIn).throwOnError()
  })
  afterAll(() => server.close())

  const records = async (of: Person) =>
    (await of.client.from('founder_records').select('kind, title, period').order('kind').throwOnError()).data

  test('founder_records lists each record with its kind and title', async () => {
    expect(await records(ana)).toEqual([
      { kind: 'check-in', title: '2026-11-16', period: null },
      { kind: 'decision', title: 'Raise prices', period: null },
      { kind: 'goal', title: 'Ten demos', period: 'monthly' },
      { kind: 'loop', title: 'Cold mail', period: null },
      { kind: 'note', title: 'Buyers', period: null },
      { kind: 'own-note', title: 'Is Jo happy?', period: null },
    ])
    expect((await records(ana)).map(({ kind }) => kind)).toEqual([...RECORD_KINDS].sort())
  })

  test('founder_records is readable by those who may read the record itself', async () => {
    expect(await records(await server.founder('ben'))).toEqual([])
    const kinds = (await records(await server.admin('adele')))?.map(({ kind }) => kind)
    expect(kinds).toEqual(RECORD_KINDS.filter((kind) => kind !== 'own-note').toSorted())
    expect((await server.client().from('founder_records').select()).error?.code).toBe('42501')
  })
})

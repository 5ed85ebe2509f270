import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'

describe.each(engines)('a founder without a name on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
    await cast.service.changes('profiles', { id: cast.ana.id }, { first_name: '', last_name: '' })
    await cast.ana.adds('squad_messages', { user_id: cast.ana.id, content: 'A quokka' })
    await cast.ben.adds('squad_messages', { user_id: cast.ben.id, content: 'A quokka too' })
  })
  afterAll(() => cast.close())

  const emails = async (name: string, given: Record<string, string> = {}, who: Actor = cast.admin) => {
    const rows = await who.calls<{ id?: string; user_id?: string; email: string | null }>(name, given)
    return Object.fromEntries(rows.map(({ id, user_id, email }) => [user_id ?? id, email]))
  }

  test('is listed with the e-mail address, and others without', async () => {
    const expected = { [cast.ana.id]: 'ana@example.com', [cast.ben.id]: null }
    const ids = `{${cast.ana.id},${cast.ben.id}}`
    expect(await emails('founder_names', { ids })).toEqual(expected)
    expect(await emails('find_conversations')).toEqual(expected)
    expect(await emails('find_messages', { search: 'quokka' })).toEqual(expected)
    expect(await emails('find_founders')).toMatchObject(expected)
  })

  test('nobody but an admin reads addresses', async () => {
    expect(await emails('founder_names', { ids: `{${cast.ana.id}}` }, cast.ana)).toEqual({ [cast.ana.id]: null })
    expect(await emails('founder_names', { ids: `{${cast.ana.id}}` }, cast.ben)).toEqual({})
  })
})

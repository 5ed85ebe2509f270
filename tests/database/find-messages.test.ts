import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Found {
  readonly id: string
  readonly user_id: string
  readonly first_name: string
  readonly sender_type: string
  readonly sender_name: string
  readonly excerpt: string
  readonly created_at: string
}

describe.each(engines)('find_messages on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const says = (who: Actor, content: string, created_at: string, more: Row = {}) =>
      cast.service.adds('squad_messages', { user_id: who.id, content, created_at, ...more })
    const squad = { sender_type: 'squad', sender_name: 'Upswing Team' }
    await says(cast.ana, 'To: whole-squad\n\nCan you review our pitch-deck for Zürich?', '2024-02-01T09:00:00Z')
    await says(cast.ana, 'Yes, on Thursday 🚀launch day.', '2026-03-02T09:00:00Z', squad)
    await says(cast.ben, 'The pitch in ZURICH went well', '2026-03-03T09:00:00Z')
    await says(cast.ben, `${'First things first. '.repeat(40)}Crème Brûlée GmbH pays.`, '2026-03-03T10:00:00Z')
    await cast.service.adds('ai_conversations', { user_id: cast.ana.id, role: 'user', content: 'A secret Platypus' })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const find = (search: string, more: Row = {}, who: Actor = cast.admin) =>
    who.calls<Found>('find_messages', { search, ...more })
  const founders = async (search: string) => (await find(search)).map(({ first_name }) => first_name)

  test.each([
    ['pitch', ['ben', 'ana']],
    ['zürich PITCH', ['ben', 'ana']],
    ['zurich deck', ['ana']],
    ['pitch-deck', ['ana']],
    ['laun', ['ana']],
    ['BRULÉE', ['ben']],
    ["'went' & !(pitch:*) | ", ['ben']],
    ['pitch launch', []],
    ['itch', []],
    ['platypus', []],
    ['', []],
    ["'&|!:*()<->", []],
    ['x'.repeat(10_000), []],
  ])('%j finds the messages of %j, newest first', async (search, expected) => {
    expect(await founders(search)).toEqual(expected)
  })

  test('returns the founder, the sender and an excerpt with the hit', async () => {
    expect(await find('thursday')).toMatchObject([
      { user_id: cast.ana.id, first_name: 'ana', sender_type: 'squad', sender_name: 'Upswing Team' },
    ])
    const [found] = await find('creme')
    expect(found).toMatchObject({ user_id: cast.ben.id, sender_type: 'user', sender_name: '' })
    expect(found?.excerpt).toMatch(/^… .*Crème/)
  })

  test('returns 20 rows, at least one, and at most 50, across weeks', async () => {
    await owner.query(
      `insert into public.squad_messages (user_id, content, created_at)
       select $1, 'Walrus ' || n, timestamptz '2025-12-31' - n * interval '1 day' from generate_series(1, 60) n`,
      [cast.ana.id],
    )
    const found = await find('walrus')
    expect(found.map(({ excerpt }) => excerpt)).toEqual(Array.from({ length: 20 }, (_, n) => `Walrus ${n + 1}`))
    for (const [max_rows, given] of [
      [-1, 1],
      [0, 1],
      [1_000_000, 50],
    ] as const)
      // prettier-ignore
      expect(await find('walrus', { max_rows })).toHaveLength(given)
  })

  test('messages of any date can be stored, and end no search', async () => {
    for (const created_at of ['infinity', '-infinity', '0044-03-15 BC', '9999-12-31']) {
      await cast.service.adds('squad_messages', { user_id: cast.ben.id, content: 'Narwhal', created_at })
    }
    expect((await find('narwhal')).length).toBeGreaterThanOrEqual(2)
    await cast.service.deletes('squad_messages', { content: 'Narwhal' })
    expect(await find('narwhal')).toEqual([])
  })

  describe('permissions', () => {
    const denied = { code: '42501' }

    test.each(['anonymous', 'ana', 'exAdmin', 'service'] as const)('%s is refused', async (who) => {
      await expect(find('pitch', {}, cast[who])).rejects.toMatchObject(denied)
    })

    test('an admin with a second factor is refused until it is passed', async () => {
      await cast.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
        [cast.admin.id],
      )
      await expect(find('pitch')).rejects.toMatchObject(denied)
      expect(await find('pitch', {}, cast.with({ aal: 'aal2' }, cast.admin))).toHaveLength(2)
      await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.admin.id])
    })
  })
})

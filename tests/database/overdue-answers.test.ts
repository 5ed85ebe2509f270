import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promisedSince } from '../../domain/squad-hours.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

describe.each(engines)('answers that are overdue on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const overdue = async () => (await cast.admin.calls('overdue_conversations'))[0]
  const listed = async (filter: string) =>
    (await cast.admin.calls('find_conversations', { filter, longest_first: true })).map(({ user_id }) => user_id)
  const asks = (founder: Actor) => writes(founder, 'Hello?')
  const waits = (founder: Actor, time: string) =>
    owner.query(`update public.squad_conversations set waiting_since = now() - $2::interval where user_id = $1`, [
      founder.id,
      time,
    ])
  const promises = (message_hours: number | null) =>
    cast.admin.changes('radar_thresholds', { id: true }, { message_hours })

  test('24 hours are promised: a message that waits longer is overdue, for all and for who answers it', async () => {
    expect(await overdue()).toEqual({ total: 0, mine: 0, hours: 24 })
    await asks(cast.ana)
    await asks(cast.ben)
    await waits(cast.ana, '23:59')
    await waits(cast.ben, '24:01')
    expect(await overdue()).toEqual({ total: 1, mine: 0, hours: 24 })
    expect(await listed('overdue')).toEqual([cast.ben.id])
    expect(await listed('mine_overdue')).toEqual([])
    await waits(cast.ana, '24:00')
    await cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: cast.admin.id })
    expect(await overdue()).toEqual({ total: 2, mine: 1, hours: 24 })
    expect(await listed('overdue')).toEqual([cast.ben.id, cast.ana.id])
    expect(await listed('mine_overdue')).toEqual([cast.ana.id])
  })

  test('founders wait for the caller, or for no one in particular, until they are answered', async () => {
    const waiting = async () => (await cast.admin.calls<number>('waiting_conversations'))[0]
    const assign = (member: Actor | null) =>
      cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: member?.id ?? null })
    expect(await waiting()).toBe(2)
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    await assign(cast.exAdmin)
    expect(await waiting()).toBe(1)
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    await assign(cast.admin)
    expect(await waiting()).toBe(2)
    for (const actor of [cast.anonymous, cast.ana, cast.exAdmin]) {
      await expect(actor.calls('waiting_conversations')).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('the promise is the radar’s threshold; without one nothing is overdue', async () => {
    await promises(48)
    expect(await overdue()).toEqual({ total: 0, mine: 0, hours: 48 })
    expect(await listed('overdue')).toEqual([])
    await promises(null)
    expect(await overdue()).toEqual({ total: 0, mine: 0, hours: null })
    expect(await listed('overdue')).toEqual([])
    await promises(9)
    expect(await overdue()).toEqual({ total: 2, mine: 1, hours: 9 })
    await promises(24)
  })

  test('hours beyond whole days count while the squad works, as the web app counts them', async () => {
    const moments = ['2026-01-05T17:00:00Z', '2026-01-06T04:00:00Z', '2026-03-08T16:00:00Z', '2026-07-01T03:30:00Z', '2026-11-01T20:15:00Z'] // prettier-ignore
    for (const moment of moments)
      for (const hours of [1, 4, 9, 10, 24, 25, 30, 50, 168, 336]) {
        const [row] = await owner.query<{ since: Date }>('select private.promised_since($1, $2) as since', [
          moment,
          hours,
        ])
        const promised = promisedSince(new Date(moment), hours).toISOString()
        expect([moment, hours, new Date(row?.since ?? 0).toISOString()]).toEqual([moment, hours, promised])
      }
  })

  test('an answer and a mark as done end it', async () => {
    await replies(cast.admin, cast.ana, 'Yes')
    expect(await overdue()).toMatchObject({ total: 1, mine: 0 })
    await cast.admin.calls('mark_conversation_done', { founder: cast.ben.id, until: '2999-01-01' })
    expect(await overdue()).toMatchObject({ total: 0 })
  })

  test('founders do not learn of it', async () => {
    await expect(cast.ana.calls('overdue_conversations')).rejects.toMatchObject({ code: '42501' })
    await expect(cast.exAdmin.calls('overdue_conversations')).rejects.toMatchObject({ code: '42501' })
  })
})

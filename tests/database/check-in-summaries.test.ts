import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'

interface Claimed {
  readonly id: string
  readonly user_id: string
  readonly week_of: string
  readonly attempt: number
}

const checkIn = { wins: 'Two demos', next_priority: 'Pricing' } as const

/** The Monday of a week, `weeksAgo` weeks back. */
const monday = (weeksAgo: number): string => weekOf(new Date(Date.now() - weeksAgo * 7 * 86_400_000), 'UTC')

describe.each(engines)('summaries of check-ins on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(() => cast.service.deletes('weekly_checkins', {}))
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const save = (who: Actor, weeksAgo = 0) =>
    who.adds('weekly_checkins', { ...checkIn, week_of: monday(weeksAgo), user_id: who.id })
  const claim = (most = 10) => cast.service.calls<Claimed>('claim_check_ins', { max_rows: most })
  const store = ({ id }: Claimed, summary: string) =>
    cast.service.calls('store_check_in_summary', { check_in: id, summary })
  /** Moves the queue's due times back by some minutes. */
  const wait = (minutes: number) =>
    owner.query(`update private.check_ins_to_summarize set due_at = due_at - interval '1 minute' * $1`, [minutes])

  describe('when a check-in is saved', () => {
    test('saving a check-in notifies the name of the function to run', async () => {
      const received: string[] = []
      const stop = await cast.database.listen('functions', {
        notified: (name) => received.push(name),
        lost: () => received.push('lost'),
        restored: () => undefined,
      })
      await save(cast.ana)
      await vi.waitFor(() => expect(received).toEqual(['summarize-check-ins']), { timeout: 10_000 })
      await stop()
    })

    test.each([
      [0, true],
      [1, true],
      [3, false],
      [52, false],
    ])('a check-in of %i weeks ago is queued for a summary: %s', async (weeksAgo, waits) => {
      await save(cast.ana, weeksAgo)
      expect(await claim()).toHaveLength(waits ? 1 : 0)
    })

    test('a check-in with a summary is not queued', async () => {
      const row = { ...checkIn, week_of: monday(0), user_id: cast.ana.id, ai_summary: 'A good week' }
      await cast.service.adds('weekly_checkins', row)
      expect(await claim()).toEqual([])
    })
  })

  describe('claiming check-ins', () => {
    test('a claim returns the founder, the week and the number of the attempt', async () => {
      await save(cast.ana)
      const [saved] = await cast.ana.sees('weekly_checkins')
      expect(await claim()).toEqual([
        { id: saved?.['id'], user_id: cast.ana.id, week_of: monday(0), attempt: 1, failure: null },
      ])
    })

    test('concurrent claims return each check-in once', async () => {
      for (const who of [cast.ana, cast.ben, cast.admin, cast.exAdmin]) await save(who)
      const claims = await Promise.all(Array.from({ length: 12 }, () => claim(2)))
      const ids = claims.flat().map(({ id }) => id)
      expect(ids).toHaveLength(4)
      expect(new Set(ids).size).toBe(4)
    })

    test('a check-in can be claimed again after one minute, then with exponential backoff up to about an hour', async () => {
      await save(cast.ana)
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 9; attempt++) {
        expect(await claim()).toMatchObject([{ attempt }])
        const [row] = await owner.query<{ minutes: number }>(
          `select round(extract(epoch from due_at - now()) / 60)::integer as minutes from private.check_ins_to_summarize`,
        )
        pauses.push(row?.minutes ?? 0)
        await wait((row?.minutes ?? 0) - 0.5)
        expect(await claim()).toEqual([])
        await wait(0.5)
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
    })

    test('deleting the account removes its queued check-ins', async () => {
      await save(cast.exAdmin)
      const [claimed] = await claim()
      await owner.query('delete from auth.users where id = $1', [cast.exAdmin.id])
      await store(claimed as Claimed, 'Too late')
      await wait(60)
      expect(await claim()).toEqual([])
    })
  })

  describe('storing a summary', () => {
    test('a summary is stored once, is readable by the founder, and removes the check-in from the queue', async () => {
      await save(cast.ana)
      const [claimed] = await claim()
      await store(claimed as Claimed, 'A good week')
      await store(claimed as Claimed, 'Another week')
      expect(await cast.ana.sees('weekly_checkins')).toMatchObject([{ ...checkIn, ai_summary: 'A good week' }])
      await wait(60)
      expect(await claim()).toEqual([])
    })

    test('rejects a summary longer than its column, and the check-in stays queued', async () => {
      await save(cast.ana)
      const [claimed] = await claim()
      await expect(store(claimed as Claimed, 'x'.repeat(5001))).rejects.toMatchObject({ code: '23514' })
      await wait(1)
      expect(await claim()).toHaveLength(1)
    })
  })

  test.each(['anonymous', 'ana', 'admin', 'exAdmin'] as const)(
    '%s may neither claim check-ins nor store summaries',
    async (name) => {
      await save(cast.ana)
      const [claimed] = await claim()
      const who = cast[name]
      await expect(who.calls('claim_check_ins', { max_rows: 10 })).rejects.toMatchObject({ code: '42501' })
      await expect(
        who.calls('store_check_in_summary', { check_in: claimed?.id ?? null, summary: 'Mine' }),
      ).rejects.toMatchObject({ code: '42501' })
      const [row] = await cast.service.sees('weekly_checkins')
      expect(row?.['ai_summary']).toBeNull()
    },
  )
})

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Claimed {
  readonly id: string
  readonly user_id: string
  readonly week_of: string
  readonly version: string
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
  const store = ({ id, version }: Claimed, summary: string) =>
    cast.service.calls('store_check_in_summary', { check_in: id, summary, version })
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
        {
          id: saved?.['id'],
          user_id: cast.ana.id,
          week_of: monday(0),
          version: expect.any(String),
          attempt: 1,
          failure: null,
        },
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

    test('one without the version that was claimed, as a server of the release before stores it, is not stored', async () => {
      await save(cast.ana)
      const [claimed] = await claim()
      await cast.service.calls('store_check_in_summary', { check_in: claimed?.id ?? null, summary: 'A good week' })
      expect(await cast.ana.sees('weekly_checkins')).toMatchObject([{ ai_summary: null }])
      await wait(1)
      expect(await claim()).toHaveLength(1)
    })

    test('rejects a summary longer than its column, and the check-in stays queued', async () => {
      await save(cast.ana)
      const [claimed] = await claim()
      await expect(store(claimed as Claimed, 'x'.repeat(5001))).rejects.toMatchObject({ code: '23514' })
      await wait(1)
      expect(await claim()).toHaveLength(1)
    })
  })

  describe('when a check-in is corrected', () => {
    const correct = (weeksAgo = 0, change: Row = { wins: 'Three demos' }) =>
      cast.ana.changes('weekly_checkins', { week_of: monday(weeksAgo) }, change)
    const summaries = async () =>
      (await cast.ana.sees('weekly_checkins'))
        .toSorted((one, other) => String(other['week_of']).localeCompare(String(one['week_of'])))
        .map(({ ai_summary }) => ai_summary)
    /** Saves check-ins of these weeks, each with its summary. */
    async function summarized(...weeksAgo: number[]) {
      for (const ago of weeksAgo) {
        await cast.service.adds('weekly_checkins', {
          ...checkIn,
          week_of: monday(ago),
          user_id: cast.ana.id,
          ai_summary: `Summary ${ago}`,
        })
      }
    }

    test('its summary goes, and it is claimed again at once, with the corrected time to be seen', async () => {
      await summarized(0)
      expect((await cast.ana.sees('weekly_checkins'))[0]?.['corrected_at']).toBeNull()
      expect(await correct()).toBe(1)
      expect(await cast.admin.sees('weekly_checkins')).toMatchObject([
        { wins: 'Three demos', ai_summary: null, corrected_at: expect.any(String) },
      ])
      const [claimed] = await claim()
      await store(claimed as Claimed, 'Three now')
      expect(await summaries()).toEqual(['Three now'])
      expect(await claim()).toEqual([])
    })

    test('a summary of the texts before, which was being written meanwhile, is not stored', async () => {
      await save(cast.ana)
      const [before] = await claim()
      await correct()
      const [after] = await claim()
      expect(after).toMatchObject({ id: before?.id, attempt: 1 })
      await store(before as Claimed, 'Two demos')
      expect(await summaries()).toEqual([null])
      await store(after as Claimed, 'Three demos')
      await store(before as Claimed, 'Two demos')
      expect(await summaries()).toEqual(['Three demos'])
    })

    test('the next check-in, which compares itself with it, is summarized again, and no other', async () => {
      await summarized(0, 1, 2)
      await correct(2)
      expect(await summaries()).toEqual(['Summary 0', null, null])
      expect((await claim()).map(({ week_of }) => week_of).sort()).toEqual([monday(2), monday(1)])
      const [row] = await cast.ana.sees('weekly_checkins', { week_of: monday(1) })
      expect(row?.['corrected_at']).toBeNull()
    })

    test('a summary of the next one, which was being written meanwhile, is not stored either', async () => {
      await summarized(1)
      await save(cast.ana)
      const [before] = await claim()
      await correct(1)
      await store(before as Claimed, 'Compared with what was corrected')
      expect(await summaries()).toEqual([null, null])
      expect(await claim()).toHaveLength(2)
    })

    test('one of three weeks ago gets a summary if it had one', async () => {
      await summarized(3)
      await correct(3)
      expect(await claim()).toHaveLength(1)
      await cast.service.deletes('weekly_checkins', {})
      await save(cast.ana, 3)
      await correct(3)
      expect(await claim()).toEqual([])
    })

    test('saved with nothing changed, it keeps its summary and was not corrected', async () => {
      await summarized(0)
      expect(await correct(0, { ...checkIn, mood: 3 })).toBe(1)
      expect(await cast.ana.sees('weekly_checkins')).toMatchObject([{ ai_summary: 'Summary 0', corrected_at: null }])
      expect(await claim()).toEqual([])
    })

    test('who corrects with a summary of their own, as the service may, keeps it', async () => {
      await summarized(0)
      await cast.service.changes('weekly_checkins', { user_id: cast.ana.id }, { wins: 'One', ai_summary: 'Imported' })
      expect(await summaries()).toEqual(['Imported'])
      expect(await claim()).toEqual([])
    })

    test('many corrections and summaries at once neither deadlock nor keep a summary of older texts', async () => {
      await save(cast.ana, 1)
      await save(cast.ana)
      const works = Array.from({ length: 12 }, async (_, at) => {
        await correct(at % 2, { wins: `Correction ${at}` })
        for (const claimed of await claim()) {
          const [row] = await cast.service.sees('weekly_checkins', { id: claimed.id })
          await store(claimed, String(row?.['wins']))
        }
      })
      await Promise.all(works)
      for (let round = 0; round < 3; round++) {
        await wait(200)
        for (const claimed of await claim()) {
          const [row] = await cast.service.sees('weekly_checkins', { id: claimed.id })
          await store(claimed, String(row?.['wins']))
        }
      }
      for (const { wins, ai_summary } of await cast.ana.sees('weekly_checkins')) expect(ai_summary).toBe(wins)
      expect(await owner.query('select from private.check_ins_to_summarize')).toEqual([])
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
        who.calls('store_check_in_summary', {
          check_in: claimed?.id ?? null,
          version: claimed?.version ?? null,
          summary: 'Mine',
        }),
      ).rejects.toMatchObject({ code: '42501' })
      const [row] = await cast.service.sees('weekly_checkins')
      expect(row?.['ai_summary']).toBeNull()
    },
  )
})

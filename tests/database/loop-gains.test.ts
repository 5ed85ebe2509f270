import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { LOOP_COUNTS, type Counts } from '../../domain/traction.ts'
import { dayOf, weekOf, type IsoDate } from '../../domain/week.ts'
import type { Client } from '../../supabase/functions/_shared/function.ts'
import { loadDocumentRecords } from '../../supabase/functions/_shared/documents/load-records.ts'
import type { Loop } from '../../supabase/functions/_shared/founder-records.ts'
import type { DaySpan } from '../../supabase/functions/_shared/loop-gains.ts'
import { gainedIn } from '../../supabase/functions/growth-chat/answer/gained.ts'
import { founderQueries } from '../../supabase/functions/growth-chat/founder-queries.ts'
import { unitSpan } from '../../supabase/functions/growth-chat/understand/calendar-spans.ts'
import { countedWeeks, type LoopHistory } from '../../web/src/features/traction/traction-history.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'

/** Each count of all loops, or undefined where nothing is known. */
type Gained = Counts | undefined

// The whole day between them: it is never the same day in both.
describe.each(
  engines.flatMap((engine) => ['Pacific/Kiritimati', 'America/Los_Angeles'].map((zone) => [zone, engine] as const)),
)('what a founder in %s gained, on %s', (zone, engine) => {
  const today = dayOf(new Date(), zone)
  const thisWeek = weekOf(new Date(), zone)
  const lastMonth = unitSpan('month', today, -1)
  let server: TestServer
  let owner: Owner
  let ana: Person
  let admin: Person
  let client: Client

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    admin = await server.admin('adele')
    client = ana.client as unknown as Client
    owner = await ownerOf(server.own.config, server.database)
    const seen = { seen: new Date().toISOString(), time_zone: zone }
    await ana.client.rpc('mark_board_seen', seen).throwOnError()
    // In the week of the month's end and beginning, on its last day and its first.
    const end = addDays(lastMonth.from, -1)
    await addLoop('begun with its history', addDays(end, -20), [
      [addDays(end, -20), 3],
      [addDays(end, -1), 5],
      [end, 8],
      [lastMonth.from, 20],
      [lastMonth.to, 27],
      [addDays(lastMonth.to, 1), 40],
    ])
    await addLoop('begun in the month, with counts', addDays(lastMonth.from, 8), [
      [addDays(lastMonth.from, 8), 10],
      [addDays(lastMonth.from, 9), 17],
    ])
    await addLoop('older than its history', addDays(end, -400), [
      [addDays(lastMonth.from, 3), 100],
      [addDays(lastMonth.from, 5), 104],
      [addDays(thisWeek, -7), 103],
    ])
    await addLoop('with a single point', addDays(end, -400), [[addDays(lastMonth.from, 12), 1000]])
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  async function addLoop(name: string, created: IsoDate, points: readonly (readonly [IsoDate, number])[]) {
    const [loop] = await owner.query<{ id: string }>(
      `insert into public.traction_loops (user_id, name, conversions, demos, messages, created_at)
         values ($1, $2, $3, 3 * $3, 9 * $3, $4::date + time '12:00') returning id`,
      [ana.id, name, points.at(-1)?.[1], created],
    )
    await owner.query('delete from public.traction_points where loop_id = $1', [loop?.id])
    for (const [day, count] of points) {
      await owner.query(
        `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
           values ($1, $2, $3, 'running', $4, 3 * $4, 9 * $4)`,
        [ana.id, loop?.id, day, count],
      )
    }
  }

  const loops = async () =>
    (await ana.client.from('traction_loops').select('id, name, created_at').throwOnError()).data as unknown as Loop[]
  const countsOf = (of: (count: keyof Counts) => number): Counts => ({ conversions: of('conversions'), demos: of('demos'), messages: of('messages') }) // prettier-ignore

  const places: Readonly<Record<string, (span: DaySpan) => Promise<Gained>>> = {
      coach: async (span) => {
        const [gain] = await gainedIn([span], await loops(), founderQueries(client, ana.id))
        return gain?.isKnown ? gain.counts : undefined
      },
      document: async (span) => {
        const records = await loadDocumentRecords(client, ana.id, 'month-summary', { ...span })
        const gains = records.loops.rows.flatMap(({ gain }) => gain ?? [])
        return gains.length === 0 ? undefined : countsOf((id) => gains.reduce((sum, { counts }) => sum + counts[id], 0))
      },
      'board and mail': async ({ from, to }) => {
        const [row] = await owner.query<Record<keyof Counts, string | null>>(
          'select * from private.counts_added($1, $2, $3)',
          [ana.id, from, to],
        )
        return row?.conversions == null ? undefined : countsOf((id) => Number(row[id]))
      },
      programme: async ({ from, to }) => {
        const [row] = await owner.query<{ added: string | null }>(
          'select sum(added) as added from private.conversion_points where user_id = $1 and day between $2 and $3',
          [ana.id, from, to],
        )
        return row?.added == null ? undefined : countsOf((id) => Number(row.added) * { conversions: 1, demos: 3, messages: 9 }[id])
      },
    } // prettier-ignore

  test('in the month: from its first day to its last, and the first count of a loop that began in it', async () => {
    // 8 to 27; all 17 of the loop that began; 100 to 104 or 103; nothing of the single point.
    const fell = addDays(thisWeek, -7) <= lastMonth.to ? 1 : 0
    const gained = 19 + 17 + 4 - fell
    for (const [place, read] of Object.entries(places))
        expect([place, await read(lastMonth)]).toEqual([place, { conversions: gained, demos: 3 * gained, messages: 9 * gained }]) // prettier-ignore
  })

  test('by week: the chart says what every other place says', async () => {
    const { data } = await ana.client.rpc('traction_history', {}, { get: true }).throwOnError()
    const history = data as unknown as LoopHistory[]
    const charts = Object.fromEntries(LOOP_COUNTS.map(({ id }) => [id, countedWeeks(history, id)]))
    const weeks = charts['demos']!
    expect(weeks.at(-1)?.week).toBe(thisWeek)
    expect(weeks.length).toBeGreaterThan(6)
    for (const [index, { week, added }] of weeks.entries()) {
      const shown = added === undefined ? undefined : countsOf((id) => charts[id]![index]?.added ?? 0)
      const span = { from: week, to: addDays(week, 6) }
      expect([week, await places['coach']?.(span)]).toEqual([week, shown])
      expect([week, await places['document']?.(span)]).toEqual([week, shown])
      expect([week, await places['board and mail']?.(span)]).toEqual([week, shown])
      expect([week, await places['programme']?.(span) ?? countsOf(() => 0)]).toEqual([week, shown ?? countsOf(() => 0)]) // prettier-ignore
    }
  })

  test('a change belongs to the founder’s own day, which the coach and the board call today', async () => {
    const loop = { user_id: ana.id, name: 'Changed now', conversions: 2 }
    const { id } = (await admin.client.from('traction_loops').insert(loop).select('id').single().throwOnError()).data
    const day = async () => (await ana.client.from('traction_points').select('day').eq('loop_id', id).throwOnError()).data // prettier-ignore
    expect(await day()).toEqual([{ day: today }])
    // One who travels west, or chooses the zone of the weekly mail, has no change before one that is counted already.
    await ana.client.from('mail_settings').upsert({ user_id: ana.id, time_zone: 'Pacific/Pago_Pago', weekly: true }).throwOnError() // prettier-ignore
    await admin.client.from('traction_loops').update({ conversions: 3 }).eq('id', id).throwOnError()
    expect(await day()).toEqual([{ day: today }])
    // Between 10 and 11 o'clock UTC it is two days later in Kiritimati than in Pago Pago.
    const own = dayOf(new Date(), 'Pacific/Pago_Pago')
    await owner.query('update public.traction_points set day = $2 where loop_id = $1', [id, addDays(own, 2)])
    await admin.client.from('traction_loops').update({ conversions: 4 }).eq('id', id).throwOnError()
    expect(await day()).toEqual([{ day: addDays(own, 2) }])
    // The board does not change what was chosen, and ignores what is no zone.
    for (const time_zone of [zone, 'Mars/Olympus']) {
      await ana.client.rpc('mark_board_seen', { seen: new Date().toISOString(), time_zone }).throwOnError()
    }
    const { data } = await ana.client.from('mail_settings').select('time_zone, weekly').throwOnError()
    expect(data).toEqual([{ time_zone: 'Pacific/Pago_Pago', weekly: true }])
    expect((await ana.client.rpc('founder_context', undefined, { get: true })).data).toMatchObject({ today: own })
  })
})

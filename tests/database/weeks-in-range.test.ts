import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { asOwner } from '../../server/operations/owner.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, start } from '../operations/running-server.ts'

afterEach(closeAll)

const migration = new URL('../../supabase/migrations/20261124100000_weeks_in_range.sql', import.meta.url)

test.each(engines)(
  'check-ins of weeks that no screen can show move to a free week, with every word, on %s',
  async (engine) => {
    const at = await place(engine)
    const running = await start(at)
    const ana = await addFounder(running, 'ana')
    await running.stop()
    const weeks = await asOwner(at.config, async (transaction) => {
      await transaction.query('alter table public.weekly_checkins drop constraint weekly_checkins_week_in_range')
      await transaction.query(
        `insert into public.weekly_checkins (user_id, week_of, wins, next_priority, created_at)
       select $1, week::date, week, 'Next', '2026-03-04T12:00:00Z' from unnest($2::text[]) as week`,
        [ana, ['infinity', '10000-01-03', '2026-02-23']],
      )
      await transaction.query(await readFile(migration, 'utf8'))
      return transaction.query<{ week: string; wins: string }>(
        'select week_of::text as week, wins from public.weekly_checkins where user_id = $1 order by week_of desc',
        [ana],
      )
    })
    // The week they were written in is taken, and so is the one before it.
    expect(weeks.slice(0, 2)).toEqual([
      { week: '2026-03-02', wins: 'One' },
      { week: '2026-02-23', wins: '2026-02-23' },
    ])
    expect(weeks.slice(2).map(({ week }) => week)).toEqual(['2026-02-16', '2026-02-09'])
    expect(new Set(weeks.slice(2).map(({ wins }) => wins))).toEqual(new Set(['infinity', '10000-01-03']))
  },
)

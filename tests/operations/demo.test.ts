import { afterEach, describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { ensureCohort } from '../../server/operations/demo/cohort.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, start } from './running-server.ts'

afterEach(closeAll)

const now = new Date('2026-11-21T10:00:00Z')

describe.each(engines)('the sample cohort on %s', (engine) => {
  test('the sample cohort has sixty founders, one without this week’s check-in, and is created once', async () => {
    const { config, ...rest } = await place(engine)
    const { client, server } = await start({ config, ...rest })
    await ensureCohort(server, config, now)
    await ensureCohort(server, config, now)

    const { data: runways } = await client.from('runway_data').select('user_id').throwOnError()
    expect(runways).toHaveLength(60)
    const { data: recorded } = await client.from('runway_points').select('day').gte('day', '2026-11-21').throwOnError()
    expect(recorded).toEqual([])
    const maya = (await client.from('profiles').select('id').eq('first_name', 'Maya').single().throwOnError()).data.id
    const { data: goals } = await client.from('goals').select('period').eq('user_id', maya).throwOnError()
    expect(new Set(goals.map(({ period }) => period)).size).toBe(4)
    const checkIns = client.from('weekly_checkins').select('week_of').eq('user_id', maya)
    const { data: weeks } = await checkIns.order('week_of', { ascending: false }).throwOnError()
    expect(weeks.length).toBeGreaterThan(30)
    expect(weeks[0]?.week_of).toBe('2026-11-09')
    expect(weekOf(now, 'UTC')).toBe('2026-11-16')
  })

  test('the sample cohort is not created in a database with founders', async () => {
    const target = await place(engine)
    const running = await start(target)
    await addFounder(running, 'ana')
    await expect(ensureCohort(running.server, target.config, now)).rejects.toThrow('a database without founders')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentsAround, missingTimes, timeZones, wednesdays } from '../../domain/week-moments.ts'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

describe.each(engines)('weeks in every time zone, on %s', (engine) => {
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

  test('the database knows the zones, and its Monday is that of the web app, also on days that do not exist', async () => {
    const known = new Set(
      (await owner.query<{ name: string }>('select name from pg_timezone_names')).map(({ name }) => name),
    )
    const zones = timeZones.filter((zone) => known.has(zone))
    expect(timeZones.filter((zone) => !known.has(zone))).toEqual([])
    await owner.query('select private.known_time_zone(zone) from unnest($1::text[]) as zone', [timeZones])
    const rows = [
      ...zones.flatMap((zone) => wednesdays.flat().map((moment) => ({ zone, moment }))),
      ...missingTimes.flatMap((missing) => momentsAround(missing).map((moment) => ({ zone: missing.zone, moment }))),
    ]
    const different = await owner.query(
      `select one.* from unnest($1::text[], $2::timestamptz[], $3::date[]) as one (zone, moment, monday)
       where monday <> date_trunc('week', moment at time zone zone)::date
         or private.next_monday(moment, zone) <>
           case when private.morning(monday, zone) > moment then monday else monday + 7 end`,
      [
        rows.map(({ zone }) => zone),
        rows.map(({ moment }) => moment.toISOString()),
        rows.map(({ zone, moment }) => weekOf(moment, zone)),
      ],
    )
    expect(different).toEqual([])
  })
})

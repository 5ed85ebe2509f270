import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltServer } from '../tests/faults/built-server.ts'
import type { BareRound } from './bare-pglite.ts'
import { startChild } from './child.ts'
import type { Seeded } from './databases.ts'
import { ms, perSecond } from './report.ts'
import {
  CONNECTIONS,
  insertLoad,
  interleave,
  medianFigures,
  play,
  readLoad,
  WARM_UP_SECONDS,
  type Scene,
} from './rounds.ts'
import { median } from './statistics.ts'

/** A copy of the embedded database, taken while nobody has it open. */
export async function copyOf({ env }: Seeded): Promise<string> {
  const folder = join(env.DATA_DIR, 'bare')
  await cp(join(env.DATA_DIR, 'database'), folder, { recursive: true })
  return folder
}

/** The same read and insert on the embedded engine, the read against the engine alone. */
export async function measureEmbedded(scene: Scene, seeded: Seeded, { port }: BuiltServer, bareFolder: string) {
  const { report, rounds, seconds } = scene
  const bare = startChild<BareRound, number>('./bare-pglite.ts')
  const load = readLoad(seeded)
  await play({ ...scene, seconds: WARM_UP_SECONDS }, port, load)
  await bare.ask({ folder: bareFolder, seconds: WARM_UP_SECONDS })
  const results = await interleave<string, unknown>(rounds, {
    bare: () => bare.ask({ folder: bareFolder, seconds }),
    rest: () => play(scene, port, load),
  })
  bare.stop()
  const rest = medianFigures(results['rest'] as never)
  const engine = median(results['bare'] as never)
  report.bar('pgliteRead', rest.perSecond / engine)
  const label = `Read, PGlite, ${CONNECTIONS} connections`
  report.figure(`${label}: REST`, `${perSecond(rest.perSecond)}, p50 ${ms(rest.p50Ms)}, p99 ${ms(rest.p99Ms)}`)
  report.figure('Read, PGlite: the bare engine, one implicit transaction', perSecond(engine))
  const insert = await play(scene, port, insertLoad(seeded))
  report.figure(`Commits, PGlite, ${CONNECTIONS} connections: inserts over REST`, perSecond(insert.perSecond))
}

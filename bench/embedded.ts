import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltServer } from '../tests/built-server.ts'
import type { BareRound } from './bare-pglite.ts'
import { startChild } from './child.ts'
import type { Seeded } from './databases.ts'
import { against, formatFigures } from './report.ts'
import {
  CONNECTIONS,
  interleave,
  loads,
  medianRate,
  names,
  OTHER_CONNECTIONS,
  play,
  WARM_UP_SECONDS,
  type Scene,
} from './rounds.ts'
import { median } from './statistics.ts'

/** Copies the embedded database, which no process has open. */
export async function copyOf({ env }: Seeded): Promise<string> {
  const folder = join(env.DATA_DIR, 'bare')
  await cp(join(env.DATA_DIR, 'database'), folder, { recursive: true })
  return folder
}

/** The same reads and inserts on the embedded engine, against the engine alone. */
export async function measureEmbedded(scene: Scene, seeded: Seeded, { port }: BuiltServer, folder: string) {
  const { report, rounds, seconds, isQuick } = scene
  const bars = { read: 'pgliteRead', insert: 'pgliteInsert' } as const
  const bare = startChild<BareRound, number>('./bare-pglite.ts')
  for (const work of ['read', 'insert'] as const) {
    await play({ ...scene, seconds: WARM_UP_SECONDS }, port, loads[work](seeded))
    await bare.ask({ folder, work, seconds: WARM_UP_SECONDS })
    for (const connections of isQuick ? [CONNECTIONS] : [CONNECTIONS, ...OTHER_CONNECTIONS]) {
      const requests = loads[work](seeded, connections)
      const { engine, rest } = await interleave(rounds, {
        engine: () => bare.ask({ folder, work, seconds }),
        rest: () => play(scene, port, requests),
      })
      if (connections === CONNECTIONS) report.bar(bars[work], medianRate(rest) / median(engine))
      const floor = against(rest, 'the bare engine', engine)
      report.figure(`${names[work]}, PGlite, ${connections} at once`, `${formatFigures(rest)}; ${floor}`)
    }
  }
  bare.stop()
}

import type { BuiltServer } from '../tests/faults/built-server.ts'
import { READERS, WRITERS } from './cohort.ts'
import type { Seeded } from './databases.ts'
import type { Bench, Form } from './pgbench.ts'
import { processorMs } from './process.ts'
import { ms, perSecond, short } from './report.ts'
import {
  CONNECTIONS,
  insertLoad,
  interleave,
  medianFigures,
  play,
  readLoad,
  type Scene,
  WARM_UP_SECONDS,
} from './rounds.ts'
import { median } from './statistics.ts'

type Pgbench = (bench: Bench) => Promise<number>

/** Reads and inserts over HTTP against pgbench on the same database, in turn. */
export async function measureTables(
  scene: Scene,
  seeded: Seeded,
  { port, pid }: BuiltServer,
  pgbench: Pgbench | undefined,
) {
  const { report, rounds, seconds } = scene
  const loads = { read: readLoad(seeded), insert: insertLoad(seeded) }
  const founders = { read: [0, READERS], insert: [READERS, READERS + WRITERS] } as const
  for (const work of ['read', 'insert'] as const) {
    const floor = (form: Form) => async () =>
      pgbench && seeded.url !== undefined
        ? {
            perSecond: await pgbench({
              url: seeded.url,
              work,
              form,
              clients: CONNECTIONS,
              seconds,
              founders: founders[work],
            }),
          }
        : { perSecond: Number.NaN }
    await play({ ...scene, seconds: WARM_UP_SECONDS }, port, loads[work])
    const results = await interleave<string, { readonly perSecond: number }>(rounds, {
      transaction: floor('transaction'),
      rest: () => play(scene, port, loads[work]),
      pipeline: floor('pipeline'),
    })
    const rest = medianFigures(results['rest'] as never)
    const rate = (name: string) => median((results[name] ?? []).map((figures) => figures.perSecond))
    report.bar(work, rest.perSecond / rate('transaction'))
    const label = `${work === 'read' ? 'Read' : 'Insert'}, PostgreSQL, ${CONNECTIONS} connections`
    report.figure(`${label}: REST`, `${perSecond(rest.perSecond)}, p50 ${ms(rest.p50Ms)}, p99 ${ms(rest.p99Ms)}`)
    report.figure(`${label}: pgbench, begin … commit`, perSecond(rate('transaction')))
    report.figure(
      `${label}: pgbench, one implicit transaction`,
      `${perSecond(rate('pipeline'))} (REST ${short(rest.perSecond / rate('pipeline'))} ×)`,
    )
  }
  const [{ answers }, spentMs] = await processorMs(pid, () => play(scene, port, loads.read))
  report.figure('Processor time of the server for one read, PostgreSQL', ms(spentMs / answers))
  const single = await play(scene, port, insertLoad(seeded, 1))
  report.figure('Commits, PostgreSQL, 1 connection: inserts over REST', perSecond(single.perSecond))
}

/** The same read on few and on many rows, each on a server of its own. */
export async function measureManyRows(scene: Scene, few: [Seeded, BuiltServer], many: [Seeded, BuiltServer]) {
  const { report, rounds } = scene
  const read = ([seeded, { port }]: [Seeded, BuiltServer]) => {
    const load = readLoad(seeded)
    return () => play(scene, port, load)
  }
  const measures = { few: read(few), many: read(many) }
  await interleave(1, measures)
  const results = await interleave(rounds, measures)
  const [fewFigures, manyFigures] = [medianFigures(results.few), medianFigures(results.many)]
  report.bar('manyRows', manyFigures.p99Ms / fewFigures.p99Ms)
  const told = (label: string, { perSecond: rate, p50Ms, p99Ms }: typeof fewFigures) =>
    report.figure(`Read, PostgreSQL, ${label} rows`, `${perSecond(rate)}, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`)
  told('20,000', fewFigures)
  told('1,000,000', manyFigures)
}

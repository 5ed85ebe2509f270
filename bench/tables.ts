import type { BuiltServer } from '../tests/built-server.ts'
import { READERS, WRITERS } from './cohort.ts'
import type { Seeded } from './databases.ts'
import type { Figures } from './load.ts'
import type { Bench, Form } from './pgbench.ts'
import { processorMs } from './process.ts'
import { against, ms, formatFigures } from './report.ts'
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

type Pgbench = (bench: Bench) => Promise<number>
type Work = Bench['work']

/** A server and its database. */
export type Place = readonly [Seeded, BuiltServer]

/** Clients of pgbench at most: PostgreSQL as installed lets a hundred in. */
const MAX_CLIENTS = 64

const founders = { read: [0, READERS], insert: [READERS, READERS + WRITERS] } as const

/** Reads and inserts over HTTP against pgbench on the same database, in turn. */
export async function measureTables(scene: Scene, place: Place, pgbench: Pgbench | undefined): Promise<void> {
  const { report, isQuick } = scene
  const [seeded, { port, pid }] = place
  for (const work of ['read', 'insert'] as const) {
    await play({ ...scene, seconds: WARM_UP_SECONDS }, port, loads[work](seeded))
    for (const connections of isQuick ? [CONNECTIONS] : [CONNECTIONS, ...OTHER_CONNECTIONS]) {
      const { rest, transaction, implicit } = await compare(scene, place, pgbench, work, connections)
      if (connections === CONNECTIONS) report.bar(work, medianRate(rest) / median(transaction))
      const clients = connections > MAX_CLIENTS ? ` with ${MAX_CLIENTS} clients` : ''
      const floors = [
        against(rest, `pgbench${clients}, begin … commit,`, transaction),
        against(rest, 'in one implicit transaction', implicit),
      ]
      report.figure(`${names[work]}, PostgreSQL, ${connections} at once`, [formatFigures(rest), ...floors].join('; '))
    }
  }
  const [{ answers }, spentMs] = await processorMs(pid, () => play(scene, port, loads.read(seeded)))
  report.figure('Processor time of the server for one read, PostgreSQL', ms(spentMs / answers))
}

/** The same read on few and on many rows, each on a server of its own. */
export async function measureManyRows(
  scene: Scene,
  few: Place,
  many: Place,
  pgbench: Pgbench | undefined,
): Promise<void> {
  const { report, rounds } = scene
  const read = ([seeded, { port }]: Place) => {
    const requests = loads.read(seeded)
    return () => play(scene, port, requests)
  }
  const measures = { few: read(few), many: read(many) }
  await interleave(1, measures)
  const results = await interleave(rounds, measures)
  const p99 = (figures: readonly Figures[]) => median(figures.map(({ p99Ms }) => p99Ms))
  report.bar('manyRows', p99(results.many) / p99(results.few))
  report.figure('Read, PostgreSQL, 20,000 rows', formatFigures(results.few))
  report.figure('Read, PostgreSQL, 1,000,000 rows', formatFigures(results.many))
  const { rest, transaction } = await compare(scene, many, pgbench, 'read', CONNECTIONS)
  const floor = against(rest, 'pgbench, begin … commit,', transaction)
  report.figure(`Read, PostgreSQL, 1,000,000 rows, ${CONNECTIONS} at once`, `${formatFigures(rest)}; ${floor}`)
}

/** NaN without pgbench. */
function compare(
  scene: Scene,
  [seeded, { port }]: Place,
  pgbench: Pgbench | undefined,
  work: Work,
  connections: number,
) {
  const { rounds, seconds } = scene
  const { url } = seeded
  const clients = Math.min(connections, MAX_CLIENTS)
  const floor = (form: Form) => () =>
    pgbench && url !== undefined
      ? pgbench({ url, work, form, clients, seconds, founders: founders[work] })
      : Promise.resolve(Number.NaN)
  const requests = loads[work](seeded, connections)
  return interleave(rounds, {
    transaction: floor('transaction'),
    rest: () => play(scene, port, requests),
    implicit: floor('pipeline'),
  })
}

import { loadavg } from 'node:os'
import { administer } from '../tests/engines.ts'
import { measureAccounts } from './accounts.ts'
import { startChild } from './child.ts'
import { findChromium } from './chromium.ts'
import { measureCofounder } from './cofounder.ts'
import { GOALS_EACH, READERS } from './cohort.ts'
import { seededDatabase, type Seeded } from './databases.ts'
import { copyOf, measureEmbedded } from './embedded.ts'
import { measureLiveChanges } from './live-changes.ts'
import type { Figures, Round } from './load.ts'
import { findPgbench } from './pgbench.ts'
import { residentMegabytes, startMeasured, startServer } from './process.ts'
import { commit, machine, Report, short } from './report.ts'
import type { Scene } from './rounds.ts'
import { measureManyRows, measureTables } from './tables.ts'
import { measureWeb } from './web.ts'

const few = { founders: READERS }
const many = { founders: 1_000_000 / GOALS_EACH }

const isWebAlone = process.argv.includes('--web')
const isQuick = process.argv.includes('--quick')
const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const startedAt = Date.now()
const report = new Report()
const load = startChild<Round, Figures[]>('./load.ts')
const scene: Scene = { report, load, isQuick, rounds: isQuick ? 1 : 3, seconds: isQuick ? 2 : 3 }
const created: Seeded[] = []
const pgbench = findPgbench()
const chromium = findChromium()

async function seeded(at: string | undefined, cohort: typeof few): Promise<Seeded> {
  const database = await seededDatabase(at, cohort)
  created.push(database)
  return database
}

async function onPostgres(): Promise<void> {
  const database = await seeded(url, few)
  const names = { engine: 'PostgreSQL', start: 'startPostgres', memory: 'memoryPostgres' } as const
  const server = await startMeasured(scene, database, names)
  await measureTables(scene, [database, server], pgbench)
  await measureAccounts(scene, database, server)
  await measureLiveChanges(scene, database, server)
  await measureCofounder(scene, names.engine, database)
  if (!isQuick) {
    const large = await seeded(url, many)
    const largeServer = await startServer(large.env)
    await measureManyRows(scene, [database, server], [large, largeServer], pgbench)
    await largeServer.end('SIGTERM')
  }
  report.figure('Memory after all this, PostgreSQL', `${short(residentMegabytes(server.pid) ?? Number.NaN)} MB`)
  await server.end('SIGTERM')
}

async function onPglite(): Promise<void> {
  const database = await seeded(undefined, few)
  const bare = await copyOf(database)
  const names = { engine: 'PGlite', start: 'startPglite', memory: 'memoryPglite' } as const
  const server = await startMeasured(scene, database, names)
  await measureEmbedded(scene, database, server, bare)
  report.figure('Memory after all this, PGlite', `${short(residentMegabytes(server.pid) ?? Number.NaN)} MB`)
  await server.end('SIGTERM')
  await measureCofounder(scene, names.engine, database)
}

const hasPostgres = await administer(url, ['select 1']).then(
  () => true,
  () => false,
)
const conditions = [
  machine(),
  commit(),
  `Others kept ${short(loadavg()[0] ?? 0)} processes busy when it began.`,
  'The server is the build, with LOG_LEVEL=info, its output written to a file. Figures are good as ratios.',
  ...(isWebAlone ? ['Only the web app was measured (--web).'] : []),
  ...(hasPostgres ? [] : ['No PostgreSQL at hand: its figures are left out.']),
  ...(chromium ? [] : ['No Chromium at hand (UPSWING_BROWSER): the figures of the web are left out.']),
  ...(pgbench ? [] : ['No pgbench at hand: ratios to it are left out.']),
]
try {
  if (hasPostgres && !isWebAlone) await onPostgres()
  if (!isWebAlone) await onPglite()
  if (chromium) await measureWeb(report, isQuick, chromium)
} finally {
  load.stop()
  for (const database of created) await database.remove()
}
conditions.push(
  `${scene.rounds} rounds of ${scene.seconds} s in turn, median; ${short((Date.now() - startedAt) / 1000)} s in all.`,
)
console.log(`\n${report.markdown(conditions)}`)
console.log(`Written to ${report.write(new Date(), conditions)}.md and .json`)

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './built-server.ts'
import { administer } from './engines.ts'

const installed = '/usr/lib/postgresql'

/** The folder of Debian's newest PostgreSQL programs; undefined if not installed. */
export const postgresPrograms: string | undefined = existsSync(installed)
  ? readdirSync(installed)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

/** A PostgreSQL of the tests' own, on the loopback interface and without a password: it exists for minutes. */
export interface PostgresCluster {
  /** URL of the cluster as a superuser, without a database. */
  readonly url: string
  start(): Promise<void>
  /** `immediate` is a crash, without a checkpoint. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Sends a signal to its processes: to all, or to those with that title, such as `walsender`. */
  signal(signal: 'SIGKILL' | 'SIGSTOP', title?: string): void
  /** A running standby of it, by streaming replication. */
  standby(): Promise<PostgresStandby>
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

export interface PostgresStandby extends PostgresCluster {
  promote(): Promise<void>
}

/**
 * Creates a cluster and starts it.
 * @param settings of the server, such as `fsync=off`
 * @param segmentMb size of its segments of write-ahead log
 * @param folder for its data, empty, which stays; without it one that is removed
 * @param superuser its name
 */
export async function createCluster({
  settings,
  segmentMb = 16,
  folder,
  superuser = 'postgres',
}: {
  settings: readonly string[]
  segmentMb?: number
  folder?: string | undefined
  superuser?: string
}): Promise<PostgresCluster> {
  const init = ['-U', superuser, '--auth=trust', `--wal-segsize=${segmentMb}`, '--no-sync']
  return startCluster({ settings, folder, superuser }, (run, data) => run('initdb', ['-D', data, ...init]))
}

type RunProgram = (program: string, args: string[]) => Promise<unknown>

interface Start {
  readonly settings: readonly string[]
  readonly folder: string | undefined
  readonly superuser: string
}

/** @param fill writes the files of its data folder */
async function startCluster(
  { settings, folder, superuser }: Start,
  fill: (run: RunProgram, data: string) => Promise<unknown>,
): Promise<PostgresStandby> {
  const programs = postgresPrograms
  if (programs === undefined) throw new Error(`no PostgreSQL under ${installed}`)
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'upswing-cluster-')))
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const run: RunProgram = (program, args) => promisify(execFile)(join(programs, program), args, { ...user, cwd: '/' })
  await mkdir(home, { recursive: true })
  if (user.uid !== undefined) execFileSync('chown', ['postgres', home])
  await chmod(home, 0o700)
  const data = join(home, 'data')
  const port = await freePort()
  await fill(run, data)
  const options = [`-p ${port} -k ${home}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const start = async () =>
    void (await run('pg_ctl', ['-D', data, '-o', options, '-l', join(home, 'log'), '-w', 'start']))
  const stop = async (mode: string) => void (await run('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']))
  const pidFile = join(data, 'postmaster.pid')
  const processes = (): number[] => {
    const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return [postmaster, ...childrenOf(postmaster)]
  }
  let isKilled = false
  await start()
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}`,
    start,
    stop,
    signal: (signal, title = '') => {
      for (const pid of processes()) if (titleOf(pid).includes(title)) send(pid, signal)
      if (signal !== 'SIGKILL' || title !== '') return
      isKilled = true
      // Otherwise the next start or stop waits for a process that may not have been reaped.
      rmSync(pidFile)
    },
    standby: () => {
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', superuser, '-c', 'fast', '-R', '--no-sync']
      return startCluster({ settings, folder: undefined, superuser }, (runOther, target) =>
        runOther('pg_basebackup', ['-D', target, ...from]),
      )
    },
    promote: async () => void (await run('pg_ctl', ['-D', data, '-w', 'promote'])),
    remove: async () => {
      // Stopped processes would not end.
      if (existsSync(pidFile)) for (const pid of processes()) send(pid, 'SIGCONT')
      // A start frees the shared memory of a killed one.
      if (isKilled) await start().catch(() => undefined)
      await stop('immediate').catch(() => undefined)
      if (folder === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}

const childrenOf = (pid: number): number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

const titleOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`)

/** Empty when the process has ended. */
const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** A process may end by itself when another one of its cluster does. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** Nothing of it has to survive a crash of the machine. */
export const SHORT_LIVED = ['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB', 'max_connections=200']

/** The cluster in which suites create their databases. */
export interface TestPostgres {
  /** A database whose role may create others. */
  readonly url: string
  remove(): Promise<void>
}

const USUAL_PLACE = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * The PostgreSQL of a run of tests: the one at TEST_DATABASE_URL; else a cluster of its own, where the programs are
 * installed; else one that answers at its usual place.
 * @returns undefined when there is none
 * @throws {Error} when TEST_DATABASE_URL does not answer
 */
export async function openTestPostgres(): Promise<TestPostgres | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    await administer(given, ['select 1'])
    return { url: given, remove: async () => undefined }
  }
  if (postgresPrograms === undefined)
    return (await hasTestPostgres()) ? { url: USUAL_PLACE, remove: async () => undefined } : undefined
  const cluster = await createCluster({ settings: SHORT_LIVED })
  return { url: `${cluster.url}/postgres`, remove: cluster.remove }
}

/** Whether {@link openTestPostgres} finds one. */
export async function hasTestPostgres(): Promise<boolean> {
  if (process.env['TEST_DATABASE_URL'] !== undefined || postgresPrograms !== undefined) return true
  return administer(USUAL_PLACE, ['select 1']).then(
    () => true,
    () => false,
  )
}

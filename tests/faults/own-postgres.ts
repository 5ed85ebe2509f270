import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { administer, type OwnDatabase } from '../engines.ts'
import { freePort } from '../built-server.ts'

const installed = '/usr/lib/postgresql'

/** The folder of Debian's newest PostgreSQL programs; undefined if not installed. */
export const postgresPrograms: string | undefined = existsSync(installed)
  ? readdirSync(installed)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

export interface OwnPostgres extends OwnDatabase {
  readonly config: { readonly kind: 'postgres'; readonly url: string }
  start(): Promise<void>
  /** `immediate` is a crash, without a checkpoint. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

/** A PostgreSQL that a test may stop and start, removed after the test. @param folder for its data, empty */
export async function ownPostgres(folder?: string): Promise<OwnPostgres> {
  const programs = postgresPrograms
  if (programs === undefined) throw new Error(`no PostgreSQL under ${installed}`)
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'upswing-cluster-')))
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-test-'))
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const run = (program: string, args: string[]) =>
    promisify(execFile)(join(programs, program), args, { ...user, cwd: '/' })
  await mkdir(home, { recursive: true })
  if (user.uid !== undefined) execFileSync('chown', ['postgres', home])
  await chmod(home, 0o700)
  const data = join(home, 'data')
  const port = await freePort()
  // Without a password, on the loopback interface only: it exists for a minute.
  await run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--wal-segsize=1'])
  const options = `-p ${port} -k ${home} -c max_wal_size=16MB -c min_wal_size=16MB`
  const start = async () =>
    void (await run('pg_ctl', ['-D', data, '-o', options, '-l', join(home, 'log'), '-w', 'start']))
  const stop = async (mode: string) => void (await run('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']))
  onTestFinished(async () => {
    await stop('immediate').catch(() => undefined)
    if (folder === undefined) await rm(home, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  })
  await start()
  const url = `postgres://postgres@127.0.0.1:${port}`
  await administer(`${url}/postgres`, ['create database upswing'])
  return { config: { kind: 'postgres', url: `${url}/upswing` }, dataDir, start, stop, remove: async () => undefined }
}

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { claimsOf, FIRST_FOUNDER, insertSql, readSql } from './reference-sql.ts'

const founder = `('00000000-0000-4000-8000-' || :n)::uuid`
const claims = `'${claimsOf('@')}'`.replaceAll('@', `00000000-0000-4000-8000-' || :n || '`)
const settings = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true);`

/** Each statement on its own, or all before one Sync: then they are one implicit transaction. */
export type Form = 'transaction' | 'pipeline'

const scripts = {
  read: `${settings}\n${readSql(founder).replaceAll('\n', ' ')};`,
  insert: `${settings}\n${insertSql(founder).replaceAll('\n', ' ')};`,
} as const

const frames = { transaction: ['begin;', 'commit;'], pipeline: ['\\startpipeline', '\\endpipeline'] } as const

export interface Bench {
  readonly url: string
  readonly work: keyof typeof scripts
  readonly form: Form
  readonly clients: number
  readonly seconds: number
  /** Founders that are asked about: from the first number to before the second. */
  readonly founders: readonly [number, number]
}

/** @returns a way to run pgbench, or undefined where there is none */
export function findPgbench(): ((bench: Bench) => Promise<number>) | undefined {
  const isOnPath = spawnSync('pgbench', ['--version']).status === 0
  const program = isOnPath ? 'pgbench' : debianPgbench()
  if (program === undefined) return undefined
  return async ({ url, work, form, clients, seconds, founders: [from, to] }) => {
    const [before, after] = frames[form]
    const pick = `\\set n random(${FIRST_FOUNDER + from}, ${FIRST_FOUNDER + to - 1})`
    const args = ['-n', '-M', 'prepared', '-c', clients, '-j', Math.min(2, clients), '-T', seconds, '-f', '-', url]
    const env = { ...process.env, PGOPTIONS: '-c jit=off -c client_min_messages=warning' }
    const running = promisify(execFile)(program, args.map(String), { env })
    running.child.stdin?.end([pick, before, scripts[work], after, ''].join('\n'))
    const { stdout } = await running
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
    if (perSecond === undefined) throw new Error(`pgbench printed no rate: ${stdout}`)
    return Number(perSecond)
  }
}

/** Debian keeps it beside the server. */
function debianPgbench(): string | undefined {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .map((version) => join(folder, version, 'bin/pgbench'))
    .findLast((path) => existsSync(path))
}

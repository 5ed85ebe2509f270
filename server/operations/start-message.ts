import type { Config } from '../config.ts'
import { readHosts } from '../database/postgres-hosts.ts'
import type { SampleAccounts } from './demo/cohort.ts'
import type { FirstAdmin } from './first-admin.ts'

export interface Started {
  readonly engine: 'postgres' | 'pglite'
  readonly firstAdmin?: FirstAdmin | undefined
  readonly sample?: SampleAccounts | undefined
}

/** The message at the end of a start at a terminal: URL, accounts, data and mail. */
export function startMessage(config: Config, { engine, firstAdmin, sample }: Started): string {
  const rows: readonly (readonly [string, string] | undefined)[] = [
    ...accountRows(firstAdmin, sample),
    ['Data', dataOf(config, engine)],
    [
      'Mail',
      config.SMTP_URL === undefined
        ? `kept in ${config.DATA_DIR}/outbox until SMTP_URL is set`
        : `sent by ${hostOf(config.SMTP_URL)}`,
    ],
    config.LANDING_PATH === '/command'
      ? [
          'Landing',
          'founders land at /command after signing in, which shows the 404 page; LANDING_PATH=/ leads to the board',
        ]
      : undefined,
    ['Stop', 'Ctrl-C'],
  ]
  const lines = rows.flatMap((row) => (row ? [`  ${row[0].padEnd(9)}${row[1]}`] : []))
  return `\n  ${config.PRODUCT_NAME} is running at ${config.PUBLIC_URL}\n\n${lines.join('\n')}\n`
}

/** The accounts for a log: passwords that are shown once. */
export function accountLines({ firstAdmin, sample }: Pick<Started, 'firstAdmin' | 'sample'>): string[] {
  const lines: string[] = []
  if (firstAdmin?.password !== undefined) {
    lines.push(`\nThe first admin is ${firstAdmin.email} with the password ${firstAdmin.password} (shown only now)\n`)
  }
  if (sample) lines.push(`\nThe sample cohort's founder is ${sample.founder} with the password ${sample.password}`)
  if (sample?.admin !== undefined) lines.push(`Its admin is ${sample.admin} with the same password\n`)
  return lines
}

function accountRows(firstAdmin: FirstAdmin | undefined, sample: SampleAccounts | undefined): [string, string][] {
  const rows: [string, string][] = []
  if (sample) rows.push(['Founder', `${sample.founder}, password ${sample.password}`])
  if (sample?.admin !== undefined) rows.push(['Admin', `${sample.admin}, password ${sample.password}`])
  else if (firstAdmin?.password !== undefined) {
    rows.push(['Admin', `${firstAdmin.email}, password ${firstAdmin.password} (shown only now)`])
  } else if (firstAdmin) rows.push(['Admin', `${firstAdmin.email}, password as in ADMIN_PASSWORD`])
  else rows.push(['Admin', 'see `npm run admin -- list`'])
  return rows
}

function dataOf({ DATABASE_URL, DATA_DIR }: Config, engine: Started['engine']): string {
  if (engine === 'pglite' || DATABASE_URL === undefined) return `${DATA_DIR} (embedded PostgreSQL)`
  const read = readHosts(DATABASE_URL)
  const [first = DATABASE_URL, ...others] = read.ok ? read.value.urls : []
  return `PostgreSQL at ${[first, ...others].map(hostOf).join(',')}${new URL(first).pathname}`
}

/** Without user and password. */
const hostOf = (url: string): string => new URL(url).host

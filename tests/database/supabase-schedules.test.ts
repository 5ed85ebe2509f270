import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administer } from '../engines.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { cronMissing, openSupabaseWithCron, type SupabaseWithCron } from '../supabase-shape.ts'

if (cronMissing !== undefined) console.warn(`Schedules on Supabase are not tested: ${cronMissing}`)

const functions = new URL('../../supabase/functions/', import.meta.url)

/** Stand-ins for the extensions pg_net and supabase_vault: a queue of requests, and secrets by name. */
const EXTENSIONS = `
  create schema net;
  create table net.http_request_queue (
    id bigserial, url text, headers jsonb, body jsonb, queued_at timestamptz default clock_timestamp()
  );
  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000
  ) returns bigint language sql security definer as $$
    insert into net.http_request_queue (url, headers, body) values (url, headers, body) returning id
  $$;
  create schema vault;
  create table vault.secrets (name text unique, secret text);
  create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text) returns void
    language sql security definer as $$ insert into vault.secrets values (new_name, new_secret) $$;
  grant usage on schema net to postgres, anon, authenticated, service_role;
  grant usage on schema vault to postgres;
  grant select on net.http_request_queue to postgres;
  grant select on vault.decrypted_secrets to postgres;
`

/** The functions with a schedule, and how often each runs. */
async function scheduled(): Promise<Map<string, number>> {
  const names = (await readdir(functions)).filter((name) => existsSync(new URL(`${name}/schedule.json`, functions)))
  const entries = names.map(async (name) => {
    const text = await readFile(new URL(`${name}/schedule.json`, functions), 'utf8')
    return [name, (JSON.parse(text) as { everySeconds: number }).everySeconds] as const
  })
  return new Map(await Promise.all(entries))
}

const secondsOf = (cron: string): number => {
  if (cron === '* * * * *') return 60
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 86_400
  throw new Error(`not a schedule of these: ${cron}`)
}

interface QueuedRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: object
}

describe.skipIf(cronMissing)('schedules by pg_cron on a database of the shape of Supabase', () => {
  let project: SupabaseWithCron
  let server: TestServer
  beforeAll(async () => {
    project = await openSupabaseWithCron()
    server = await createTestServer('pglite')
    await administer(project.urlOf('supabase_admin'), [EXTENSIONS])
  })
  afterAll(async () => {
    await server.close()
    await project.close()
  })

  /** As `postgres`, on a connection that a restart does not outlive. */
  async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: project.urlOf('postgres') })
    await client.connect()
    try {
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }
  const schedule = async () => query(await readFile(new URL('../schedules.sql', functions), 'utf8'))
  const jobs = () => query<{ jobname: string; schedule: string }>('select jobname, schedule from cron.job order by 1')

  test('every function with a schedule is a job at that interval, once', async () => {
    await schedule()
    await schedule()
    const found = (await jobs()).map((job) => [job.jobname, secondsOf(job.schedule)])
    expect(found).toEqual([...(await scheduled())].sort())
  })

  test('a run without the secrets fails with their names', async () => {
    await expect(query(`select private.run_function('clean-up')`)).rejects.toThrow('project_url and secret_key')
  })

  test('callers of the API cannot run a function', async () => {
    const able = await query<{ able: boolean }>(
      `select has_function_privilege(role, 'private.run_function(text)', 'execute') as able
       from unnest(array['anon', 'authenticated', 'service_role']) role`,
    )
    expect(able.map((row) => row.able)).toEqual([false, false, false])
  })

  test('the jobs that pg_cron runs post what this server’s schedule posts, and each function accepts it', async () => {
    const names = [...(await scheduled()).keys()].sort()
    await query('select vault.create_secret($1, $2)', [`${server.url}/`, 'project_url'])
    await query('select vault.create_secret($1, $2)', [server.secretKey, 'secret_key'])
    // Runs them at once: pg_cron has no shorter interval than a minute, but one for its start. Before it, a full minute
    // may have run them too.
    await administer(project.urlOf('supabase_admin'), [`update cron.job set schedule = '@reboot'`])
    await project.restart()
    const queued = () =>
      query<QueuedRequest>(
        `select url, headers, body from net.http_request_queue
         where queued_at >= pg_postmaster_start_time() order by url`,
      )
    await vi.waitFor(async () => expect(await queued()).toHaveLength(names.length), { timeout: 30_000, interval: 100 })
    await vi.waitFor(
      async () => {
        const runs = await query(
          'select status from cron.job_run_details where start_time >= pg_postmaster_start_time()',
        )
        expect(runs).toEqual(names.map(() => ({ status: 'succeeded' })))
      },
      { timeout: 10_000, interval: 100 },
    )

    const requests = await queued()
    expect(requests.map(({ url }) => url)).toEqual(names.map((name) => `${server.url}/functions/v1/${name}`))
    const statuses = await Promise.all(
      requests.map(async ({ url, headers, body }) => {
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
        await response.body?.cancel()
        return response.status
      }),
    )
    expect(statuses).toEqual(names.map(() => 200))
  })
})

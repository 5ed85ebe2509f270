import type { Database } from '../database/database.ts'
import {
  ENDED_SESSION_RETENTION,
  OAUTH_CLIENT_RETENTION,
  PKCE_CODE_SECONDS,
  PROVIDER_FLOW_RETENTION,
  SESSION_LIFETIMES,
  SWEEP_INTERVAL_MS,
  UNFINISHED_FACTOR_RETENTION,
  UNUSED_OAUTH_CLIENTS,
} from './constants.ts'

/**
 * Deletes expired counters, sessions and codes. Triggered by requests instead of a timer, and no request waits for it;
 * the next round deletes what a failed one left.
 */
export function createSweep(database: Database, clock: () => Date): () => void {
  let sweptAt = 0
  return () => {
    const at = clock()
    // The clock may have been ahead at the last one.
    if (Math.abs(at.getTime() - sweptAt) < SWEEP_INTERVAL_MS) return
    sweptAt = at.getTime()
    void sweep(database, at).catch(() => undefined)
  }
}

export async function sweep(database: Database, at: Date): Promise<void> {
  const { idle, absolute } = SESSION_LIFETIMES.founder
  await database.query('delete from server.rate_limits where ends_at <= $1', [at])
  await database.query(
    `delete from auth.sessions
     where created_at <= $1::timestamptz - $2::interval - $4::interval
       or coalesce(refreshed_at at time zone 'utc', created_at) <= $1::timestamptz - $3::interval - $4::interval`,
    [at, absolute, idle, ENDED_SESSION_RETENTION],
  )
  await database.query(
    'delete from server.presented_tokens p where not exists (select from auth.sessions where id = p.session_id)',
  )
  // A provider's tokens are returned when the code is exchanged; expired ones are deleted.
  await database.query(
    `update auth.flow_state set provider_access_token = null, provider_refresh_token = null
     where provider_access_token is not null and auth_code_issued_at <= $1::timestamptz - make_interval(secs => $2)`,
    [at, PKCE_CODE_SECONDS],
  )
  for (const [table, retention] of [
    ['auth.one_time_tokens', ENDED_SESSION_RETENTION],
    ['auth.flow_state', ENDED_SESSION_RETENTION],
    ['server.provider_flows', PROVIDER_FLOW_RETENTION],
    ['server.oauth_authorizations', PROVIDER_FLOW_RETENTION],
  ] as const) {
    await database.query(`delete from ${table} where created_at <= $1::timestamptz - $2::interval`, [at, retention])
  }
  await database.query(
    `delete from auth.oauth_clients c
     where registration_type = 'dynamic' and not exists (select from auth.sessions where oauth_client_id = c.id)
       and updated_at <= $1::timestamptz - case when updated_at = created_at then $2 else $3 end::interval`,
    [at, UNUSED_OAUTH_CLIENTS.retention, OAUTH_CLIENT_RETENTION],
  )
  for (const [table, condition] of [
    ['auth.mfa_challenges', 'true'],
    ['auth.mfa_factors', `status = 'unverified'`],
  ] as const) {
    // A locked row is in use: waiting for it while holding others could deadlock with its verification.
    await database.query(
      `delete from ${table} where id in (
         select id from ${table} where ${condition} and created_at <= $1::timestamptz - $2::interval
         for update skip locked
       )`,
      [at, UNFINISHED_FACTOR_RETENTION],
    )
  }
}

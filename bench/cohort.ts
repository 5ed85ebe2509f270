import type { Keys } from '../server/auth/sessions/keys.ts'
import { createPasswords } from '../server/auth/accounts/passwords.ts'
import { sessionShape } from '../server/auth/sessions/sessions.ts'
import type { OpenedSession } from '../server/auth/sessions/access-tokens.ts'
import type { Database } from '../server/database/database.ts'
import { FIRST_FOUNDER, founderId } from './reference-sql.ts'

/** How many founders there are, with twenty goals each. */
export interface Cohort {
  readonly founders: number
}

export interface Founder {
  readonly id: string
  readonly email: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Empty for a writer. */
  readonly goalIds: readonly string[]
}

export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export const PASSWORD = 'secret123'
export const GOALS_EACH = 20
/** Signed-in founders who read, spread over all; and further ones without goals, who insert. */
export const READERS = 1000
export const WRITERS = 200

/**
 * Fills an empty database as its owner, in a transaction. Goals of one founder lie apart, as they do when many add
 * theirs in turn.
 * @returns the goals of each reader
 */
export async function addCohort(query: Query, { founders }: Cohort): Promise<Map<string, string[]>> {
  const everybody = [FIRST_FOUNDER, FIRST_FOUNDER + founders + WRITERS - 1]
  const id = `('00000000-0000-4000-8000-' || n)::uuid`
  // No server listens yet, and the rows are complete without triggers.
  await query('set local session_replication_role = replica')
  await query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select ${id}, 'founder-' || n || '@example.com', $3, now(), '{"provider": "email", "providers": ["email"]}',
       '{"first_name": "Ana", "last_name": "Tester"}'
     from generate_series($1::bigint, $2::bigint) as n`,
    [...everybody, await createPasswords().hash(PASSWORD)],
  )
  await query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data)
     select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email) from auth.users`,
  )
  await query(
    `insert into public.profiles (id, first_name, last_name) select id, 'Ana', 'Tester' from auth.users
     on conflict do nothing`,
  )
  await query(
    `insert into public.goals (user_id, text, period, completed, created_at)
     select ${id}, 'Goal ' || g || ': ten demos with finance teams',
       (array['weekly', 'monthly', 'quarterly', 'yearly'])[1 + g % 4], g % 3 = 0, now() - g * interval '1 hour'
     from generate_series(1, ${GOALS_EACH}) as g, generate_series($1::bigint, $2::bigint) as n order by g, n`,
    [FIRST_FOUNDER, FIRST_FOUNDER + founders - 1],
  )
  const goals = await query<{ user_id: string; ids: string[] }>(
    'select user_id, array_agg(id) as ids from public.goals where user_id = any($1) group by user_id',
    [readerIds({ founders })],
  )
  return new Map(goals.map(({ user_id, ids }) => [user_id, ids]))
}

const readerIds = ({ founders }: Cohort): string[] =>
  Array.from({ length: READERS }, (_, index) => founderId(Math.floor((index * founders) / READERS)))

/** Signs the readers and writers of a cohort in. */
export async function openSessions(database: Database, keys: Keys, issuer: string, cohort: Cohort) {
  const { founders } = cohort
  const writerIds = Array.from({ length: WRITERS }, (_, index) => founderId(founders + index))
  const rows = await database.query<{ session: OpenedSession }>(
    `select server.create_session(id, 'password', now(), null, 'bench', null) as session
     from unnest($1::uuid[]) with ordinality as wanted (id, position) order by position`,
    [[...readerIds(cohort), ...writerIds]],
  )
  const at = new Date()
  const signedIn = await Promise.all(rows.map(({ session }) => founderOf(keys, issuer, session, at)))
  return { readers: signedIn.slice(0, READERS), writers: signedIn.slice(READERS) }
}

async function founderOf(keys: Keys, issuer: string, session: OpenedSession, at: Date): Promise<Founder> {
  const { access_token, refresh_token, user } = await sessionShape(keys, issuer, session, at)
  const { id, email } = user as { id: string; email: string }
  return { id, email, accessToken: access_token, refreshToken: refresh_token, goalIds: [] }
}

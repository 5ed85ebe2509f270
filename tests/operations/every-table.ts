import { createHash } from 'node:crypto'
import { sealingKeysOf, type Config } from '../../server/config.ts'
import type { Transaction } from '../../server/database/database.ts'
import { createSecrets } from '../../server/database/secrets.ts'
import { asOwner } from '../../server/operations/owner.ts'

/** State of one database rather than data: see `server/operator/stored-tables.ts`. */
const notKept = new Set([
  'server.rate_limits',
  'server.presented_tokens',
  'server.retired_tokens',
  'private.rate_limits',
])

const tablesSql = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'server', 'supabase_migrations')
    and c.relkind in ('r', 'p')
  order by 1`

export interface Hashed {
  readonly rows: number
  readonly hash: string
}

/**
 * A hash of each table in PostgreSQL's own catalogue, independent of the list of the backup: whole rows as
 * text, unordered. Passwords of a server's logins differ for each database.
 */
export async function hashesOf(config: Config): Promise<Record<string, Hashed>> {
  return asOwner(config, async (transaction) => {
    const tables = await transaction.query<{ name: string }>(tablesSql)
    const hashes: Record<string, Hashed> = {}
    for (const { name } of tables.filter((table) => !notKept.has(table.name))) {
      const where = name === 'server.secrets' ? `where name not like 'login:%'` : ''
      const rows = await transaction.query<{ text: string }>(`select kept::text as text from ${name} kept ${where}`)
      const texts =
        name === 'server.secrets' ? await openedSecrets(config, transaction) : rows.map(({ text }) => text).sort()
      hashes[name] = { rows: texts.length, hash: createHash('sha256').update(texts.join('\n')).digest('hex') }
    }
    return hashes
  })
}

/** Decrypted, since each database has its own key. */
async function openedSecrets(config: Config, transaction: Transaction): Promise<string[]> {
  const secrets = createSecrets(sealingKeysOf(config))
  const names = await transaction.query<{ name: string }>(
    `select name from server.secrets where name not like 'login:%' order by name`,
  )
  const texts: string[] = []
  for (const { name } of names) texts.push(`${name} ${await secrets.read(transaction, name)}`)
  return texts
}

/** A row in each table that the sample cohort leaves empty, with values that are easily corrupted. */
export async function fillOtherTables(config: Config): Promise<void> {
  await asOwner(config, async (transaction) => {
    for (const statement of statements) await transaction.query(statement)
  })
}

const anyUser = '(select id from auth.users order by id limit 1)'
const odd = `E'O’Hara "☕" \\\\N \\n\\t\\\\'`

const statements = [
  `insert into auth.oauth_clients
     (client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_type, token_endpoint_auth_method)
   values ('hash', 'dynamic', 'https://a.example/,http://127.0.0.1/', 'authorization_code', ${odd}, 'public', 'none')`,
  `insert into auth.sessions (user_id, aal, ip, user_agent, refreshed_at, refresh_token_counter)
   values (${anyUser}, 'aal2', '2001:db8::1', ${odd}, '2026-03-29 01:30:00.123456', 9223372036854775807)`,
  `insert into auth.flow_state
     (user_id, provider_type, authentication_method, auth_code, code_challenge_method, code_challenge, auth_code_issued_at)
   values (${anyUser}, ${odd}, 'oauth', gen_random_uuid(), 's256', 'challenge', '2026-03-29 01:30:00.123456+13:45')`,
  `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret, web_authn_credential)
   values (${anyUser}, ${odd}, 'totp', 'verified', 'sealed', '{"a": [1.10, null, "\\u2615"]}')`,
  `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
   values (${anyUser}, 'recovery_token', 'hash', 'ana@example.com')`,
  `insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'password' from auth.sessions`,
  `insert into auth.mfa_challenges (factor_id, ip_address, web_authn_session_data)
   select id, '10.0.0.0/8', '{}' from auth.mfa_factors`,
  `insert into auth.refresh_tokens (token, user_id, revoked, session_id)
   select 'token', user_id::text, true, id from auth.sessions`,
  `insert into private.answers (user_id, turn, text) values (${anyUser}, gen_random_uuid(), ${odd})`,
  `insert into private.model_usage (user_id, purpose, model, input_tokens, output_tokens, cost_usd)
   values (${anyUser}, 'answer', ${odd}, 2147483647, 0, 0.000001)`,
  `insert into private.calendar_attempts (state_hash, user_id, verifier) values ('\\x00ff5c0a', ${anyUser}, 'v')`,
  `insert into private.calendar_connections (user_id, refresh_token, access_token, access_token_ends_at)
   values (${anyUser}, 'r', '', 'infinity')`,
  `insert into private.calendar_feeds (user_id, secret_hash, time_zone) values (${anyUser}, '\\x00', 'Asia/Kathmandu')`,
  `insert into private.booking_mails (booking, attempts) select id, 3 from public.squad_bookings limit 1
   on conflict do nothing`,
  `insert into private.deleted_goals (id, user_id, kind, goal, served_by)
   values (gen_random_uuid(), ${anyUser}, 'decision', '{"title": "O’Hara \\"☕\\"", "position": 1.10}', array[gen_random_uuid()])`,
  `insert into private.deleted_messages (id, user_id, conversation, message)
   values (gen_random_uuid(), ${anyUser}, gen_random_uuid(), '{"content": "O’Hara \\"☕\\"", "role": "user"}')`,
  `insert into public.goals (id, user_id, text, period, target, progress, unit)
   values ('ffffffff-ffff-4fff-8fff-ffffffffffff', ${anyUser}, ${odd}, 'yearly', 1000000000, 0.01, ${odd})`,
  `insert into public.goals (id, user_id, text, period, parent_id)
   values ('00000000-0000-4000-8000-000000000000', ${anyUser}, ${odd}, 'weekly', 'ffffffff-ffff-4fff-8fff-ffffffffffff')`,
  `insert into private.call_networks (booking, network) select id, '2001:db8::/64' from public.squad_bookings limit 1
   on conflict do nothing`,
  `insert into private.check_ins_to_summarize (check_in) select id from public.weekly_checkins limit 1
   on conflict do nothing`,
  `insert into public.internal_notes (user_id, content) values (${anyUser}, ${odd})`,
  `insert into public.internal_notes (user_id, content, mentions) select user_id, ${odd}, array[user_id] from public.user_roles
   where role = 'admin' limit 1`,
  `insert into private.note_mentions (note_id, member, user_id) select id, gen_random_uuid(), user_id from public.internal_notes
   limit 1`,
  `insert into private.note_authors (note_id, author_id, created_at) select id, gen_random_uuid(), '2026-03-29 01:30:00.123456+13:45'
   from public.notes limit 1 on conflict do nothing`,
  `insert into public.saved_replies (title, content) values ('Odd', ${odd})`,
  `insert into public.squad_typing (user_id, member) values (${anyUser}, gen_random_uuid())`,
  `insert into public.mail_settings (user_id, weekly, reminder_hour, time_zone, team_week_hour)
   values (${anyUser}, true, 16, 'Asia/Kathmandu', 8)`,
  `insert into public.push_settings (user_id, muted, shows_names, quiet_from, quiet_to, time_zone)
   values (${anyUser}, '{call-soon}', true, 22, 7, 'Asia/Kathmandu')`,
  `insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth, failure)
   values (${anyUser}, gen_random_uuid(), 'https://push.example/x?y=%20', repeat('B', 87), repeat('_', 22), ${odd})`,
  `insert into private.pushes (device, kind, about, happened_at, due_at)
   select id, 'reply', user_id, '2026-03-29 01:30:00.123456+13:45', 'infinity' from private.push_devices`,
  `insert into private.webhooks (id, name, address, sealed_url, sealed_secret, sealed_old_secret, old_secret_until, shape, events)
   values (gen_random_uuid(), 'O’Hara "☕"', 'hooks.example/…%20', ${odd}, ${odd}, ${odd}, 'infinity', 'slack', '{call.booked}')`,
  `insert into private.webhook_deliveries (webhook, event, user_id, about, facts, happened_at, due_at, failure)
   select id, 'call.booked', ${anyUser}, gen_random_uuid(), '{"member": "O’Hara \\"☕\\""}', '2026-03-29 01:30:00.123456+13:45',
     'infinity', ${odd} from private.webhooks`,
  `insert into private.webhook_risks (user_id) values (${anyUser}) on conflict do nothing`,
  `insert into private.webhook_mails (webhook, user_id) select id, ${anyUser} from private.webhooks`,
  `insert into private.promise_mails (user_id, founder, waiting_since)
   values (${anyUser}, ${anyUser}, '2026-03-29 01:30:00.123456+13:45')`,
  `with week as (insert into private.recorded_weeks (week, recorded_at) values ('2026-03-02', '2026-03-09 00:00:01+00') returning week)
   insert into private.week_risks (week, user_id) select week, ${anyUser} from week`,
  `insert into private.reply_mails (user_id, due_at, attempts) values (${anyUser}, 'infinity', 3) on conflict do nothing`,
  `insert into public.radar_snoozes (user_id, until, reason) values (${anyUser}, current_date + 9, ${odd})`,
  `insert into public.founder_labels (name) values ('O’Hara "☕"')`,
  `insert into public.founder_invitations (email, words) values ('cleo@acme.example', 'O’Hara "☕"')`,
  `insert into public.labelled_founders (label, user_id) select id, ${anyUser} from public.founder_labels`,
  `insert into private.app_grants (user_id, client_id, scopes, aal, session_id)
   select user_id, gen_random_uuid(), '{records:read,squad:write}', 'aal2', id from auth.sessions limit 1`,
  `insert into public.app_entries (user_id, kind, record_id, client_id, content_hash, title, app)
   values (${anyUser}, 'goal', gen_random_uuid(), gen_random_uuid(), ${odd}, ${odd}, ${odd})`,
  `insert into public.call_outcomes (booking, user_id, outcome, content)
   select id, user_id, 'founder-absent', ${odd} from public.squad_bookings limit 1`,
  `insert into public.saved_views (admin_id, name, query) values (${anyUser}, 'O’Hara "☕"', '{"search": "\\u2615"}')`,
  `insert into public.founder_owners (user_id, owner) values (${anyUser}, gen_random_uuid())`,
  `insert into private.imports (id, user_id, author_id, kind, added, skipped, records, undone_at)
   values (gen_random_uuid(), ${anyUser}, ${anyUser}, 'goals', 3, 0, '{"☕": "\\\\"}', 'infinity')`,
  `insert into private.note_batches (id, admin_id, title, category, content, founders, founders_left, notes)
   values (gen_random_uuid(), ${anyUser}, ${odd}, 'x', ${odd}, array[gen_random_uuid()], array[gen_random_uuid()], '{}')`,
  `insert into private.message_batches (id, admin_id, sender_name, content, founders, founders_left, due_at)
   values (gen_random_uuid(), ${anyUser}, 'Maya', ${odd}, array[gen_random_uuid()], array[gen_random_uuid()], 'infinity')`,
  `insert into public.squad_answers (message_id, user_id, author_id, batch_id, created_at)
   select id, user_id, user_id, gen_random_uuid(), created_at from public.squad_messages limit 1 on conflict do nothing`,
  `insert into server.recovery_codes (user_id, code_hash) values (${anyUser}, ${odd})`,
  `insert into server.linking_flows (flow_id, session_id, claims)
   select f.id, s.id, '{"sub": "\\\\"}' from auth.flow_state f, auth.sessions s`,
  `insert into server.provider_flows (state_hash, provider, redirect_to, linking_session, created_at)
   select 'hash', 'google', ${odd}, id, now() from auth.sessions`,
  `insert into server.oauth_authorizations (id, client_id, redirect_uri, scope, state, code_challenge, created_at, user_id)
   select 'id', id, 'https://a.example/', 'records:read', ${odd}, 'challenge', now(), ${anyUser} from auth.oauth_clients`,
  `insert into server.lowered_sessions (session_id, counter) select id, 9223372036854775807 from auth.sessions`,
  `insert into server.session_providers (session_id, provider) select id, 'google' from auth.sessions`,
  `insert into server.totp_steps (factor_id, step) select id, -1 from auth.mfa_factors`,
]

import type { Client } from 'pg'

export interface Size {
  readonly founders: number
  /** For each founder. */
  readonly messages: number
  readonly loops: number
  readonly notes: number
  readonly decisions: number
  /** With a check-in, a point for each loop and one of the runway. */
  readonly weeks: number
}

/** A founder with a unique name. */
export const RARE_NAME = ['Zéphyrine', 'Quixwort'] as const

/** One of the eight who have entries in the audit log; they have no account. */
export const AUDITED_ADMIN = '00000000-0000-4000-8000-000000000000'
const auditedAdmins = Array.from({ length: 8 }, (_, n) => AUDITED_ADMIN.slice(0, -1) + String(n))

const firstNames =
  'Ana Ben Chloé Dmitri Élodie Farid Gül Hans Ines José Kira Łukasz Maya Noël Olga Petra Rosa Søren Tove Umar'
const lastNames =
  'Abara Berg Čapek Dumont Eriksen Fischer García Hernández Ito Jovanović Kim Lindqvist Müller Nguyen Okafor'

/** One of the owners of founders; they have no account. */
export const OWNER = '00000000-0000-4000-8000-000000000101'

/** Fills an empty database as its owner, with one statement for each table. */
export async function addFounders(owner: Client, { founders, messages, loops, notes, decisions, weeks }: Size) {
  const query = (text: string, values: unknown[] = []) => owner.query(text, values)
  const forEach = (rows: number) =>
    `from (select id as user_id from auth.users order by id) as u, lateral (select n from generate_series(1, ${rows}) as n) as n`
  const ago = (span: string) => `now() - random() * interval '${span}'`

  await query('begin')
  // Without foreign keys and notifications; only the trigger of the conversation list stays enabled.
  await query('set local session_replication_role = replica')
  await query(`set local work_mem = '256MB'`)
  await query(`set local maintenance_work_mem = '512MB'`)
  // Building a search index is much quicker than adding a million rows to it.
  const { rows: searchIndexes } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
     where amname = 'gin' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of searchIndexes) await query(`drop index ${name}`)
  await query('alter table public.squad_messages enable always trigger messages_added')
  await query(
    `insert into auth.users (id, email, created_at, email_confirmed_at)
     select gen_random_uuid(), 'founder-' || n || '@example.com', ${ago('300 days')}, ${ago('300 days')} from generate_series(1, $1::integer) as n`,
    [founders],
  )
  await query(
    `insert into public.profiles (id, first_name, last_name, created_at)
     select id, ($1::text[])[1 + n % cardinality($1)], ($2::text[])[1 + n / 7 % cardinality($2)], created_at
     from (select row_number() over () as n, id, created_at from auth.users) as u`,
    [firstNames.split(' '), lastNames.split(' ')],
  )
  await query(
    `update public.profiles set first_name = $1, last_name = $2 where id = (select id from public.profiles limit 1)`,
    [...RARE_NAME],
  )
  await query(
    `insert into public.squad_messages (user_id, sender_type, sender_name, content, created_at)
     select user_id, sender, case sender when 'squad' then 'Upswing Team' end,
       E'To: whole-squad\\nHow do we price the second tier for finance teams? ' || n, ${ago('300 days')}
     from (select n, user_id, case when random() < 0.4 then 'squad' else 'user' end as sender ${forEach(messages)}) as m`,
  )
  await query('alter table public.squad_messages enable trigger messages_added')
  await query(
    `insert into public.squad_answers (message_id, user_id, author_id, created_at)
     select id, user_id, gen_random_uuid(), created_at from public.squad_messages where sender_type = 'squad'`,
  )
  await query(
    `insert into public.traction_loops (user_id, name, status, demos, created_at)
     select user_id, 'Loop ' || n, (array['running', 'paused', 'scaling'])[1 + n % 3], n, ${ago('300 days')} ${forEach(loops)}`,
  )
  await query(
    `insert into public.notes (user_id, title, content, created_at)
     select user_id, 'Note ' || n, repeat('They ask for single sign-on. ', 5), ${ago('300 days')} ${forEach(notes)}`,
  )
  await query(
    `insert into private.note_authors (note_id, author_id, created_at)
     select id, ($1::uuid[])[1 + floor(random() * 8)], created_at from public.notes`,
    [auditedAdmins],
  )
  await query(
    `insert into public.decisions (user_id, title, reason, created_at)
     select user_id, 'Decision ' || n, repeat('Churn is low. ', 5), ${ago('300 days')} ${forEach(decisions)}`,
  )
  await query(
    `insert into public.goals (user_id, text, period, created_at)
     select user_id, 'Goal ' || n, 'weekly', ${ago('300 days')} ${forEach(decisions)}`,
  )
  await query(
    `insert into public.weekly_checkins (user_id, week_of, wins, next_priority, mood)
     select user_id, date_trunc('week', now() at time zone 'utc')::date - 7 * n, 'Two demos', 'Pricing',
       1 + (5 * random() - 0.5)::integer ${forEach(weeks)}`,
  )
  await query(
    `insert into public.runway_data (user_id, bank_balance, monthly_revenue, monthly_burn)
     select id, 50000 + 500000 * random(), 5000, 20000 from auth.users`,
  )
  // One in ten waits for an admin.
  await query(
    `insert into public.runway_proposals (user_id, bank_balance, monthly_revenue, monthly_burn, as_of, answer, answered_at)
     select user_id, bank_balance, monthly_revenue, monthly_burn, current_date, kept, case when kept is not null then now() end
     from (select *, case when random() < 0.9 then 'kept' end as kept from public.runway_data) as r`,
  )
  // Without the triggers that keep them.
  await query(
    `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
     select user_id, id, current_date - 7 * (n - 1), status, conversions, demos * (${weeks} - n), messages
     from public.traction_loops, generate_series(1, ${weeks}) as n`,
  )
  await query(
    `insert into public.runway_points (user_id, day, bank_balance, monthly_revenue, monthly_burn)
     select user_id, current_date - 7 * (n - 1), bank_balance + 5000 * n, monthly_revenue, monthly_burn
     from public.runway_data, generate_series(1, ${weeks}) as n`,
  )
  await query(
    `insert into public.squad_bookings (user_id, member, starts_at, ends_at)
     select id, 'growth', '2026-03-02T15:00Z', '2026-03-02T15:30Z' from auth.users`,
  )
  // One in twenty has had a call lately, and of half of them it is recorded.
  await query(
    `insert into public.squad_bookings (user_id, member, starts_at, ends_at)
     select user_id, 'growth', t, t + interval '30 minutes'
     from (
       select id as user_id, date_trunc('day', now()) + interval '15 hours' - (1 + n % 20) * interval '1 day' as t
       from (select id, row_number() over () as n from auth.users) u where n % 20 = 0
     ) s`,
  )
  await query(
    `insert into public.call_outcomes (booking, user_id, outcome)
     select id, user_id, 'held' from public.squad_bookings where random() < 0.5`,
  )
  await query(
    `insert into public.founder_ai_memory (user_id, memory_content) select id, 'Sells to banks' from auth.users`,
  )
  await query(
    `insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after, created_at)
     select ($1::uuid[])[1 + floor(random() * 8)], user_id, (array['traction_loops', 'notes', 'decisions', 'runway_data'])[1 + floor(random() * 4)],
       user_id, 'update', '{"demos": 1}', '{"demos": 2}', ${ago('300 days')} ${forEach(loops)}`,
    [auditedAdmins],
  )
  // The board notes where a founder is.
  await query(`insert into public.mail_settings (user_id, time_zone) select id, 'Europe/Lisbon' from auth.users`)
  // One of twenty admins without an account looks after nine in ten.
  await query(
    `insert into public.founder_owners (user_id, owner)
     select user_id, ('00000000-0000-4000-8000-0000000001' || lpad((n % 20)::text, 2, '0'))::uuid
     from (select id as user_id, row_number() over () as n from auth.users) u where n % 10 > 0`,
  )
  await query(`insert into public.founder_labels (name) select 'Label ' || n from generate_series(1, 20) as n`)
  await query(
    `insert into public.labelled_founders (label, user_id)
     select l.id, u.id from public.founder_labels l, auth.users u where random() < 0.2`,
  )
  // Half of the founders have read all replies.
  await query(
    `insert into public.read_receipts (user_id, founder_read_until, squad_read_until, unread, unread_since)
     select user_id, case when is_read then answered_at end, answered_at, case when is_read then 0 else 1 end,
       case when not is_read then answered_at end
     from (select *, random() < 0.5 as is_read from public.squad_conversations where answered_at is not null) as c`,
  )
  await query(
    `insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth)
     select id, gen_random_uuid(), 'https://push.example/' || id, repeat('B', 87), repeat('A', 22) from auth.users`,
  )
  // One in a hundred is due.
  await query(
    `insert into private.pushes (device, kind, about, happened_at, due_at, sent_at)
     select id, 'reply', user_id, now() - interval '1 minute', case when random() < 0.01 then now() end, now() - interval '1 day'
     from private.push_devices`,
  )
  await query(
    `insert into private.webhooks (id, name, address, sealed_url, sealed_secret, shape, events, on_since)
     select ('c0ffee00-0000-4000-8000-0000000000' || lpad(n::text, 2, '0'))::uuid, 'Ops ' || n, 'hooks.example', 'x', 'x', 'standard',
       '{founder.message,decision.due,promise.broken}', now() - interval '1 year'
     from generate_series(1, 20) as n`,
  )
  // One in a hundred is due.
  await query(
    `insert into private.webhook_deliveries (webhook, event, user_id, about, happened_at, created_at, due_at, attempts, delivered_at)
     select w.id, 'founder.at_risk', f.id, f.id, f.at, f.at, case when f.is_due then now() end, 1, case when not f.is_due then f.at end
     from private.webhooks w, (
       select id, now() - random() * interval '30 days' as at, random() < 0.01 as is_due from auth.users limit 2000
     ) f`,
  )
  for (const { definition } of searchIndexes) await query(definition)
  await query('select private.complete_restored_data()')
  await query('commit')
  await query('vacuum analyze')
}

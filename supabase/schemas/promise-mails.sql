-- Mails to admins when a founder has waited longer than promised: to whom the conversation is assigned, or to all while nobody is.

-- Admins who want these mails and can get them: mails go to proven addresses only, since they name founders.
create or replace function private.promise_mail_members() returns setof uuid
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select r.user_id from public.user_roles r
  where r.role = 'admin' and public.proven_address(r.user_id) is not null
    and not exists (select from public.mail_settings s where s.user_id = r.user_id and not s.promises)
$$;

-- Queues the promises that broke within the last day, but for snoozed conversations, for admins who want these mails; each once for
-- each admin, and one mail an hour at most. What left the queue without a mail, such as while it was snoozed, comes back.
create or replace function private.queue_promise_mails() returns void
language sql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  insert into private.promise_mails as m (user_id, founder, waiting_since, due_at)
  select r.id, c.user_id, c.waiting_since, greatest(now(), r.next_mail_at)
  from public.radar_thresholds t
  join public.squad_conversations c on c.waiting_since <= private.promised_since(now(), t.message_hours)
    and c.waiting_since > private.promised_since(now() - interval '1 day', t.message_hours)
    and not private.is_snoozed(c.snoozed_until)
  join (
    select m.id, (
      select max(o.mailed_at) + interval '1 hour' from private.promise_mails o where o.user_id = m.id
    ) as next_mail_at
    from private.promise_mail_members() as m (id)
  ) r on c.assigned_to is null or c.assigned_to = r.id
  order by r.id, c.user_id
  on conflict (user_id, founder) do update set waiting_since = excluded.waiting_since, due_at = excluded.due_at, attempts = 0
    where m.waiting_since <> excluded.waiting_since
      or m.due_at is null and (m.mailed_at is null or m.mailed_at < m.waiting_since)
$$;

-- Hands out admins with promises that broke, each to one caller, and again after growing pauses until the mail is confirmed as sent.
-- `founders` are the first twenty, those who have waited the longest first; `total` says how many there are. `lease` is
-- what confirms the mail.
create or replace function public.claim_promise_mails(max_rows integer)
returns table (member uuid, email text, lease timestamptz, total integer, founders jsonb)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.promise_mails;
  claimed integer := 0;
begin
  -- One server at a time: the rows of one admin are one mail.
  if not pg_try_advisory_xact_lock(hashtextextended('promise-mails', 0)) then
    return;
  end if;
  perform private.queue_promise_mails();
  -- Answered, snoozed, given to somebody else, or not wanted any more.
  update private.promise_mails m set due_at = null, attempts = 0
  where m.due_at <= now() and (
    m.user_id not in (select private.promise_mail_members())
    or not exists (
      select from public.squad_conversations c
      where c.user_id = m.founder and c.waiting_since = m.waiting_since and not private.is_snoozed(c.snoozed_until)
        and (c.assigned_to is null or c.assigned_to = m.user_id)
    )
  );
  while claimed < least(max_rows, 100) loop
    mail := jsonb_populate_record(
      null::private.promise_mails, private.claim_due('private.promise_mails', interval '5 minutes', 5)
    );
    exit when mail.user_id is null;
    update private.promise_mails m set due_at = mail.due_at, attempts = m.attempts + 1
    where m.user_id = mail.user_id and m.due_at <= now();
    member := mail.user_id;
    email := public.proven_address(mail.user_id);
    lease := mail.due_at;
    select count(*)::integer, jsonb_agg(
      jsonb_build_object('id', w.founder, 'name', private.given_name(w.founder)) order by w.place
    ) filter (where w.place <= 20)
    into total, founders
    from (
      select m.founder, row_number() over (order by m.waiting_since, m.founder) as place
      from private.promise_mails m where m.user_id = mail.user_id and m.due_at = mail.due_at
    ) w;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

create or replace function public.promise_mail_sent(member uuid, lease timestamptz) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update private.promise_mails m set due_at = null, attempts = 0, mailed_at = now()
  where m.user_id = promise_mail_sent.member and m.due_at = promise_mail_sent.lease
$$;

-- Deletes rows of promises that no longer wait.
create or replace function private.forget_kept_promises() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from private.promise_mails m
  where m.due_at is null and (m.mailed_at is null or m.mailed_at < now() - interval '1 day') and not exists (
    select from public.squad_conversations c where c.user_id = m.founder and c.waiting_since = m.waiting_since
  )
$$;

revoke execute on function
  private.promise_mail_members(), private.queue_promise_mails(), public.claim_promise_mails(integer), public.promise_mail_sent(uuid, timestamptz),
  private.forget_kept_promises()
from public, anon, authenticated, service_role;
grant execute on function public.claim_promise_mails(integer), public.promise_mail_sent(uuid, timestamptz) to service_role;

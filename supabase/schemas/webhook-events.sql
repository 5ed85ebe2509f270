-- The events that webhooks get, queued as they happen (docs/decisions/0068-webhooks.md).

-- Events that wait for a webhook, counted to 10,000: one that has failed for days gets no more.
create or replace function private.waiting_deliveries(webhook uuid) returns integer
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::integer from (
    select from private.webhook_deliveries d
    where d.webhook = waiting_deliveries.webhook and d.due_at is not null limit 10000
  ) w
$$;

-- The webhooks that get an event. Locked, so that deleting one at the same moment fails nothing that is being written.
create or replace function private.webhooks_for(event text) returns table (id uuid, on_since timestamptz)
language sql
set search_path = pg_catalog, pg_temp
as $$
  select w.id, w.on_since from private.webhooks w
  where w.is_on and webhooks_for.event = any (w.events) and private.waiting_deliveries(w.id) < 10000
  order by w.id for key share
$$;

-- Queues events of one kind: of each founder, about the subject at the same place, that happened then. One that waits and was never
-- tried says by itself what the record says when it is sent, unless it has facts: it stands for those that follow. Locked, so that
-- it is not being read at this moment.
create or replace function private.enqueue_webhooks(
  event text, founders uuid[], subjects uuid[], happened timestamptz[], facts jsonb default '{}'
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.webhook_deliveries (webhook, event, user_id, about, facts, happened_at, due_at)
  select w.id, enqueue_webhooks.event, e.founder, e.subject, enqueue_webhooks.facts, e.at, now()
  from private.webhooks_for(enqueue_webhooks.event) w, unnest(founders, subjects, happened) as e (founder, subject, at)
  where enqueue_webhooks.facts <> '{}' or not exists (
    select from private.webhook_deliveries d
    where d.webhook = w.id and d.event = enqueue_webhooks.event and d.about = e.subject and d.due_at is not null
      and d.attempts = 0
    for share
  )
  on conflict do nothing;
  if found then
    perform pg_notify('functions', 'send-webhooks');
  end if;
end
$$;

-- Not those of the past, which are imported.
create or replace function private.enqueue_message_webhooks() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_webhooks(
    'founder.message', array_agg(a.user_id), array_agg(a.id), array_agg(a.created_at)
  )
  from added a where a.sender_type = 'user' and a.created_at > now() - interval '1 hour'
  having count(*) > 0;
  return null;
end
$$;

create or replace trigger webhooks_enqueued after insert on public.squad_messages
  referencing new table as added for each statement execute function private.enqueue_message_webhooks();

-- Recent weeks, as those that get a summary; not those that are imported.
create or replace function private.enqueue_check_in_webhooks() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_webhooks('check_in.saved', array_agg(a.user_id), array_agg(a.id), array_agg(now()))
  from added a where private.needs_summary(a.week_of)
  having count(*) > 0;
  return null;
end
$$;

create or replace trigger webhooks_enqueued after insert on public.weekly_checkins
  referencing new table as added for each statement execute function private.enqueue_check_in_webhooks();

-- Saved again, by its founder.
create or replace function private.enqueue_correction_webhooks() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_webhooks('check_in.saved', array[new.user_id], array[new.id], array[new.corrected_at]);
  return null;
end
$$;

create or replace trigger webhooks_enqueued_for_corrected
  after update of mood, wins, blockers, next_priority, priority_outcome on public.weekly_checkins
  for each row when (new.corrected_at is distinct from old.corrected_at)
  execute function private.enqueue_correction_webhooks();

create or replace function private.enqueue_call_webhooks() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_webhooks(
    case
      when new.cancelled_at is not null then 'call.canceled'
      when tg_op = 'INSERT' then 'call.booked'
      else 'call.changed'
    end,
    array[new.user_id], array[new.id], array[now()],
    jsonb_build_object('member', new.member, 'starts_at', new.starts_at, 'ends_at', new.ends_at)
      || case when tg_op = 'UPDATE' and new.cancelled_at is null
        then jsonb_build_object('before', jsonb_build_object('member', old.member, 'starts_at', old.starts_at)) else '{}' end
  );
  return null;
end
$$;

create or replace trigger webhooks_enqueued_for_new after insert on public.squad_bookings
  for each row when (new.starts_at > now() and new.cancelled_at is null)
  execute function private.enqueue_call_webhooks();
create or replace trigger webhooks_enqueued_for_changed after update of member, starts_at, cancelled_at on public.squad_bookings
  for each row when (
    (old.member, old.starts_at, old.cancelled_at is null) is distinct from (new.member, new.starts_at, new.cancelled_at is null)
    and old.starts_at > now()
  )
  execute function private.enqueue_call_webhooks();

-- Queues founders who have become at risk since the last look, ten minutes ago; who is snoozed is not on the radar. Nobody becomes it
-- when thresholds change, or for a webhook that was not there at the last look.
create or replace function private.enqueue_risk_webhooks() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  compared_at timestamptz;
begin
  if not exists (select from private.webhooks w where w.is_on and 'founder.at_risk' = any (w.events)) then
    return;
  end if;
  -- One server at a time. A time that is ahead was written by a clock that was.
  select c.at into compared_at from private.webhook_risks_compared c
  where c.at <= now() - interval '10 minutes' or c.at > now() for update skip locked;
  if compared_at is null then
    return;
  end if;
  with risks as materialized (
    select r.founder, r.severity, r.codes from private.risks() r
    where not exists (select from public.radar_snoozes s where s.user_id = r.founder and s.until > today)
  ),
  queued as (
    insert into private.webhook_deliveries (webhook, event, user_id, about, facts, happened_at, due_at)
    select w.id, 'founder.at_risk', r.founder, r.founder,
      jsonb_build_object('severity', r.severity, 'reasons', to_jsonb(r.codes)), now(), now()
    from private.webhooks_for('founder.at_risk') w, risks r, public.radar_thresholds t
    where w.on_since <= compared_at and t.changed_at <= compared_at
      and r.founder not in (select k.user_id from private.webhook_risks k)
    on conflict do nothing
  ),
  recovered as (
    delete from private.webhook_risks k where k.user_id not in (select r.founder from risks r)
  ),
  became as (
    insert into private.webhook_risks (user_id) select r.founder from risks r on conflict do nothing
  )
  update private.webhook_risks_compared c set at = now();
end
$$;

-- Who is at risk from now on by an import has not become it at the next look.
create or replace function private.keep_risk_unannounced(founder uuid) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into private.webhook_risks (user_id) select r.founder from private.risks(array[keep_risk_unannounced.founder]) r
  on conflict do nothing
$$;

-- Queues what no row announces: founders who have become at risk, reviews that have become due (UTC's days), and promises that broke, of
-- the last week and the last day: a server may have been away. Reviews that were due when their decision was imported are of the past.
create or replace function public.plan_webhooks() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  promised integer := (select t.message_hours from public.radar_thresholds t);
begin
  perform private.enqueue_risk_webhooks();
  with imported as materialized (
    select k.id::uuid as id, (i.created_at at time zone 'utc')::date as day
    from private.imports i cross join lateral jsonb_object_keys(i.records) as k (id)
    where i.kind = 'decisions'
      and exists (select from private.webhooks w where w.is_on and 'decision.due' = any (w.events))
  )
  insert into private.webhook_deliveries (webhook, event, user_id, about, facts, happened_at, due_at)
  select w.id, 'decision.due', d.user_id, d.id, jsonb_build_object('review_on', d.review_on),
    d.review_on::timestamp at time zone 'utc', now()
  from private.webhooks_for('decision.due') w
  join public.decisions d on d.reviewed_at is null and d.review_on <= today
    and d.review_on > greatest(today - 7, (w.on_since at time zone 'utc')::date)
    and not exists (select from imported i where i.id = d.id and d.review_on <= i.day)
  on conflict do nothing;
  insert into private.webhook_deliveries (webhook, event, user_id, about, facts, happened_at, due_at)
  select w.id, 'promise.broken', c.user_id, c.user_id,
    jsonb_build_object('waiting_since', c.waiting_since, 'promised_hours', promised), c.waiting_since, now()
  from private.webhooks_for('promise.broken') w
  join public.squad_conversations c on c.waiting_since <= private.promised_since(now(), promised)
    and c.waiting_since > private.promised_since(greatest(now() - interval '1 day', w.on_since), promised)
    and not private.is_snoozed(c.snoozed_until)
  on conflict do nothing;
end
$$;

revoke execute on function
  private.waiting_deliveries(uuid), private.webhooks_for(text),
  private.enqueue_webhooks(text, uuid[], uuid[], timestamptz[], jsonb), private.enqueue_message_webhooks(),
  private.enqueue_check_in_webhooks(), private.enqueue_correction_webhooks(), private.enqueue_call_webhooks(),
  private.enqueue_risk_webhooks(), private.keep_risk_unannounced(uuid), public.plan_webhooks()
from public, anon, authenticated, service_role;
grant execute on function
  public.plan_webhooks()
to service_role;

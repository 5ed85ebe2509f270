-- The events that people are notified of, queued as they happen (docs/decisions/0062-notifications.md).

-- Queues notifications of one kind: for each recipient's devices, about the subject at the same place, because of what happened
-- then. One for each device and subject: what happens before it is sent, or within a minute of the last one, is the same
-- notification.
create or replace function private.enqueue_pushes(
  kind text, recipients uuid[], subjects uuid[], happened timestamptz[]
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Before rows of the queue, as when a device is removed.
  perform from private.push_devices d where d.user_id = any (recipients) order by d.id for key share;
  insert into private.pushes as p (device, kind, about, happened_at, due_at)
  select d.id, enqueue_pushes.kind, e.subject, max(e.at), greatest(now() + interval '5 seconds', max(d.retry_at))
  from unnest(recipients, subjects, happened) as e (recipient, subject, at)
  join private.push_devices d on d.user_id = e.recipient
  group by d.id, e.subject order by d.id, e.subject
  on conflict on constraint pushes_pkey do update set happened_at = excluded.happened_at, attempts = 0,
    due_at = greatest(excluded.due_at, p.sent_at + interval '1 minute')
    where p.happened_at < excluded.happened_at;
  if found then
    perform pg_notify('functions', 'push');
  end if;
end
$$;

-- The admins with devices who answer these founders: whom the conversation is assigned to, or all.
create or replace function private.push_team(kind text, founders uuid[], happened timestamptz[]) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.enqueue_pushes(push_team.kind, array_agg(r.user_id), array_agg(c.user_id), array_agg(f.at))
  from unnest(founders, happened) as f (id, at)
  join public.squad_conversations c on c.user_id = f.id
  join public.user_roles r on r.role = 'admin' and (c.assigned_to is null or c.assigned_to = r.user_id)
  where r.user_id in (select d.user_id from private.push_devices d) and r.user_id is distinct from auth.uid()
  having count(*) > 0
$$;

create or replace function private.push_messages() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Not those of the past, which are imported.
  perform private.push_team('message', array_agg(a.user_id order by a.user_id), array_agg(a.at order by a.user_id))
  from (
    select user_id, max(created_at) as at from added
    where sender_type = 'user' and created_at > now() - interval '1 hour' group by user_id
  ) a
  having count(*) > 0;
  perform private.enqueue_pushes('reply', array_agg(a.user_id), array_agg(a.user_id), array_agg(a.created_at))
  from added a
  where a.sender_type = 'squad' and a.created_at > now() - interval '1 hour' and a.user_id is distinct from auth.uid()
  having count(*) > 0;
  return null;
end
$$;

-- After the triggers of the conversations, by name.
create or replace trigger pushes_enqueued after insert on public.squad_messages
  referencing new table as added for each statement execute function private.push_messages();

create or replace function private.push_assignment() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_pushes('assigned', array[new.assigned_to], array[new.user_id], array[now()]);
  return null;
end
$$;

create or replace trigger assignment_pushed after update of assigned_to on public.squad_conversations
  for each row when (
    new.assigned_to is distinct from old.assigned_to and new.assigned_to is distinct from auth.uid()
    -- The owner is notified of the founder's message.
    and pg_trigger_depth() = 0
    and new.assigned_to is not null
  )
  execute function private.push_assignment();

create or replace function private.push_mentions() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_pushes('mention', array_agg(a.member), array_agg(a.user_id), array_agg(a.created_at))
  from added a
  having count(*) > 0;
  return null;
end
$$;

create or replace trigger pushes_enqueued after insert on private.note_mentions
  referencing new table as added for each statement execute function private.push_mentions();

create or replace function private.push_notes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.enqueue_pushes('note', array_agg(a.user_id), array_agg(a.user_id), array_agg(a.created_at))
  from added a
  where a.created_at > now() - interval '1 hour' and a.user_id is distinct from auth.uid()
  having count(*) > 0;
  return null;
end
$$;

create or replace trigger pushes_enqueued after insert on public.notes
  referencing new table as added for each statement execute function private.push_notes();

-- What an admin does to a founder's call; founders know what they do themselves, which the service does for them.
create or replace function private.push_call() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if auth.uid() <> new.user_id then
    perform private.enqueue_pushes('call', array[new.user_id], array[new.id], array[now()]);
  end if;
  return null;
end
$$;

create or replace trigger call_pushed after insert or update of member, starts_at, cancelled_at on public.squad_bookings
  for each row execute function private.push_call();

-- Queues what no row announces: calls that begin within fifteen minutes, and promises that break within the hour. A promise of an
-- hour or less has the notification of its message alone.
create or replace function public.plan_pushes() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  promised integer := (select t.message_hours from public.radar_thresholds t);
begin
  perform private.enqueue_pushes('call-soon', array_agg(b.user_id), array_agg(b.id), array_agg(b.starts_at))
  from public.squad_bookings b
  where b.cancelled_at is null and b.starts_at > now() and b.starts_at <= now() + interval '15 minutes'
  having count(*) > 0;
  if promised > 1 then
    perform private.push_team('promise', array_agg(c.user_id), array_agg(c.waiting_since))
    from public.squad_conversations c
    where not private.is_snoozed(c.snoozed_until)
      and c.waiting_since <= private.promised_since(now() + interval '1 hour', promised)
      and c.waiting_since > private.promised_since(now(), promised)
    having count(*) > 0;
  end if;
end
$$;

revoke execute on function
  private.enqueue_pushes(text, uuid[], uuid[], timestamptz[]), private.push_team(text, uuid[], timestamptz[]),
  private.push_messages(), private.push_assignment(), private.push_mentions(), private.push_notes(), private.push_call(),
  public.plan_pushes()
from public, anon, authenticated, service_role;
grant execute on function
  public.plan_pushes()
to service_role;

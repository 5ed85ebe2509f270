-- Notifications on devices: what is muted, what one says, and that it is sent once (docs/decisions/0062-notifications.md).

revoke all on public.push_settings from public, anon, authenticated;
grant select on public.push_settings to authenticated;

-- One upsert sets every column, its key too; the trigger rejects another key.
grant insert (user_id, muted, shows_names, quiet_from, quiet_to, time_zone),
  update (user_id, muted, shows_names, quiet_from, quiet_to, time_zone)
  on public.push_settings to authenticated;
grant all on public.push_settings to service_role;

create or replace trigger reject_owner_change before update on public.push_settings
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

drop policy if exists "people read their own notification settings" on public.push_settings;
create policy "people read their own notification settings" on public.push_settings
  for select to authenticated using (user_id = (select auth.uid()));
drop policy if exists "people choose their first notification settings" on public.push_settings;
create policy "people choose their first notification settings" on public.push_settings
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "people change their own notification settings" on public.push_settings;
create policy "people change their own notification settings" on public.push_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.push_settings;
create policy "no second factor is due" on public.push_settings
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages notification settings" on public.push_settings;
create policy "the service manages notification settings" on public.push_settings
  for all to service_role using (true) with check (true);

-- The kinds, and whom they are for. domain/push.ts has their words; what a kind is about is in private.push_content.
create or replace function private.push_kinds() returns table (kind text, is_for_admins boolean)
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  values ('message', true), ('assigned', true), ('mention', true), ('promise', true),
    ('reply', false), ('note', false), ('call', false), ('call-soon', false)
$$;

create or replace function private.check_push_settings() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not new.muted <@ array(select k.kind from private.push_kinds() k) then
    raise exception using errcode = '22023', message = 'there is no such kind of notification';
  end if;
  return new;
end
$$;

create or replace trigger check_push_settings before insert or update of muted on public.push_settings
  for each row execute function private.check_push_settings();

-- The end of a person's quiet hours, if they are now.
create or replace function private.quiet_until(settings public.push_settings) returns timestamptz
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  zone text := private.time_zone_or_utc(settings.time_zone);
  here timestamp := now() at time zone zone;
  from_time time := make_time(settings.quiet_from, 0, 0);
  to_time time := make_time(settings.quiet_to, 0, 0);
  ends timestamp := here::date + to_time;
begin
  if settings.quiet_from is null then
    return null;
  elsif from_time < to_time then
    return case when here::time >= from_time and here::time < to_time then ends at time zone zone end;
  end if;
  return case
    when here::time >= from_time then (ends + interval '1 day') at time zone zone
    when here::time < to_time then ends at time zone zone
  end;
end
$$;

-- What is said by now: whose name, which record a press opens, what became of a call and who of the squad is in it, and until when it
-- is of use. Nothing when there is nothing to say any more, such as a message that was read.
create or replace function private.push_content(
  push private.pushes, recipient uuid, out name text, out opens uuid, out member text, out state text, out useful_until timestamptz
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  useful_until := push.happened_at + interval '1 day';
  case
    when push.kind in ('message', 'assigned', 'promise') then
      select private.given_name(c.user_id), c.user_id into name, opens
      from public.squad_conversations c
      where c.user_id = push.about and (c.assigned_to = recipient or c.assigned_to is null and push.kind <> 'assigned')
        and case push.kind
          when 'message' then c.waiting_since is not null and c.unread > 0
          when 'promise' then c.waiting_since = push.happened_at and not private.is_snoozed(c.snoozed_until)
            and c.waiting_since > (
              select private.promised_since(now() - interval '1 day', t.message_hours) from public.radar_thresholds t
            )
          else c.state <> 'done'
        end;
      if push.kind = 'promise' then
        useful_until := now() + interval '1 day';
      end if;
    when push.kind = 'mention' then
      select private.given_name(m.user_id), m.user_id into name, opens
      from private.note_mentions m
      where m.member = recipient and m.user_id = push.about and m.created_at >= push.happened_at limit 1;
    when push.kind = 'reply' then
      select m.sender_name, m.id into name, opens
      from private.unread_replies(recipient, (
        select r.founder_read_until from public.read_receipts r where r.user_id = recipient
      )) m
      order by m.created_at, m.id limit 1;
    when push.kind = 'note' then
      select n.id into opens from public.notes n
      where n.user_id = recipient and n.created_at >= push.happened_at order by n.created_at desc, n.id limit 1;
    else
      select b.member, b.member, b.id, b.starts_at,
        case when b.cancelled_at is not null then 'cancelled' else replace(b.last_change, '-', ' ') end
      into name, member, opens, useful_until, state
      from public.squad_bookings b
      where b.id = push.about and b.user_id = recipient
        and (push.kind = 'call' or b.cancelled_at is null and b.starts_at = push.happened_at);
  end case;
end
$$;

-- Hands out notifications that are due, each to one caller, and again after growing pauses until its result is known. Those that have
-- become useless, or whose device may not be notified any more, leave the queue; those in quiet hours wait for their
-- end. `failure` says why one cannot be computed.
create or replace function public.claim_pushes(max_rows integer)
returns table (
  device uuid, kind text, about uuid, happened_at timestamptz, endpoint text, p256dh text, auth text,
  name text, opens uuid, member text, state text, useful_until timestamptz, failure text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  push private.pushes;
  target private.push_devices;
  settings public.push_settings;
  content record;
  quiet timestamptz;
  is_for_admins boolean;
  claimed integer := 0;
begin
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    push := jsonb_populate_record(null::private.pushes, private.claim_due('private.pushes', interval '5 minutes', 5));
    exit when push.device is null;
    select * into target from private.push_devices d where d.id = push.device;
    select * into settings from public.push_settings s where s.user_id = target.user_id;
    is_for_admins := (select k.is_for_admins from private.push_kinds() k where k.kind = push.kind);
    failure := null;
    begin
      select * into content from private.push_content(push, target.user_id);
      quiet := private.quiet_until(settings);
    exception when others then
      failure := sqlerrm;
      -- The pauses of thirteen attempts are a day.
      select null as name, push.about as opens, null as member, null as state,
        case when push.attempts <= 13 then now() + interval '1 hour' end as useful_until into content;
      quiet := null;
    end;
    if is_for_admins is null or push.kind = any (settings.muted) or content.opens is null
      or coalesce(content.useful_until, now()) <= greatest(now(), quiet) or target.expires_at <= now()
      or is_for_admins and not private.is_admin_user(target.user_id)
      or not private.is_push_device_open(target.session_id, target.user_id) then
      update private.pushes p set due_at = null, attempts = 0
      where p.device = push.device and p.kind = push.kind and p.about = push.about;
    elsif quiet is not null then
      update private.pushes p set due_at = quiet, attempts = 0
      where p.device = push.device and p.kind = push.kind and p.about = push.about;
    else
      device := push.device;
      kind := push.kind;
      about := push.about;
      happened_at := push.happened_at;
      endpoint := target.endpoint;
      p256dh := target.p256dh;
      auth := target.auth;
      name := case when settings.shows_names then content.name end;
      opens := content.opens;
      member := content.member;
      state := content.state;
      useful_until := content.useful_until;
      claimed := claimed + 1;
      return next;
    end if;
  end loop;
end
$$;

-- Seconds until the next notification is due, null if that is not soon: what was queued just now is waited for.
create or replace function public.next_push() returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select greatest(extract(epoch from p.due_at - now()), 0)::double precision from private.pushes p
  where p.due_at <= now() + interval '6 seconds'
  order by p.due_at limit 1
$$;

-- The push service has accepted a notification. What has happened since it was claimed stays due.
create or replace function public.push_sent(device uuid, kind text, about uuid, happened_at timestamptz) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  -- The device before rows of the queue, as everywhere: two transactions would otherwise deadlock.
  update private.push_devices d set failures = 0, failure = null, retry_at = null
  where d.id = push_sent.device and d.failures > 0;
  update private.pushes p
  set sent_at = now(), attempts = 0, due_at = case when p.happened_at > push_sent.happened_at then p.due_at end
  where p.device = push_sent.device and p.kind = push_sent.kind and p.about = push_sent.about;
$$;

-- The push service has not accepted it. The next attempt at this device is after as many seconds as the service says, and no sooner
-- than a minute, doubled with each failure in a row; without `is_temporary` this notification is given up.
create or replace function public.push_failed(
  device uuid, kind text, about uuid, reason text, is_temporary boolean, seconds integer default 0
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  later timestamptz;
begin
  -- Excludes enqueue_pushes, which locks rows of this device in another order than the update below.
  perform from private.push_devices d where d.id = push_failed.device for update;
  update private.push_devices d
  set failures = d.failures + 1, failure = left(reason, 200),
    retry_at = now() + greatest(
      make_interval(secs => least(push_failed.seconds, 86400)), interval '1 minute' * 2 ^ least(d.failures, 8)
    )
  where d.id = push_failed.device
  returning d.retry_at into later;
  update private.pushes p
  set due_at = case
      when not is_temporary and p.kind = push_failed.kind and p.about = push_failed.about then null
      else greatest(p.due_at, later)
    end
  where p.device = push_failed.device and p.due_at is not null;
  -- Not greatest(): the lease of this one is longer than the first pauses.
  update private.pushes p set due_at = later
  where is_temporary and p.device = push_failed.device and p.kind = push_failed.kind and p.about = push_failed.about;
end
$$;

-- Devices that have expired or whose session ended a month ago, before notifications of then, as everywhere.
create or replace function private.forget_pushes() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from private.push_devices d
  where d.expires_at <= now()
    or d.added_at < now() - interval '30 days' and not exists (select from auth.sessions s where s.id = d.session_id);
  delete from private.pushes p where p.due_at is null and p.happened_at < now() - interval '30 days';
$$;

revoke execute on function
  private.push_kinds(), private.check_push_settings(), private.quiet_until(public.push_settings),
  private.push_content(private.pushes, uuid), public.claim_pushes(integer), public.next_push(),
  public.push_sent(uuid, text, uuid, timestamptz), public.push_failed(uuid, text, uuid, text, boolean, integer),
  private.forget_pushes()
from public, anon, authenticated, service_role;
grant execute on function
  public.claim_pushes(integer), public.next_push(), public.push_sent(uuid, text, uuid, timestamptz),
  public.push_failed(uuid, text, uuid, text, boolean, integer)
to service_role;

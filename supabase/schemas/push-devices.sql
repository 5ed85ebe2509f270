-- The browsers that get notifications (docs/decisions/0062-notifications.md).

-- Whether a device may be notified: the session that it was added in, or a later one, is open and has passed the second factor of
-- its user, and the account is neither banned nor deleted. Sessions last as long as server/auth/constants.ts says.
create or replace function private.is_push_device_open(session uuid, account uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    cross join lateral (
      select case when private.is_admin_user(account) then interval '12 hours' else interval '30 days' end as idle,
        case when private.is_admin_user(account) then interval '7 days' else interval '90 days' end as absolute
    ) lifetime
    where s.id = session and s.user_id = account
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (s.not_after is null or s.not_after > now()) and s.created_at + lifetime.absolute > now()
      and coalesce(s.refreshed_at at time zone 'utc', s.created_at) + lifetime.idle > now()
      and (s.aal::text >= 'aal2' or not exists (
        select from auth.mfa_factors f where f.user_id = account and f.status = 'verified'
      ))
  )
$$;

-- The browser has ended its subscription.
create or replace function public.push_device_gone(device uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from private.push_devices d where d.id = push_device_gone.device
$$;

-- Adds a browser of a user in a session, or takes it over: it belongs to whom it was added for last. A user has ten; the one that
-- was added first goes.
create or replace function public.add_push_device(
  account uuid, session uuid, endpoint text, p256dh text, auth text, expires_at timestamptz default null
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not private.is_push_device_open(session, account) then
    raise exception using errcode = '42501', message = 'this session has ended';
  end if;
  -- Serializes the devices of a user, so that they can be counted.
  perform pg_advisory_xact_lock(hashtextextended('push-devices:' || account, 0));
  delete from private.push_devices d where d.endpoint = add_push_device.endpoint;
  insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth, expires_at)
  values (account, session, add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth, add_push_device.expires_at);
  delete from private.push_devices d
  where d.id in (
    select o.id from private.push_devices o where o.user_id = account order by o.added_at desc, o.id offset 10
  );
end
$$;

-- Whether this browser is one of the caller's: null when it is not, else the reason why the last notification failed, or none, and
-- whether one that failed is tried again. Follows the caller's session, since the one before may have ended.
create or replace function public.my_push_device(endpoint text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  known private.push_devices;
begin
  perform private.require_second_factor();
  update private.push_devices d set session_id = (auth.jwt() ->> 'session_id')::uuid
  where d.endpoint = my_push_device.endpoint and d.user_id = auth.uid()
  returning * into known;
  return case when known.id is not null then jsonb_build_object('failure', known.failure, 'is_retried', exists (
    select from private.pushes p where p.device = known.id and p.due_at is not null and p.attempts > 0
  )) end;
end
$$;

create or replace function public.remove_push_device(endpoint text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  delete from private.push_devices d where d.endpoint = remove_push_device.endpoint and d.user_id = auth.uid();
end
$$;

-- The caller's devices for the download of their account: without the secrets, and of the address only its host.
create or replace function private.own_push_devices() returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('added_at', d.added_at, 'push_service', substring(d.endpoint from '^https?://([^/]+)'))
      order by d.added_at desc
    ), '[]'
  )
  from private.push_devices d where d.user_id = auth.uid()
$$;

revoke execute on function
  private.is_push_device_open(uuid, uuid), public.push_device_gone(uuid),
  public.add_push_device(uuid, uuid, text, text, text, timestamptz), public.my_push_device(text),
  public.remove_push_device(text), private.own_push_devices()
from public, anon, authenticated, service_role;
grant execute on function
  public.push_device_gone(uuid), public.add_push_device(uuid, uuid, text, text, text, timestamptz)
to service_role;
grant execute on function public.my_push_device(text), public.remove_push_device(text), private.own_push_devices() to authenticated;

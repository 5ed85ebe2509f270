-- A founder's goals and calls as a calendar feed (RFC 5545).

-- Returns the caller's new secret, which is not stored; the former one becomes invalid. 32 bytes, base64url, 244
-- random bits.
create or replace function public.new_calendar_feed(time_zone text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  secret text := translate(encode(random, 'base64'), '+/=', '-_');
begin
  perform private.require_recent_proof();
  insert into private.calendar_feeds (user_id, secret_hash, time_zone)
  values (auth.uid(), sha256(convert_to(secret, 'utf8')), new_calendar_feed.time_zone)
  on conflict (user_id) do update set
    secret_hash = excluded.secret_hash, time_zone = excluded.time_zone, created_at = now(), last_read_at = null;
  return secret;
end
$$;

create or replace function public.revoke_calendar_feed() returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.require_second_factor();
  delete from private.calendar_feeds where user_id = auth.uid()
$$;

-- The caller's feed, if there is one; `last_read_at` is accurate to a minute.
create or replace function public.calendar_feed_state() returns table (created_at timestamptz, last_read_at timestamptz)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.require_second_factor();
  select f.created_at, f.last_read_at from private.calendar_feeds f where f.user_id = auth.uid()
$$;

-- The content of a feed: goals set in the last 400 days (a yearly goal is due within 366), and calls since a year ago, of those
-- that are cancelled the ones of the last thirty days (calendars that keep what is missing show them as cancelled), at most the
-- newest thousand of each. Null when no feed has this secret.
create or replace function public.read_calendar_feed(secret_hash bytea) returns jsonb
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with feed as (
    select f.user_id, f.time_zone from private.calendar_feeds f join auth.users u on u.id = f.user_id
    where f.secret_hash = read_calendar_feed.secret_hash
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ), recorded as (
    update private.calendar_feeds f set last_read_at = now() from feed
    where f.user_id = feed.user_id and (f.last_read_at is null or f.last_read_at < now() - interval '1 minute')
  )
  select jsonb_build_object(
    'time_zone', feed.time_zone,
    'goals', (
      select coalesce(jsonb_agg(to_jsonb(g) - 'user_id' order by g.created_at, g.id), '[]') from (
        select * from public.goals g
        where g.user_id = feed.user_id and g.created_at > now() - interval '400 days'
        order by g.created_at desc, g.id limit 1000
      ) g
    ),
    'calls', (
      select coalesce(jsonb_agg(to_jsonb(b) - 'user_id' order by b.starts_at), '[]') from (
        select * from public.squad_bookings b
        where b.user_id = feed.user_id and b.starts_at > now() - interval '1 year'
          and (b.cancelled_at is null or b.cancelled_at > now() - interval '30 days')
        order by b.starts_at desc limit 1000
      ) b
    )
  ) from feed
$$;

-- A new password or e-mail address revokes the feed: who knew the old ones may have created it. So does a recovery,
-- because the account may have been lost to someone else: redeeming a recovery link sets recovery_token to '',
-- requesting one does not.
create or replace function private.delete_calendar_feed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.calendar_feeds where user_id = new.id;
  return null;
end
$$;

create or replace trigger delete_calendar_feed after update of encrypted_password, email on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email
  ) execute function private.delete_calendar_feed();
create or replace trigger delete_calendar_feed_on_recovery after update of recovery_token on auth.users
  for each row when (new.recovery_token = '') execute function private.delete_calendar_feed();

revoke execute on function
  public.new_calendar_feed(text), public.revoke_calendar_feed(), public.calendar_feed_state(),
  public.read_calendar_feed(bytea), private.delete_calendar_feed()
from public, anon, authenticated, service_role;
grant execute on function
  public.new_calendar_feed(text), public.revoke_calendar_feed(), public.calendar_feed_state()
to authenticated;
grant execute on function public.read_calendar_feed(bytea) to service_role;

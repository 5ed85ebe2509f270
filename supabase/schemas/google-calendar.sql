-- Founders' connected Google calendars (SPEC sections 2 and 7).

-- Two random UUIDs: 244 bits, in characters that a verifier allows.
create or replace function private.random_secret() returns text
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

-- Begins an OAuth attempt and returns the parameters of the redirect to Google. The newest five attempts stay valid.
create or replace function public.begin_calendar_connection() returns table (state text, code_challenge text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
  verifier text := private.random_secret();
begin
  perform private.require_second_factor();
  state := private.random_secret();
  delete from private.calendar_attempts a where a.expires_at <= now();
  delete from private.calendar_attempts a
  where a.user_id = me and a.state_hash not in (
    select n.state_hash from private.calendar_attempts n where n.user_id = me order by n.expires_at desc limit 4
  );
  insert into private.calendar_attempts (state_hash, user_id, verifier)
  values (sha256(convert_to(state, 'utf8')), me, verifier);
  -- RFC 7636, S256: base64url without padding.
  code_challenge := translate(encode(sha256(convert_to(verifier, 'utf8')), 'base64'), '+/=', '-_');
  return next;
end
$$;

-- The state of the caller's calendar: 'none', 'connected', or 'broken' when Google has revoked access.
create or replace function public.calendar_connection() returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.require_second_factor();

  select coalesce(
    (
      select case when c.broken_at is null then 'connected' else 'broken' end
      from private.calendar_connections c where c.user_id = (select auth.uid())
    ),
    'none'
  )
$$;

-- The verifier of a founder's attempt; null if it is another founder's, or expired. Deletes the attempt anyway.
create or replace function public.consume_calendar_attempt(founder uuid, state text) returns text
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with taken as (
    delete from private.calendar_attempts a
    where a.state_hash = sha256(convert_to(consume_calendar_attempt.state, 'utf8'))
    returning a.user_id, a.verifier, a.expires_at
  )
  select t.verifier from taken t where t.user_id = consume_calendar_attempt.founder and t.expires_at > now()
$$;

-- Saves the tokens of a connected calendar, replacing those of an earlier connection.
create or replace function public.save_calendar_connection(
  founder uuid, refresh_token text, access_token text, access_token_ends_at timestamptz
) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into private.calendar_connections as c (user_id, refresh_token, access_token, access_token_ends_at)
  values (
    save_calendar_connection.founder, save_calendar_connection.refresh_token,
    save_calendar_connection.access_token, save_calendar_connection.access_token_ends_at
  )
  on conflict (user_id) do update set
    refresh_token = excluded.refresh_token, access_token = excluded.access_token,
    access_token_ends_at = excluded.access_token_ends_at, connected_at = now(), broken_at = null
$$;

create or replace function public.read_calendar_connection(founder uuid)
returns table (refresh_token text, access_token text, access_token_ends_at timestamptz, is_broken boolean)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select c.refresh_token, c.access_token, c.access_token_ends_at, c.broken_at is not null
  from private.calendar_connections c where c.user_id = read_calendar_connection.founder
$$;

-- Saves the tokens that Google issued for `old_refresh_token`. A connection that was replaced or deleted in the
-- meantime stays as it is.
create or replace function public.refresh_calendar_tokens(
  founder uuid, old_refresh_token text, refresh_token text, access_token text, access_token_ends_at timestamptz
) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update private.calendar_connections c set
    refresh_token = refresh_calendar_tokens.refresh_token,
    access_token = refresh_calendar_tokens.access_token,
    access_token_ends_at = refresh_calendar_tokens.access_token_ends_at
  where c.user_id = refresh_calendar_tokens.founder and c.refresh_token = refresh_calendar_tokens.old_refresh_token
$$;

create or replace function public.mark_calendar_connection_broken(founder uuid, old_refresh_token text) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update private.calendar_connections c set broken_at = now()
  where c.user_id = mark_calendar_connection_broken.founder
    and c.refresh_token = mark_calendar_connection_broken.old_refresh_token
    and c.broken_at is null
$$;

-- Deletes a connection and its attempts. Returns the refresh token, to be revoked at Google; null without one.
create or replace function public.delete_calendar_connection(founder uuid) returns text
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from private.calendar_attempts a where a.user_id = delete_calendar_connection.founder;

  with ended as (
    delete from private.calendar_connections c where c.user_id = delete_calendar_connection.founder
    returning c.refresh_token
  )
  select e.refresh_token from ended e
$$;

revoke execute on function
  private.random_secret(), public.begin_calendar_connection(), public.calendar_connection(),
  public.consume_calendar_attempt(uuid, text), public.save_calendar_connection(uuid, text, text, timestamptz),
  public.read_calendar_connection(uuid), public.refresh_calendar_tokens(uuid, text, text, text, timestamptz),
  public.mark_calendar_connection_broken(uuid, text), public.delete_calendar_connection(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.begin_calendar_connection(), public.calendar_connection() to authenticated;
grant execute on function
  public.consume_calendar_attempt(uuid, text), public.save_calendar_connection(uuid, text, text, timestamptz),
  public.read_calendar_connection(uuid), public.refresh_calendar_tokens(uuid, text, text, text, timestamptz),
  public.mark_calendar_connection_broken(uuid, text), public.delete_calendar_connection(uuid)
to service_role;

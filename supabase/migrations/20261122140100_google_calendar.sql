-- Founders' Google calendars (SPEC sections 2 and 7): who has set out to connect one, and the tokens of those who have.
-- Tokens come here sealed by the functions, with a key that is made of the client's secret and stands in no table.

-- A way to Google and back: what comes back is taken from who set out, once, within ten minutes.
create table private.calendar_attempts (
  state_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- RFC 7636: worth nothing without the code that Google gives and the client's secret.
  verifier text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index calendar_attempts_by_user on private.calendar_attempts (user_id, expires_at);
create index calendar_attempts_by_end on private.calendar_attempts (expires_at);

create table private.calendar_connections (
  user_id uuid primary key references auth.users on delete cascade,
  refresh_token text not null,
  access_token text not null,
  access_token_ends_at timestamptz not null,
  connected_at timestamptz not null default now(),
  -- Since when Google takes the tokens no more.
  broken_at timestamptz
);

-- Two random UUIDs: 244 bits, in characters that a verifier may have.
create function private.random_secret() returns text
language sql volatile
set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

-- Sets out to connect: what the caller's browser takes along to Google. Of several ways the newest five lead back.
create function public.begin_calendar_connection() returns table (state text, code_challenge text)
language plpgsql security definer
set search_path = ''
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

-- Whether the caller's calendar is connected: 'none', 'connected', or 'broken' when Google has ended it.
create function public.calendar_connection() returns text
language sql stable security definer
set search_path = ''
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

-- The verifier of the way that a founder comes back from; null when the founder has not set out on it, or too long ago.
-- Whoever asks, a state is used up.
create function public.take_calendar_attempt(founder uuid, state text) returns text
language sql security definer
set search_path = ''
as $$
  with taken as (
    delete from private.calendar_attempts a
    where a.state_hash = sha256(convert_to(take_calendar_attempt.state, 'utf8'))
    returning a.user_id, a.verifier, a.expires_at
  )
  select t.verifier from taken t where t.user_id = take_calendar_attempt.founder and t.expires_at > now()
$$;

-- Keeps the tokens of a founder who has connected a calendar, in place of those of a former connection.
create function public.keep_calendar_connection(
  founder uuid, refresh_token text, access_token text, access_token_ends_at timestamptz
) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.calendar_connections as c (user_id, refresh_token, access_token, access_token_ends_at)
  values (
    keep_calendar_connection.founder, keep_calendar_connection.refresh_token,
    keep_calendar_connection.access_token, keep_calendar_connection.access_token_ends_at
  )
  on conflict (user_id) do update set
    refresh_token = excluded.refresh_token, access_token = excluded.access_token,
    access_token_ends_at = excluded.access_token_ends_at, connected_at = now(), broken_at = null
$$;

create function public.read_calendar_connection(founder uuid)
returns table (refresh_token text, access_token text, access_token_ends_at timestamptz, is_broken boolean)
language sql stable security definer
set search_path = ''
as $$
  select c.refresh_token, c.access_token, c.access_token_ends_at, c.broken_at is not null
  from private.calendar_connections c where c.user_id = read_calendar_connection.founder
$$;

-- What Google answered to the refresh token `was`. A connection that was made anew or ended meanwhile stays as it is.
create function public.renew_calendar_connection(
  founder uuid, was text, refresh_token text, access_token text, access_token_ends_at timestamptz
) returns void
language sql security definer
set search_path = ''
as $$
  update private.calendar_connections c set
    refresh_token = renew_calendar_connection.refresh_token,
    access_token = renew_calendar_connection.access_token,
    access_token_ends_at = renew_calendar_connection.access_token_ends_at
  where c.user_id = renew_calendar_connection.founder and c.refresh_token = renew_calendar_connection.was
$$;

create function public.break_calendar_connection(founder uuid, was text) returns void
language sql security definer
set search_path = ''
as $$
  update private.calendar_connections c set broken_at = now()
  where c.user_id = break_calendar_connection.founder and c.refresh_token = break_calendar_connection.was
    and c.broken_at is null
$$;

-- Ends a connection, and ways to one. The refresh token that was kept, to be ended at Google too; null without one.
create function public.end_calendar_connection(founder uuid) returns text
language sql security definer
set search_path = ''
as $$
  delete from private.calendar_attempts a where a.user_id = end_calendar_connection.founder;

  with ended as (
    delete from private.calendar_connections c where c.user_id = end_calendar_connection.founder
    returning c.refresh_token
  )
  select e.refresh_token from ended e
$$;

revoke execute on function
  private.random_secret(), public.begin_calendar_connection(), public.calendar_connection(),
  public.take_calendar_attempt(uuid, text), public.keep_calendar_connection(uuid, text, text, timestamptz),
  public.read_calendar_connection(uuid), public.renew_calendar_connection(uuid, text, text, text, timestamptz),
  public.break_calendar_connection(uuid, text), public.end_calendar_connection(uuid)
from public, anon, authenticated;
grant execute on function public.begin_calendar_connection(), public.calendar_connection() to authenticated;
grant execute on function
  public.take_calendar_attempt(uuid, text), public.keep_calendar_connection(uuid, text, text, timestamptz),
  public.read_calendar_connection(uuid), public.renew_calendar_connection(uuid, text, text, text, timestamptz),
  public.break_calendar_connection(uuid, text), public.end_calendar_connection(uuid)
to service_role;

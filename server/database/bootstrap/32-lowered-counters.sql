-- The refresh token counter that each session had when it was lowered: access tokens up to it stay at the first level, even
-- when the session is lifted again.
create table server.lowered_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  counter bigint not null
);

-- As before, and remembers the counter. One that a refresh is about to raise is read when that has committed.
create or replace function server.lower_sessions(lowered uuid[], at timestamptz) returns void
language sql
set search_path = ''
as $$
  delete from auth.mfa_amr_claims
  where session_id = any (lowered)
    and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code');
  with put_back as (
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = at where id = any (lowered)
    returning id, refresh_token_counter
  )
  insert into server.lowered_sessions (session_id, counter)
  select id, refresh_token_counter from put_back where refresh_token_counter is not null
  on conflict (session_id) do update set counter = excluded.counter;
$$;

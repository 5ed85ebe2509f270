-- Raises a session to aal2 and ends the user's aal1 sessions. Skips more counters than a session of aal1 can reach, so that
-- no aal1 token is the parent of an aal2 token, or ahead of it, and can be exchanged for it: a database that was restored,
-- or a standby that took over, lacks the latest refreshes. Cancels the session's pending links of identities, whose code would
-- return the live token.
create or replace function server.raise_session(target_session uuid, factor uuid, method text, at timestamptz) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  former auth.sessions;
  ended uuid[];
begin
  select * into former from auth.sessions where id = target_session for update;
  update auth.sessions
  set aal = 'aal2', factor_id = factor, refreshed_at = at at time zone 'utc', updated_at = at,
    refresh_token_counter = refresh_token_counter + case former.aal when 'aal1' then 100000000 else 1 end
  where id = target_session;
  -- Other tabs may be refreshing.
  insert into server.retired_tokens values
    (target_session, former.refresh_token_counter, at),
    (target_session, former.refresh_token_counter - 1, coalesce(former.refreshed_at at time zone 'utc', former.created_at))
  on conflict do nothing;
  if former.aal = 'aal1' then
    delete from server.provider_flows where linking_session = target_session;
    delete from auth.flow_state f using server.linking_flows l where l.flow_id = f.id and l.session_id = target_session;
  end if;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (target_session, method, at, at)
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key
    do update set updated_at = excluded.updated_at;
  with deleted as (
    delete from auth.sessions s where s.user_id = former.user_id and s.id <> target_session and s.aal = 'aal1'
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ended from deleted;
  return jsonb_build_object(
    'outcome', 'passed', 'session', server.session_json(target_session), 'ended', to_jsonb(ended)
  );
end
$$;

-- Lowers sessions to aal1. Access tokens already issued state aal2 for up to an hour; the server counts a token at
-- the level of its session, at most five seconds old. Waits for a concurrent refresh, to read the counter it raised.
create or replace function server.lower_sessions(lowered uuid[], at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from auth.mfa_amr_claims
  where session_id = any (lowered)
    and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code');
  with lowered_rows as (
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = at where id = any (lowered)
    returning id, refresh_token_counter
  )
  insert into server.lowered_sessions (session_id, counter)
  select id, refresh_token_counter from lowered_rows where refresh_token_counter is not null
  on conflict (session_id) do update set counter = excluded.counter;
$$;

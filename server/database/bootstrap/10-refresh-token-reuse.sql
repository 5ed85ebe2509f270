-- Detects that a refresh token is in two hands. Each function is one transaction and one round trip; the moment comes from
-- the caller.

-- The refresh token counter of the newest access token that each session has presented: whoever presents the access token
-- of a rotation has received its refresh token too. Unlogged: what a crash loses is noted again with the next request.
create unlogged table server.presented_tokens (
  session_id uuid primary key,
  counter bigint not null
);

-- Rotates a refresh token whose signature the server has checked. Of two that present the same token the second waits for
-- the row and gets the same successor.
--
-- The parent of the live token is answered with the live token again as long as nobody has used that one, since the answer
-- may have been lost, and within the grace period, since tabs of one browser race. Any other repetition means that two
-- parties hold the token: the session ends. A repeated answer leaves refreshed_at alone, which would extend the grace.
create or replace function server.refresh_session(
  wanted uuid, presented bigint, at timestamptz, client_ip inet, client_agent text, rules jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  session auth.sessions;
  lifetimes jsonb;
  last_used timestamptz;
begin
  select * into session from auth.sessions where id = wanted for update;
  if not found then
    return '{"outcome": "session-gone"}';
  end if;
  if exists (select from auth.users where id = session.user_id and (banned_until > at or deleted_at is not null)) then
    return '{"outcome": "user-banned"}';
  end if;
  lifetimes := rules -> case when private.is_admin_user(session.user_id) then 'admin' else 'founder' end;
  last_used := coalesce(session.refreshed_at at time zone 'utc', session.created_at);
  if at >= least(session.not_after, session.created_at + (lifetimes ->> 'absolute')::interval) then
    return '{"outcome": "session-expired"}';
  end if;
  if at >= last_used + (lifetimes ->> 'idle')::interval then
    return '{"outcome": "session-idle"}';
  end if;

  -- A counter ahead of ours was signed by us before the database was put back to an older state.
  if presented >= session.refresh_token_counter then
    update auth.sessions
    set refresh_token_counter = presented + 1, refreshed_at = at at time zone 'utc', updated_at = at,
      ip = client_ip, user_agent = client_agent
    where id = wanted;
  elsif presented = session.refresh_token_counter - 1 and (
    last_used > at - (rules ->> 'grace')::interval
    or not exists (
      select from server.presented_tokens where session_id = wanted and counter >= session.refresh_token_counter
    )
  ) then
    insert into server.audit (at, actor, action, subject, details)
    values (at, session.user_id, 'refresh-token-repeated', wanted::text, jsonb_build_object('ip', host(client_ip)));
  else
    delete from auth.sessions where id = wanted;
    insert into server.audit (at, actor, action, subject, details)
    values (at, session.user_id, 'refresh-token-reused', wanted::text, jsonb_build_object('ip', host(client_ip)));
    return '{"outcome": "reused"}';
  end if;
  return jsonb_build_object('outcome', 'refreshed', 'session', server.opened_session(wanted));
end
$$;

-- Lifts a session that is there to the second level; the user's sessions below it end. Raising the level skips a counter:
-- no token of the first level is the parent of one of the second, so none is exchanged for it. Nor is an identity linked
-- that the session asked for below that level, whose code would answer the live token.
create or replace function server.lift_session(lifted uuid, by_factor uuid, method text, at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  former auth.sessions;
  ended uuid[];
begin
  select * into former from auth.sessions where id = lifted for update;
  update auth.sessions
  set aal = 'aal2', factor_id = by_factor, refreshed_at = at at time zone 'utc', updated_at = at,
    refresh_token_counter = refresh_token_counter + case former.aal when 'aal1' then 2 else 1 end
  where id = lifted;
  if former.aal = 'aal1' then
    delete from server.provider_flows where linking_session = lifted;
    delete from auth.flow_state f using server.linking_flows l where l.flow_id = f.id and l.session_id = lifted;
  end if;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (lifted, method, at, at)
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key do update set updated_at = excluded.updated_at;
  with gone as (
    delete from auth.sessions s where s.user_id = former.user_id and s.id <> lifted and s.aal = 'aal1' returning s.id
  )
  select coalesce(array_agg(id), '{}') into ended from gone;
  return jsonb_build_object('outcome', 'passed', 'session', server.opened_session(lifted), 'ended', to_jsonb(ended));
end
$$;

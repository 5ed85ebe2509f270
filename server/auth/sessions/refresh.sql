-- Refresh token rotation: replaces a token whose signature the server has checked. Of two requests with the same token
-- the second waits for the row and gets the same successor.
--
-- The parent of the live token returns the live token again as long as no client has used that one, since the
-- response may have been lost. Tabs of one browser race, so each token does within the grace period after it was replaced,
-- which may have happened several times: a client whose clock is ahead refreshes all the time. A token from before a second
-- factor is refused then: its tab finds the new one in the storage. Any other repetition means that two clients hold the
-- token: the session ends. A repeated response leaves refreshed_at alone, which would extend the grace.
--
-- `rules` has the lifetimes, the grace period, and the `client` of an app's session, which refreshes with that client only.
--
-- The lock timeout is shorter than the server's: deleting a large account holds its sessions for seconds, and its
-- refreshes would take the connections from everyone else's.
create or replace function server.refresh_session(
  target_session uuid, presented bigint, at timestamptz, client_ip inet, client_agent text, rules jsonb
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '500ms'
as $$
declare
  session auth.sessions;
  lifetimes jsonb;
  last_used timestamptz;
  grace_start timestamptz := at - (rules ->> 'grace')::interval;
  was_live_in_grace boolean;
begin
  select * into session from auth.sessions where id = target_session for update;
  if not found or session.oauth_client_id is distinct from (rules ->> 'client')::uuid then
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

  -- A counter ahead of the stored one was signed before the database was restored to an older state.
  if presented >= session.refresh_token_counter then
    if last_used > grace_start then
      delete from server.retired_tokens where session_id = target_session and retired_at <= grace_start;
      insert into server.retired_tokens values (target_session, session.refresh_token_counter - 1, last_used)
      on conflict do nothing;
    end if;
    update auth.sessions
    set refresh_token_counter = presented + 1, refreshed_at = at at time zone 'utc', updated_at = at,
      ip = client_ip, user_agent = client_agent
    where id = target_session;
    return jsonb_build_object('outcome', 'refreshed', 'session', server.session_json(target_session));
  end if;

  was_live_in_grace := presented = session.refresh_token_counter - 1 and last_used > grace_start or exists (
    select from server.retired_tokens
    where session_id = target_session and counter = presented and retired_at > grace_start
  );
  if not was_live_in_grace and (
    presented < session.refresh_token_counter - 1
    or exists (
      select from server.presented_tokens where session_id = target_session and counter >= session.refresh_token_counter
    )
  ) then
    delete from auth.sessions where id = target_session;
    insert into server.audit (at, actor, action, subject, details)
    values (
      at, session.user_id, 'refresh-token-reused', target_session::text, jsonb_build_object('ip', host(client_ip))
    );
    return '{"outcome": "reused"}';
  end if;
  insert into server.audit (at, actor, action, subject, details)
  values (
    at, session.user_id, 'refresh-token-repeated', target_session::text, jsonb_build_object('ip', host(client_ip))
  );
  -- The counters that server.raise_session skips.
  if presented <= session.refresh_token_counter - 100000000 then
    return '{"outcome": "reused"}';
  end if;
  return jsonb_build_object('outcome', 'refreshed', 'session', server.session_json(target_session));
end
$$;

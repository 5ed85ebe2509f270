-- What accounts need beyond Supabase's tables. Each function is one transaction and one round trip; the moment comes
-- from the caller, so that every rule about time can be tested.

-- Unlogged: a counter lost in a crash is no loss, and counting never waits for the disk.
create unlogged table server.rate_limits (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null,
  free_at timestamptz
);
create index rate_limits_by_end on server.rate_limits (ends_at);

-- Counts one attempt; answers the seconds to wait before the next one is looked at, 0 when this one may go on. Once
-- `allowed` attempts are spent the key waits: to the end of its window, or, when waits are given, for `first_wait`,
-- doubled with each further attempt up to `longest_wait`.
create function server.hit(
  limit_key text, at timestamptz, allowed integer, within interval, first_wait interval, longest_wait interval
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  counter server.rate_limits;
begin
  insert into server.rate_limits (key, hits, ends_at) values (limit_key, 0, at + within) on conflict do nothing;
  select * into counter from server.rate_limits where key = limit_key for update;
  if counter.free_at > at then
    return ceil(extract(epoch from counter.free_at - at));
  end if;
  if counter.ends_at <= at then
    counter.hits := 0;
    counter.ends_at := at + within;
  end if;
  counter.hits := counter.hits + 1;
  counter.free_at := case
    when counter.hits < allowed then null
    when first_wait is null then counter.ends_at
    else at + least(longest_wait, first_wait * power(2, least(counter.hits - allowed, 20)))
  end;
  if first_wait is not null and counter.free_at is not null then
    counter.ends_at := counter.free_at + within;
  end if;
  update server.rate_limits
  set hits = counter.hits, ends_at = counter.ends_at, free_at = counter.free_at
  where key = limit_key;
  return 0;
end
$$;

-- A person with identities and factors, without any secret.
create function server.account(person auth.users) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(person) - 'encrypted_password' || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = person.id
    ), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = person.id
    ), '[]')
  )
$$;

-- A session with all that its access token says.
create function server.opened_session(wanted uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', s.id,
    'aal', s.aal,
    'counter', s.refresh_token_counter,
    'amr', coalesce((
      select jsonb_agg(
        jsonb_build_object('method', a.authentication_method, 'timestamp', extract(epoch from a.updated_at)::bigint)
        order by a.updated_at desc
      )
      from auth.mfa_amr_claims a where a.session_id = s.id
    ), '[]'),
    'account', server.account(u)
  )
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = wanted
$$;

create function server.create_account(
  account_id uuid, address text, password_hash text, data jsonb, app_data jsonb, confirmed_at timestamptz, at timestamptz
) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  identity jsonb := jsonb_build_object(
    'sub', account_id, 'email', address, 'email_verified', confirmed_at is not null, 'phone_verified', false
  );
begin
  insert into auth.users (
    id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at, updated_at
  )
  values (
    account_id, address, password_hash, confirmed_at, data || identity,
    app_data || '{"provider": "email", "providers": ["email"]}', at, at
  );
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  values (account_id::text, account_id, identity, 'email', at, at);
  return account_id;
end
$$;

-- Signs a person in; `spent_limit` names the counter of failures that this success takes back.
create function server.open_session(
  person uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  session_id uuid;
begin
  insert into auth.sessions (user_id, created_at, updated_at, user_agent, ip, refresh_token_counter)
  values (person, at, at, client_agent, client_ip, 0)
  returning id into session_id;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (session_id, method, at, at);
  update auth.users set last_sign_in_at = at, updated_at = at where id = person;
  update auth.identities set last_sign_in_at = at, updated_at = at where user_id = person and provider = 'email';
  delete from server.rate_limits where key = spent_limit;
  insert into server.audit (at, actor, action, details)
  values (at, person, 'sign-in', jsonb_build_object('method', method, 'ip', host(client_ip)));
  return server.opened_session(session_id);
end
$$;

-- Rotates a refresh token whose signature the server has checked. Of two that present the same token the second waits
-- for the row and gets the same successor. A repeated answer leaves refreshed_at alone, else replaying one token
-- would keep the grace of all older ones open.
create function server.refresh_session(
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
  elsif presented < session.refresh_token_counter - 1 and last_used <= at - (rules ->> 'grace')::interval then
    delete from auth.sessions where id = wanted;
    insert into server.audit (at, actor, action, subject, details)
    values (at, session.user_id, 'refresh-token-reused', wanted::text, jsonb_build_object('ip', host(client_ip)));
    return '{"outcome": "reused"}';
  end if;
  return jsonb_build_object('outcome', 'refreshed', 'session', server.opened_session(wanted));
end
$$;

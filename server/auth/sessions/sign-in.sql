-- Signing in: opens a session, and finds the networks for which failed attempts are limited.

-- A session with everything its access token states; `app` is null but for a session of a connected app.
create or replace function server.session_json(target_session uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', s.id,
    'aal', s.aal,
    'counter', s.refresh_token_counter,
    'amr', coalesce((
      select jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'method', a.authentication_method,
          'timestamp', extract(epoch from a.updated_at)::bigint,
          'provider', case a.authentication_method when 'oauth' then p.provider end
        ))
        order by a.updated_at desc
      )
      from auth.mfa_amr_claims a where a.session_id = s.id
    ), '[]'),
    'account', server.account_json(u),
    'app', case when s.oauth_client_id is not null then
      jsonb_build_object('id', s.oauth_client_id, 'scope', s.scopes)
    end
  )
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join server.session_providers p on p.session_id = s.id
  where s.id = target_session
$$;

-- Opens a session. Clears `spent_limit`, a counter of failures; `provider` is set if the user signed in with one.
create or replace function server.create_session(
  account_id uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text,
  provider text default null
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  session_id uuid;
begin
  insert into auth.sessions (user_id, created_at, updated_at, user_agent, ip, refresh_token_counter)
  values (account_id, at, at, client_agent, client_ip, 0)
  returning id into session_id;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (session_id, method, at, at);
  update auth.users set last_sign_in_at = at, updated_at = at where id = account_id;
  if provider is null then
    update auth.identities i set last_sign_in_at = at, updated_at = at
    where i.user_id = account_id and i.provider = 'email';
  else
    insert into server.session_providers values (session_id, provider);
  end if;
  delete from server.rate_limits where key = spent_limit;
  insert into server.audit (at, actor, action, details) values (
    at, account_id, 'sign-in',
    jsonb_strip_nulls(jsonb_build_object('method', method, 'ip', host(client_ip), 'provider', provider))
  );
  return server.session_json(session_id);
end
$$;

create or replace function server.has_signed_in_from(email_address text, client_ip inet) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from auth.users u join server.audit a on a.actor = u.id
    where u.email = email_address and u.is_sso_user = false and a.action = 'sign-in'
      and server.network_of((a.details ->> 'ip')::inet) = server.network_of(client_ip)
  )
$$;

-- Opens a session after a correct password. Only failures stay counted: the attempt is subtracted from the `counted`
-- counters, in the order in which attempts lock them, and the `spent_limit` counter is cleared. `verified_hash` is the
-- password hash that was compared. While it was, the account's owner may have removed or replaced the password, or the
-- account may have been banned. Returns null then, and counts nothing as a success.
create or replace function server.sign_in(
  account_id uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text, counted text[],
  verified_hash text default null
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  counter text;
begin
  -- Locked, so that a change of the password comes either before or after the session, which it then ends.
  perform from auth.users
  where id = account_id and (verified_hash is null or encrypted_password = verified_hash)
    and (banned_until is null or banned_until <= at)
  for update;
  if not found then
    return null;
  end if;
  foreach counter in array counted loop
    -- The attempt was allowed, so without it the limit is not reached.
    update server.rate_limits set hits = greatest(hits - 1, 0), free_at = null where key = counter;
  end loop;
  return server.create_session(account_id, method, at, client_ip, client_agent, spent_limit);
end
$$;

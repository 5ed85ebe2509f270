-- Authorizations of apps: a person allows one, and the app exchanges its code for a session of its own.

-- Stores the code of an authorization that the user allows. False when it cannot be answered any more.
create or replace function server.approve_oauth_authorization(
  authorization_id text, account_id uuid, approving_session uuid, allowed_scope text, code text, at timestamptz
) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- One that is signed out at the same moment allows nothing.
  perform from auth.sessions where id = approving_session for key share;
  if not found then
    return false;
  end if;
  update server.oauth_authorizations
  set scope = allowed_scope, approved_by = approving_session, code_hash = code, code_created_at = at
  where id = authorization_id and user_id = account_id and code_hash is null;
  return found;
end
$$;

-- Exchanges a code. The account is locked first, as by all that ends its sessions: that comes either before, or after the
-- session which the code opens. A code that comes again was seen by somebody else: the session that it has opened ends
-- (RFC 6749, 4.1.2). A code with another client, redirect or verifier changes nothing.
create or replace function server.exchange_oauth_code(
  code text, client uuid, redirect text, challenge text, at timestamptz, valid_for interval, client_ip inet,
  client_agent text
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  request server.oauth_authorizations;
  approving auth.sessions;
  opened uuid;
begin
  perform from auth.users
  where id = (select user_id from server.oauth_authorizations where code_hash = code)
    and (banned_until is null or banned_until <= at) and deleted_at is null
  for update;
  if not found then
    return '{"outcome": "refused"}';
  end if;
  select * into request from server.oauth_authorizations where code_hash = code for update;
  if not found or request.client_id <> client or redirect <> request.redirect_uri
    or challenge <> request.code_challenge then
    return '{"outcome": "refused"}';
  end if;
  if request.session_id is not null then
    delete from auth.sessions where id = request.session_id;
    insert into server.audit (at, actor, action, subject, details) values (
      at, request.user_id, 'oauth-code-reused', client::text, jsonb_build_object('ip', host(client_ip))
    );
    return jsonb_build_object('outcome', 'reused', 'ended', request.session_id);
  end if;
  select * into approving from auth.sessions where id = request.approved_by;
  if not found or at >= request.code_created_at + valid_for then
    return '{"outcome": "refused"}';
  end if;

  insert into auth.sessions (
    user_id, created_at, updated_at, user_agent, ip, refresh_token_counter, aal, factor_id, oauth_client_id, scopes
  ) values (
    request.user_id, at, at, client_agent, client_ip, 0, approving.aal, approving.factor_id, client, request.scope
  ) returning id into opened;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (opened, 'oauth_provider/authorization_code', at, at);
  update server.oauth_authorizations set session_id = opened where id = request.id;
  update auth.oauth_clients set updated_at = at where id = client;
  insert into server.audit (at, actor, action, subject, details) values (
    at, request.user_id, 'oauth-app-connected', client::text,
    jsonb_build_object('scope', request.scope, 'ip', host(client_ip))
  );
  return jsonb_build_object('outcome', 'opened', 'session', server.session_json(opened));
end
$$;

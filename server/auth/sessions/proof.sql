-- The user's last proof of identity in a session: a sign-in, a second factor, or in place with the password or a
-- mailed code. Exchanging a refresh token, or the code of a connected app, proves nothing.
create or replace function server.last_proof_at(session uuid) returns timestamptz
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select max(updated_at) from auth.mfa_amr_claims
  where session_id = session and authentication_method not in ('token_refresh', 'oauth_provider/authorization_code')
$$;

-- Records a proof in place.
create or replace function server.record_proof(session uuid, method text, at timestamptz, client_ip inet) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  select id, method, at, at from auth.sessions where id = session
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key
    do update set updated_at = excluded.updated_at;
  insert into server.audit (at, actor, action, details)
  select record_proof.at, user_id, 'reauthenticated', jsonb_build_object('method', method, 'ip', host(client_ip))
  from auth.sessions where id = session;
end
$$;

-- When the person at a session last showed who they are: by signing in, with a second factor, or in place with the password
-- or a mailed code. Exchanging a refresh token shows nothing.
create function server.proven_at(session uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select max(updated_at) from auth.mfa_amr_claims
  where session_id = session and authentication_method <> 'token_refresh'
$$;

-- Records a proof in place on a session that is there.
create function server.note_proof(session uuid, method text, at timestamptz, client_ip inet) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  select id, method, at, at from auth.sessions where id = session
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key do update set updated_at = excluded.updated_at;
  insert into server.audit (at, actor, action, details)
  select note_proof.at, user_id, 'reauthenticated', jsonb_build_object('method', method, 'ip', host(client_ip))
  from auth.sessions where id = session;
end
$$;

-- As before, and with the status of the factor: proving a new one takes a recent proof.
create or replace function server.factor_to_verify(person uuid, factor uuid, challenge uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', f.factor_type,
    'status', f.status,
    'secret', f.secret,
    'credential', f.web_authn_credential,
    'challengedAt', c.created_at,
    'isUsed', c.verified_at is not null,
    'codeHash', c.otp_code,
    'ceremony', c.web_authn_session_data
  )
  from auth.mfa_factors f left join auth.mfa_challenges c on c.factor_id = f.id and c.id = challenge
  where f.id = factor and f.user_id = person
$$;

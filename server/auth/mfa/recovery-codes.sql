-- Replaces a user's recovery codes, and lowers the sessions raised by the former ones, except the requesting
-- session. Returns the lowered sessions; null for a user without a verified factor.
create or replace function server.replace_recovery_codes(
  account_id uuid, requesting_session uuid, hashes text[], at timestamptz, client_ip inet
) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  lowered uuid[];
begin
  perform from auth.users where id = account_id for update;
  if not exists (select from auth.mfa_factors where user_id = account_id and status = 'verified') then
    return null;
  end if;
  delete from server.recovery_codes where user_id = account_id;
  insert into server.recovery_codes (user_id, code_hash) select account_id, unnest(hashes);
  select coalesce(array_agg(id), '{}') into lowered from auth.sessions
  where user_id = account_id and id <> requesting_session and aal = 'aal2' and factor_id is null;
  perform server.lower_sessions(lowered, at);
  insert into server.audit (at, actor, action, details)
  values (at, account_id, 'recovery-codes-made', jsonb_build_object('ip', host(client_ip)));
  return lowered;
end
$$;

-- Uses a recovery code. Its user has lost a second factor, maybe to someone else: their other sessions must pass one
-- again, and all that a recovery revokes is revoked.
create or replace function server.use_recovery_code(
  session_id uuid, account_id uuid, hash text, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  lowered uuid[];
  raised jsonb;
begin
  perform from auth.users where id = account_id for update;
  perform from auth.sessions where id = session_id and user_id = account_id for update;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  update server.recovery_codes set used_at = at where user_id = account_id and code_hash = hash and used_at is null;
  if not found then
    return '{"outcome": "proof-wrong"}';
  end if;
  update auth.users set recovery_token = '' where id = account_id;
  insert into server.audit (at, actor, action, details)
  values (at, account_id, 'recovery-code-used', jsonb_build_object(
    'ip', host(client_ip),
    'left', (select count(*) from server.recovery_codes where user_id = account_id and used_at is null)
  ));
  raised := server.raise_session(session_id, null, 'mfa/recovery_code', at);
  select coalesce(array_agg(s.id), '{}') into lowered from auth.sessions s
  where s.user_id = account_id and s.id <> use_recovery_code.session_id;
  perform server.lower_sessions(lowered, at);
  return raised || jsonb_build_object('ended', raised -> 'ended' || to_jsonb(lowered));
end
$$;

-- What lifted a session counts as long as it exists, and what was sent to an address or set up under a password as long as
-- those are the account's. Triggers, so that it holds however a factor goes or a password changes.

-- Puts sessions back at the first level. Access tokens that were given out say the second for up to an hour; the server
-- counts a token at the level of its session, at most five seconds old.
create function server.lower_sessions(lowered uuid[], at timestamptz) returns void
language sql
set search_path = ''
as $$
  delete from auth.mfa_amr_claims
  where session_id = any (lowered)
    and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code');
  update auth.sessions set aal = 'aal1', factor_id = null, updated_at = at where id = any (lowered);
$$;

-- Sessions that a factor of a user lifted; with the last verified factor also those that a recovery code did.
create function server.sessions_lifted_by(person uuid, factor uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(s.id), '{}') from auth.sessions s
  where s.user_id = person and s.aal = 'aal2' and (
    s.factor_id = factor
    or not exists (select from auth.mfa_factors f where f.user_id = person and f.id <> factor and f.status = 'verified')
  )
$$;

create function server.note_removed_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform server.lower_sessions(server.sessions_lifted_by(old.user_id, old.id), now());
  delete from server.recovery_codes
  where user_id = old.user_id
    and not exists (select from auth.mfa_factors where user_id = old.user_id and status = 'verified');
  return null;
end
$$;

create trigger note_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function server.note_removed_factor();

-- Removes a factor. @returns the sessions that it had lifted
drop function server.remove_factor(uuid, uuid, timestamptz);
create function server.remove_factor(factor uuid, acting uuid, at timestamptz) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  removed auth.mfa_factors;
  lowered uuid[];
begin
  perform from auth.users where id = (select user_id from auth.mfa_factors where id = factor) for update;
  select * into removed from auth.mfa_factors where id = factor for update;
  if not found then
    return '{}';
  end if;
  lowered := server.sessions_lifted_by(removed.user_id, factor);
  delete from auth.mfa_factors where id = factor;
  if removed.status = 'verified' then
    insert into server.audit (at, actor, action, subject, details)
    values (at, acting, 'factor-removed', factor::text, jsonb_build_object('type', removed.factor_type));
  end if;
  return lowered;
end
$$;

-- Uses a recovery code up in the place of a second factor. Whoever does has lost theirs, maybe to somebody else: the user's
-- other sessions have to pass one again.
create or replace function server.use_recovery_code(
  session_id uuid, person uuid, hash text, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lowered uuid[];
  passing jsonb;
begin
  perform from auth.users where id = person for update;
  perform from auth.sessions where id = session_id and user_id = person for update;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  update server.recovery_codes set used_at = at where user_id = person and code_hash = hash and used_at is null;
  if not found then
    return '{"outcome": "proof-wrong"}';
  end if;
  insert into server.audit (at, actor, action, details) values (at, person, 'recovery-code-used', jsonb_build_object(
    'ip', host(client_ip),
    'left', (select count(*) from server.recovery_codes where user_id = person and used_at is null)
  ));
  passing := server.lift_session(session_id, null, 'mfa/recovery_code', at);
  select coalesce(array_agg(s.id), '{}') into lowered from auth.sessions s
  where s.user_id = person and s.id <> use_recovery_code.session_id;
  perform server.lower_sessions(lowered, at);
  return passing || jsonb_build_object('ended', passing -> 'ended' || to_jsonb(lowered));
end
$$;

-- Puts a new set of recovery codes in the place of all former ones, and lowers the sessions that those lifted, but for the
-- one that asks. @returns the lowered sessions; null for a user without a verified factor
drop function server.renew_recovery_codes(uuid, text[], timestamptz, inet);
create function server.renew_recovery_codes(
  person uuid, asking uuid, hashes text[], at timestamptz, client_ip inet
) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  lowered uuid[];
begin
  perform from auth.users where id = person for update;
  if not exists (select from auth.mfa_factors where user_id = person and status = 'verified') then
    return null;
  end if;
  delete from server.recovery_codes where user_id = person;
  insert into server.recovery_codes (user_id, code_hash) select person, unnest(hashes);
  select coalesce(array_agg(id), '{}') into lowered from auth.sessions
  where user_id = person and id <> asking and aal = 'aal2' and factor_id is null;
  perform server.lower_sessions(lowered, at);
  insert into server.audit (at, actor, action, details)
  values (at, person, 'recovery-codes-made', jsonb_build_object('ip', host(client_ip)));
  return lowered;
end
$$;

-- A new password or address ends what the old one could still open: links and codes that were mailed, and codes of links
-- that were opened, but for the one that completes a change of address. A change that is waiting for its links is off.
create function server.end_pending_links() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.one_time_tokens where user_id = new.id;
  delete from auth.flow_state
  where user_id = new.id
    and (authentication_method <> 'email_change' or old.encrypted_password is distinct from new.encrypted_password);
  update auth.users set email_change = '', email_change_confirm_status = 0 where id = new.id and email_change <> '';
  return null;
end
$$;

create trigger end_pending_links after update of encrypted_password, email on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email
  ) execute function server.end_pending_links();

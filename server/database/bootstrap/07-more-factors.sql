-- Second factors by phone and WebAuthn, and recovery codes, beside the codes of authenticator apps. What changes the
-- factors or levels of a person takes that person's row first: two proofs at once would otherwise wait for each other's
-- sessions.

-- A credential belongs to one factor of the whole server (WebAuthn, 7.1).
create unique index mfa_factors_by_credential on auth.mfa_factors ((web_authn_credential ->> 'id'));

-- Hashes alone; all of a person's are made together, and each is good once.
create table server.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- As before, and with a phone number, which a person has once: an unproven factor of it gives way.
drop function server.enrol_factor(uuid, uuid, auth.factor_type, text, text, timestamptz, jsonb);
create function server.enrol_factor(
  person uuid, new_id uuid, kind auth.factor_type, name text, sealed_secret text, at timestamptz, rules jsonb,
  phone_number text default null
) returns text
language plpgsql
set search_path = ''
as $$
begin
  -- One enrolment of a person after the other.
  perform from auth.users where id = person for update;
  if exists (select from auth.mfa_factors where user_id = person and phone = phone_number and status = 'verified') then
    return 'phone-factor-exists';
  end if;
  delete from auth.mfa_factors
  where user_id = person and status = 'unverified'
    and (created_at <= at - (rules ->> 'unproven')::interval or phone = phone_number);
  if (select count(*) from auth.mfa_factors where user_id = person) >= (rules ->> 'most')::integer then
    return 'too-many-factors';
  end if;
  -- Two without a name are the same name too, as GoTrue has it.
  if exists (select from auth.mfa_factors where user_id = person and coalesce(friendly_name, '') = name) then
    return 'factor-name-taken';
  end if;
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
  values (new_id, person, name, kind, 'unverified', at, at, coalesce(sealed_secret, ''), phone_number);
  return 'enrolled';
end
$$;

-- What a challenge of a factor is made from; null when the person has no such factor.
create function server.factor_to_challenge(person uuid, factor uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', f.factor_type,
    'phone', f.phone,
    'credential', f.web_authn_credential,
    'email', u.email,
    'others', coalesce((
      select jsonb_agg(o.web_authn_credential order by o.created_at)
      from auth.mfa_factors o where o.user_id = person and o.id <> factor and o.web_authn_credential is not null
    ), '[]')
  )
  from auth.mfa_factors f join auth.users u on u.id = f.user_id
  where f.id = factor and f.user_id = person
$$;

-- As before, and with what the answer is checked against: the hash of a code that was sent, or a WebAuthn ceremony.
drop function server.challenge_factor(uuid, uuid, inet, timestamptz);
create function server.challenge_factor(
  person uuid, factor uuid, client_ip inet, at timestamptz,
  challenge uuid default gen_random_uuid(), code_hash text default null, ceremony jsonb default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  kind auth.factor_type;
begin
  select factor_type into kind from auth.mfa_factors where id = factor and user_id = person for update;
  if not found then
    return null;
  end if;
  delete from auth.mfa_challenges where factor_id = factor and created_at <= at - interval '1 day';
  insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
  values (challenge, factor, at, coalesce(client_ip, '0.0.0.0'), coalesce(code_hash, ''), ceremony);
  begin
    update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = factor;
  exception when unique_violation then
    -- GoTrue's table holds each moment once; when another factor has this one, it is not noted.
    null;
  end;
  return jsonb_build_object('id', challenge, 'type', kind);
end
$$;

-- What an answer is checked against; null when the person has no such factor.
create or replace function server.factor_to_verify(person uuid, factor uuid, challenge uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', f.factor_type,
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

-- Lifts a session that is there to the second level. What of the person's is below that level ends.
create function server.lift_session(lifted uuid, by_factor uuid, method text, at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
  ended uuid[];
begin
  update auth.sessions
  set aal = 'aal2', factor_id = by_factor, refresh_token_counter = refresh_token_counter + 1,
    refreshed_at = at at time zone 'utc', updated_at = at
  where id = lifted
  returning user_id into person;
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
  values (lifted, method, at, at)
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key do update set updated_at = excluded.updated_at;
  with gone as (
    delete from auth.sessions s where s.user_id = person and s.id <> lifted and s.aal = 'aal1' returning s.id
  )
  select coalesce(array_agg(id), '{}') into ended from gone;
  return jsonb_build_object('outcome', 'passed', 'session', server.opened_session(lifted), 'ended', to_jsonb(ended));
end
$$;

-- Takes a proof that was checked, and lifts the session. The proof holds what can be judged under lock alone: the `step`
-- of an authenticator app's code; the `credential` that a WebAuthn factor begins with, and its `aaguid`; or, later on,
-- the authenticator's `signCount` and `flags`. The code of a phone leaves nothing to judge but its challenge.
drop function server.pass_factor(uuid, uuid, uuid, text, bigint, timestamptz, inet);
create function server.pass_factor(
  session_id uuid, factor uuid, challenge uuid, method text, proof jsonb, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  passed auth.mfa_factors;
  session auth.sessions;
  known bigint;
begin
  perform from auth.users where id = (select user_id from auth.mfa_factors where id = factor) for update;
  select * into passed from auth.mfa_factors where id = factor for update;
  if not found then
    return '{"outcome": "factor-not-found"}';
  end if;
  select * into session from auth.sessions where id = session_id and user_id = passed.user_id for update;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  -- Enrolled before another factor was proven, and not by somebody who has that one.
  if passed.status = 'unverified' and session.aal = 'aal1'
    and exists (select from auth.mfa_factors where user_id = passed.user_id and status = 'verified') then
    return '{"outcome": "aal2-to-enrol"}';
  end if;
  update auth.mfa_challenges set verified_at = at where id = challenge and factor_id = factor and verified_at is null;
  if not found then
    return '{"outcome": "challenge-used"}';
  end if;

  if proof ? 'step' then
    insert into server.totp_steps as s (factor_id, step) values (factor, (proof ->> 'step')::bigint)
    on conflict (factor_id) do update set step = excluded.step where s.step < excluded.step;
    if not found then
      return '{"outcome": "proof-wrong"}';
    end if;
  elsif proof ? 'credential' then
    if passed.web_authn_credential is not null then
      return '{"outcome": "proof-wrong"}';
    end if;
    begin
      update auth.mfa_factors
      set web_authn_credential = proof -> 'credential', web_authn_aaguid = (proof ->> 'aaguid')::uuid
      where id = factor;
    exception when unique_violation then
      return '{"outcome": "credential-exists"}';
    end;
  elsif proof ? 'signCount' then
    -- An authenticator that counts must be ahead of what it last said; else there are two of it (WebAuthn, 7.2).
    known := coalesce((passed.web_authn_credential #>> '{authenticator,signCount}')::bigint, 0);
    if (proof ->> 'signCount')::bigint <= known and known + (proof ->> 'signCount')::bigint > 0 then
      return '{"outcome": "counter-old"}';
    end if;
    update auth.mfa_factors
    set web_authn_credential = web_authn_credential || jsonb_build_object(
      'flags', proof -> 'flags',
      'authenticator', (web_authn_credential -> 'authenticator') || jsonb_build_object('signCount', proof -> 'signCount')
    )
    where id = factor;
  end if;

  update auth.mfa_factors set status = 'verified', updated_at = at where id = factor;
  delete from auth.mfa_factors
  where user_id = passed.user_id and factor_type = passed.factor_type and status = 'unverified';
  insert into server.audit (at, actor, action, subject, details) values (
    at, passed.user_id, case passed.status when 'verified' then 'factor-passed' else 'factor-added' end, factor::text,
    jsonb_build_object('type', passed.factor_type, 'ip', host(client_ip))
  );
  return server.lift_session(session_id, factor, method, at);
end
$$;

-- Puts a new set of recovery codes in the place of all former ones; false for somebody without a proven factor.
create function server.renew_recovery_codes(person uuid, hashes text[], at timestamptz, client_ip inet) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform from auth.users where id = person for update;
  if not exists (select from auth.mfa_factors where user_id = person and status = 'verified') then
    return false;
  end if;
  delete from server.recovery_codes where user_id = person;
  insert into server.recovery_codes (user_id, code_hash) select person, unnest(hashes);
  insert into server.audit (at, actor, action, details)
  values (at, person, 'recovery-codes-made', jsonb_build_object('ip', host(client_ip)));
  return true;
end
$$;

-- Uses a recovery code up in the place of a second factor.
create function server.use_recovery_code(
  session_id uuid, person uuid, hash text, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = ''
as $$
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
  return server.lift_session(session_id, null, 'mfa/recovery_code', at);
end
$$;

-- Takes a factor away. Sessions that were lifted by it are back at the first level; with the last proven factor the
-- recovery codes go, and with them what they lifted.
create or replace function server.remove_factor(factor uuid, acting uuid, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  removed auth.mfa_factors;
  is_last boolean;
begin
  perform from auth.users where id = (select user_id from auth.mfa_factors where id = factor) for update;
  delete from auth.mfa_factors where id = factor returning * into removed;
  if not found then
    return;
  end if;
  is_last := removed.status = 'verified'
    and not exists (select from auth.mfa_factors where user_id = removed.user_id and status = 'verified');
  if is_last then
    delete from server.recovery_codes where user_id = removed.user_id;
  end if;
  delete from auth.mfa_amr_claims a using auth.sessions s
  where s.user_id = removed.user_id and (s.factor_id = factor or is_last) and a.session_id = s.id
    and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code');
  update auth.sessions set aal = 'aal1', factor_id = null, updated_at = at
  where user_id = removed.user_id and (factor_id = factor or is_last) and aal = 'aal2';
  if removed.status = 'verified' then
    insert into server.audit (at, actor, action, subject, details)
    values (at, acting, 'factor-removed', factor::text, jsonb_build_object('type', removed.factor_type));
  end if;
end
$$;

create or replace function server.has_verified_factor(account_id uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from auth.mfa_factors where user_id = account_id and status = 'verified')
$$;

-- Adds an unverified factor. `rules` limits their number and the lifetime of unverified ones. A user has a phone
-- number once: an unverified factor with it is replaced.
create or replace function server.enrol_factor(
  account_id uuid, new_id uuid, kind auth.factor_type, name text, sealed_secret text, at timestamptz, rules jsonb,
  phone_number text default null
) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Serializes the user's enrolments.
  perform from auth.users where id = account_id for update;
  if exists (
    select from auth.mfa_factors where user_id = account_id and phone = phone_number and status = 'verified'
  ) then
    return 'phone-factor-exists';
  end if;
  delete from auth.mfa_factors
  where user_id = account_id and status = 'unverified'
    and (created_at <= at - (rules ->> 'unproven')::interval or phone = phone_number);
  if (select count(*) from auth.mfa_factors where user_id = account_id) >= (rules ->> 'most')::integer then
    return 'too-many-factors';
  end if;
  -- Two unnamed factors count as the same name, as in GoTrue.
  if exists (select from auth.mfa_factors where user_id = account_id and coalesce(friendly_name, '') = name) then
    return 'factor-name-taken';
  end if;
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
  values (new_id, account_id, name, kind, 'unverified', at, at, coalesce(sealed_secret, ''), phone_number);
  return 'enrolled';
end
$$;

-- The input of a challenge; null when the user has no such factor.
create or replace function server.factor_to_challenge(account_id uuid, factor uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'type', f.factor_type,
    'phone', f.phone,
    'credential', f.web_authn_credential,
    'email', u.email,
    'others', coalesce((
      select jsonb_agg(o.web_authn_credential order by o.created_at)
      from auth.mfa_factors o where o.user_id = account_id and o.id <> factor and o.web_authn_credential is not null
    ), '[]')
  )
  from auth.mfa_factors f join auth.users u on u.id = f.user_id
  where f.id = factor and f.user_id = account_id
$$;

-- Opens a challenge, with what the response is checked against: the hash of a code that was sent, or a WebAuthn
-- ceremony. Null when the user has no such factor.
create or replace function server.challenge_factor(
  account_id uuid, factor uuid, client_ip inet, at timestamptz,
  challenge uuid default gen_random_uuid(), code_hash text default null, ceremony jsonb default null
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  kind auth.factor_type;
begin
  select factor_type into kind from auth.mfa_factors where id = factor and user_id = account_id for update;
  if not found then
    return null;
  end if;
  insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
  values (challenge, factor, at, coalesce(client_ip, '0.0.0.0'), coalesce(code_hash, ''), ceremony);
  begin
    update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = factor;
  exception when unique_violation then
    -- GoTrue's column is unique: if another factor has this very time, it is not recorded.
    null;
  end;
  return jsonb_build_object('id', challenge, 'type', kind);
end
$$;

-- What a response is checked against, and the status: verifying a new factor requires a recent proof. Null when the
-- user has no such factor.
create or replace function server.factor_to_verify(account_id uuid, factor uuid, challenge uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
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
  where f.id = factor and f.user_id = account_id
$$;

-- Accepts a proof that was checked, and raises the session. `proof` holds what can be judged only under lock: the
-- `step` of an authenticator app's code; the `credential` and `aaguid` of a new WebAuthn factor; or, for a known
-- one, the authenticator's `signCount` and `flags`. A phone's code leaves nothing to judge but its challenge.
create or replace function server.verify_factor(
  session_id uuid, factor uuid, challenge uuid, method text, proof jsonb, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  verified auth.mfa_factors;
  session auth.sessions;
  known bigint;
begin
  perform from auth.users where id = (select user_id from auth.mfa_factors where id = factor) for update;
  select * into verified from auth.mfa_factors where id = factor for update;
  if not found then
    return '{"outcome": "factor-not-found"}';
  end if;
  select * into session from auth.sessions where id = session_id and user_id = verified.user_id for update;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  -- Enrolled before another factor was verified, and this session has not passed that one.
  if verified.status = 'unverified' and session.aal = 'aal1'
    and exists (select from auth.mfa_factors where user_id = verified.user_id and status = 'verified') then
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
    if verified.web_authn_credential is not null then
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
    -- An authenticator's counter must increase; otherwise the authenticator was cloned (WebAuthn, 7.2).
    known := coalesce((verified.web_authn_credential #>> '{authenticator,signCount}')::bigint, 0);
    if (proof ->> 'signCount')::bigint <= known and known + (proof ->> 'signCount')::bigint > 0 then
      return '{"outcome": "counter-old"}';
    end if;
    update auth.mfa_factors
    set web_authn_credential = web_authn_credential || jsonb_build_object(
      'flags', proof -> 'flags',
      'authenticator',
      (web_authn_credential -> 'authenticator') || jsonb_build_object('signCount', proof -> 'signCount')
    )
    where id = factor;
  end if;

  update auth.mfa_factors set status = 'verified', updated_at = at where id = factor;
  delete from auth.mfa_factors
  where user_id = verified.user_id and factor_type = verified.factor_type and status = 'unverified';
  insert into server.audit (at, actor, action, subject, details) values (
    at, verified.user_id, case verified.status when 'verified' then 'factor-passed' else 'factor-added' end,
    factor::text,
    jsonb_build_object('type', verified.factor_type, 'ip', host(client_ip))
  );
  return server.raise_session(session_id, factor, method, at);
end
$$;

-- The sessions raised by a factor; for the last verified factor also those raised by a recovery code.
create or replace function server.sessions_raised_by(account_id uuid, factor uuid) returns uuid[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(s.id), '{}') from auth.sessions s
  where s.user_id = account_id and s.aal = 'aal2' and (
    s.factor_id = factor
    or not exists (
      select from auth.mfa_factors f where f.user_id = account_id and f.id <> factor and f.status = 'verified'
    )
  )
$$;

-- A trigger, so that it holds however a factor is deleted.
create or replace function server.lower_sessions_of_factor() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform server.lower_sessions(server.sessions_raised_by(old.user_id, old.id), now());
  delete from server.recovery_codes
  where user_id = old.user_id
    and not exists (select from auth.mfa_factors where user_id = old.user_id and status = 'verified');
  return null;
end
$$;

create or replace trigger lower_sessions_of_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function server.lower_sessions_of_factor();

-- Removes a factor. Returns the sessions that it had raised.
create or replace function server.remove_factor(factor uuid, acting uuid, at timestamptz) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
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
  lowered := server.sessions_raised_by(removed.user_id, factor);
  delete from auth.mfa_factors where id = factor;
  if removed.status = 'verified' then
    insert into server.audit (at, actor, action, subject, details)
    values (at, acting, 'factor-removed', factor::text, jsonb_build_object('type', removed.factor_type));
  end if;
  return lowered;
end
$$;

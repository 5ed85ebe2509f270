-- Second factors. Each function is one transaction and one round trip; the moment comes from the caller.

-- The last time step whose code was accepted: a code is good once, even for who reads it over a shoulder (RFC 6238, 5.2).
create table server.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  step bigint not null
);

-- Adds a factor that is still to be proven. `rules` says how many there may be, and how long an unproven one lives.
create function server.enrol_factor(
  person uuid, new_id uuid, kind auth.factor_type, name text, sealed_secret text, at timestamptz, rules jsonb
) returns text
language plpgsql
set search_path = ''
as $$
begin
  -- One enrolment of a person after the other.
  perform from auth.users where id = person for update;
  delete from auth.mfa_factors
  where user_id = person and status = 'unverified' and created_at <= at - (rules ->> 'unproven')::interval;
  if (select count(*) from auth.mfa_factors where user_id = person) >= (rules ->> 'most')::integer then
    return 'too-many-factors';
  end if;
  -- Two without a name are the same name too, as GoTrue has it.
  if exists (select from auth.mfa_factors where user_id = person and coalesce(friendly_name, '') = name) then
    return 'factor-name-taken';
  end if;
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (new_id, person, name, kind, 'unverified', at, at, sealed_secret);
  return 'enrolled';
end
$$;

-- Opens a challenge of a person's factor; null when they have no such factor.
create function server.challenge_factor(person uuid, factor uuid, client_ip inet, at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  kind auth.factor_type;
  challenge uuid;
begin
  select factor_type into kind from auth.mfa_factors where id = factor and user_id = person for update;
  if not found then
    return null;
  end if;
  delete from auth.mfa_challenges where factor_id = factor and created_at <= at - interval '1 day';
  insert into auth.mfa_challenges (factor_id, created_at, ip_address)
  values (factor, at, coalesce(client_ip, '0.0.0.0'))
  returning id into challenge;
  begin
    update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = factor;
  exception when unique_violation then
    -- GoTrue's table holds each moment once; when another factor has this one, it is not noted.
    null;
  end;
  return jsonb_build_object('id', challenge, 'type', kind);
end
$$;

-- What a code is checked against; null when the person has no such factor.
create function server.factor_to_verify(person uuid, factor uuid, challenge uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', f.factor_type,
    'secret', f.secret,
    'challengedAt', c.created_at,
    'isUsed', c.verified_at is not null
  )
  from auth.mfa_factors f left join auth.mfa_challenges c on c.factor_id = f.id and c.id = challenge
  where f.id = factor and f.user_id = person
$$;

-- Lifts a session to the second level after a code that was right. What of the person's is below that level ends.
create function server.pass_factor(
  session_id uuid, factor uuid, challenge uuid, method text, step bigint, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  passed auth.mfa_factors;
  ended uuid[];
begin
  select * into passed from auth.mfa_factors where id = factor for update;
  if not found then
    return '{"outcome": "factor-not-found"}';
  end if;
  update auth.mfa_challenges set verified_at = at where id = challenge and verified_at is null;
  if not found then
    return '{"outcome": "challenge-used"}';
  end if;
  insert into server.totp_steps as s (factor_id, step) values (factor, pass_factor.step)
  on conflict (factor_id) do update set step = excluded.step where s.step < excluded.step;
  if not found then
    return '{"outcome": "factor-code-wrong"}';
  end if;

  update auth.sessions
  set aal = 'aal2', factor_id = factor, refresh_token_counter = refresh_token_counter + 1,
    refreshed_at = at at time zone 'utc', updated_at = at
  where id = session_id and user_id = passed.user_id;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  insert into auth.mfa_amr_claims as a (session_id, authentication_method, created_at, updated_at)
  values (pass_factor.session_id, method, at, at)
  on conflict on constraint mfa_amr_claims_session_id_authentication_method_key do update set updated_at = excluded.updated_at;
  update auth.mfa_factors set status = 'verified', updated_at = at where id = factor;
  delete from auth.mfa_factors
  where user_id = passed.user_id and factor_type = passed.factor_type and status = 'unverified';
  with gone as (
    delete from auth.sessions s
    where s.user_id = passed.user_id and s.id <> pass_factor.session_id and s.aal = 'aal1'
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ended from gone;
  insert into server.audit (at, actor, action, subject, details) values (
    at, passed.user_id, case passed.status when 'verified' then 'factor-passed' else 'factor-added' end, factor::text,
    jsonb_build_object('type', passed.factor_type, 'ip', host(client_ip))
  );
  return jsonb_build_object('outcome', 'passed', 'session', server.opened_session(session_id), 'ended', to_jsonb(ended));
end
$$;

-- Takes a factor away. Sessions that were lifted by it are back at the first level.
create function server.remove_factor(factor uuid, acting uuid, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  removed auth.mfa_factors;
begin
  delete from auth.mfa_factors where id = factor returning * into removed;
  if not found then
    return;
  end if;
  delete from auth.mfa_amr_claims a using auth.sessions s
  where s.factor_id = factor and a.session_id = s.id and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
  update auth.sessions set aal = 'aal1', factor_id = null, updated_at = at where factor_id = factor;
  if removed.status = 'verified' then
    insert into server.audit (at, actor, action, subject, details)
    values (at, acting, 'factor-removed', factor::text, jsonb_build_object('type', removed.factor_type));
  end if;
end
$$;

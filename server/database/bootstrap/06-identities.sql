-- Signing in with somebody else's account: providers, identities, and which e-mail addresses have been proven. Each
-- function is one transaction and one round trip; the moment comes from the caller.

-- People on their way to a provider. Kept are hashes of what comes back with them; the nonce and the verifier of the
-- code are computed from the state, so that a copy of this table finishes nobody's sign-in.
create table server.provider_flows (
  state_hash text primary key,
  -- Of the cookie of the browser that asked.
  browser_hash text not null,
  provider text not null,
  redirect_to text not null,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  -- The session that asked for one more way in; null when somebody signs in.
  linking_session uuid references auth.sessions on delete cascade,
  created_at timestamptz not null
);
create index provider_flows_by_age on server.provider_flows (created_at);

-- Codes of the PKCE flow that answer the session which asked for one more way in, instead of a new one.
create table server.linking_flows (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  session_id uuid not null
);

-- Who opened a session; GoTrue's table of methods has no place for it.
create table server.session_providers (
  session_id uuid primary key references auth.sessions on delete cascade,
  provider text not null
);

-- Addresses whose owner has shown to be the one who uses the account. `email_confirmed_at` does not say so: where
-- sign-up asks for no mail, it is set without any proof. Counts while it is the account's address.
create table server.proven_emails (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  at timestamptz not null
);

-- A session with all that its access token says; now with the provider that opened it.
create or replace function server.opened_session(wanted uuid) returns jsonb
language sql stable
set search_path = ''
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
    'account', server.account(u)
  )
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join server.session_providers p on p.session_id = s.id
  where s.id = wanted
$$;

-- Signs a person in; `spent_limit` names the counter of failures that this success takes back, `provider` who vouched.
drop function server.open_session(uuid, text, timestamptz, inet, text, text);
create function server.open_session(
  person uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text, provider text default null
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
  if provider is null then
    update auth.identities i set last_sign_in_at = at, updated_at = at where i.user_id = person and i.provider = 'email';
  else
    insert into server.session_providers values (session_id, provider);
  end if;
  delete from server.rate_limits where key = spent_limit;
  insert into server.audit (at, actor, action, details) values (
    at, person, 'sign-in',
    jsonb_strip_nulls(jsonb_build_object('method', method, 'ip', host(client_ip), 'provider', provider))
  );
  return server.opened_session(session_id);
end
$$;

-- Says in app_metadata which ways in a person has, the oldest first.
create function server.note_providers(person uuid) returns void
language sql
set search_path = ''
as $$
  with ways as (
    select provider, min(created_at) as since from auth.identities where user_id = person group by provider
  )
  update auth.users u
  set raw_app_meta_data = raw_app_meta_data || (
    select jsonb_build_object('providers', jsonb_agg(provider order by since, provider))
      || jsonb_build_object('provider', (array_agg(provider order by since, provider))[1])
    from ways
  )
  where u.id = person and exists (select from ways)
$$;

-- Notes that the person who uses the account owns its address. The first time, what was linked before under another
-- address may be the way in of somebody who made the account in another's name, so it goes; later on it is the owner's.
create function server.prove_email(person uuid, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_first boolean := not exists (select from server.proven_emails where user_id = person);
begin
  insert into server.proven_emails as p (user_id, email, at)
  select id, email, prove_email.at from auth.users where id = person and email is not null
  on conflict (user_id) do update set email = excluded.email, at = excluded.at where p.email <> excluded.email;
  if not found or not is_first then
    return;
  end if;
  with gone as (
    delete from auth.identities i using auth.users u
    where u.id = person and i.user_id = person and i.provider <> 'email'
      and not (i.email = u.email and coalesce(i.identity_data -> 'email_verified' = 'true', false))
    returning i.provider
  )
  insert into server.audit (at, actor, action, details)
  select prove_email.at, person, 'identity-unlinked', jsonb_build_object('provider', provider, 'because', 'email-proven')
  from gone;
  perform server.note_providers(person);
end
$$;

-- A password was set: signing in with it is a way in, which has an identity. In a session that a mailed link opened it
-- is also the moment from which everything on the account is the owner's of the address.
create function server.note_password(person uuid, session uuid, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select
    id::text, id,
    jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), 'email', at, at
  from auth.users u
  where id = person and email_confirmed_at is not null
    and not exists (select from auth.identities i where i.user_id = person and i.provider = 'email')
  on conflict do nothing;
  perform server.note_providers(person);
  if exists (
    select from auth.mfa_amr_claims
    where session_id = session and authentication_method in ('otp', 'recovery', 'magiclink', 'email/signup')
  ) then
    perform server.prove_email(person, at);
  end if;
end
$$;

create function server.add_identity(person uuid, asked_provider text, subject text, claims jsonb, at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (subject, person, claims, asked_provider, at, at, at);
  perform server.note_providers(person);
  insert into server.audit (at, actor, action, details)
  values (at, person, 'identity-linked', jsonb_build_object('provider', asked_provider));
end
$$;

create function server.has_factor(person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = person and status = 'verified')
$$;

-- Finds or makes the account of somebody whom a provider vouches for, and answers whose it is, or why nobody's. `claims`
-- holds sub, email and email_verified among others; `data` is what a new account knows of the person; `confirms` says
-- that addresses count only once they are confirmed.
create function server.enter_with_provider(
  asked_provider text, claims jsonb, data jsonb, confirms boolean, at timestamptz
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  subject text := claims ->> 'sub';
  address text := claims ->> 'email';
  is_verified boolean := coalesce(claims -> 'email_verified' = 'true', false);
  person auth.users;
  ended uuid[] := '{}';
begin
  -- Of two callbacks for one account the second finds what the first has made.
  perform pg_advisory_xact_lock(hashtextextended(asked_provider || ' ' || subject, 0));

  select u.* into person
  from auth.identities i join auth.users u on u.id = i.user_id
  where i.provider = asked_provider and i.provider_id = subject
  for update of u;
  if found then
    if person.banned_until > at then
      return jsonb_build_object('outcome', 'user-banned', 'user', person.id);
    end if;
    update auth.identities i
    set identity_data = claims, last_sign_in_at = enter_with_provider.at, updated_at = enter_with_provider.at
    where i.provider = asked_provider and i.provider_id = subject;
    return jsonb_build_object('outcome', 'known', 'user', person.id, 'ended', ended);
  end if;

  select * into person from auth.users where email = address and is_sso_user = false for update;
  if not found then
    if confirms and not is_verified then
      return '{"outcome": "provider-email-unverified"}';
    end if;
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
    values (address, at, data, jsonb_build_object('provider', asked_provider, 'providers', array[asked_provider]), at, at)
    returning * into person;
    perform server.add_identity(person.id, asked_provider, subject, claims, at);
    if is_verified then
      perform server.prove_email(person.id, at);
    end if;
    return jsonb_build_object('outcome', 'created', 'user', person.id, 'ended', ended);
  end if;

  if not is_verified then
    return jsonb_build_object('outcome', 'provider-email-unverified', 'user', person.id);
  end if;
  if person.banned_until > at then
    return jsonb_build_object('outcome', 'user-banned', 'user', person.id);
  end if;
  if not exists (select from server.proven_emails where user_id = person.id and email = address) then
    -- Whoever made this account has shown no more than that they can type the address. A second factor is theirs, so
    -- they are asked to link by themselves; without one the owner of the address gets the account, and nothing by
    -- which somebody else could come in stays.
    if server.has_factor(person.id) then
      return jsonb_build_object('outcome', 'account-to-link-first', 'user', person.id);
    end if;
    with gone as (delete from auth.sessions where user_id = person.id returning id)
    select coalesce(array_agg(id), '{}') into ended from gone;
    delete from auth.identities where user_id = person.id;
    delete from auth.mfa_factors where user_id = person.id;
    delete from auth.one_time_tokens where user_id = person.id;
    delete from auth.flow_state where user_id = person.id;
    update auth.users
    set encrypted_password = null, email_change = '', email_change_confirm_status = 0,
      email_confirmed_at = coalesce(email_confirmed_at, at), updated_at = at,
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = person.id;
    insert into server.audit (at, actor, action, details)
    values (at, person.id, 'account-taken-over', jsonb_build_object('provider', asked_provider));
  end if;
  perform server.add_identity(person.id, asked_provider, subject, claims, at);
  perform server.prove_email(person.id, at);
  return jsonb_build_object('outcome', 'linked', 'user', person.id, 'ended', ended);
end
$$;

-- Adds a provider's account to the person whose session asked for it.
create function server.link_identity(asking uuid, asked_provider text, claims jsonb, at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  subject text := claims ->> 'sub';
  person auth.users;
  level auth.aal_level;
  holder uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(asked_provider || ' ' || subject, 0));
  select s.aal into level from auth.sessions s where s.id = asking;
  select u.* into person
  from auth.sessions s join auth.users u on u.id = s.user_id where s.id = asking for update of u;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  if person.banned_until > at or person.deleted_at is not null then
    return jsonb_build_object('outcome', 'user-banned', 'user', person.id);
  end if;
  if level = 'aal1' and server.has_factor(person.id) then
    return jsonb_build_object('outcome', 'aal2-to-link', 'user', person.id);
  end if;
  select user_id into holder from auth.identities where provider = asked_provider and provider_id = subject;
  if found then
    return jsonb_build_object(
      'outcome', case holder when person.id then 'identity-linked-already' else 'identity-of-another' end,
      'user', person.id
    );
  end if;
  perform server.add_identity(person.id, asked_provider, subject, claims, at);
  return jsonb_build_object('outcome', 'linked', 'user', person.id);
end
$$;

-- Takes a way in away, never the last: a provider that is not offered any more is none, nor is an e-mail address
-- without a password. With a provider go the sessions that it opened, with the e-mail address the password.
create function server.unlink_identity(person uuid, unlinked uuid, asking uuid, offered text[], at timestamptz)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  account auth.users;
  gone auth.identities;
  heir text;
  ended uuid[] := '{}';
begin
  select * into account from auth.users where id = person for update;
  if (select count(*) from auth.identities where user_id = person) <= 1 then
    return '{"outcome": "last-identity"}';
  end if;
  select * into gone from auth.identities where id = unlinked and user_id = person;
  if not found then
    return '{"outcome": "identity-not-found"}';
  end if;
  if not exists (
    select from auth.identities
    where user_id = person and id <> unlinked
      and (provider = any (offered) or provider = 'email' and account.encrypted_password is not null)
  ) then
    return '{"outcome": "last-identity"}';
  end if;

  -- The account's address is that of an identity, if any has one.
  if not exists (
    select from auth.identities
    where user_id = person and id <> unlinked and (email = account.email or provider = 'email')
  ) then
    select i.email into heir from auth.identities i
    where i.user_id = person and i.id <> unlinked and i.identity_data -> 'email_verified' = 'true'
    order by i.created_at limit 1;
    if exists (select from auth.users where email = heir and is_sso_user = false and id <> person) then
      return '{"outcome": "email-conflict"}';
    end if;
  end if;

  delete from auth.identities where id = unlinked;
  if gone.provider = 'email' then
    update auth.users set encrypted_password = null where id = person;
    delete from auth.one_time_tokens where user_id = person;
  end if;
  if heir is not null then
    update auth.users set email = heir, email_confirmed_at = at where id = person;
    perform server.prove_email(person, at);
  end if;
  if not exists (select from auth.identities where user_id = person and provider = gone.provider) then
    with closed as (
      delete from auth.sessions s using server.session_providers p
      where s.user_id = person and s.id <> asking and p.session_id = s.id and p.provider = gone.provider
      returning s.id
    )
    select coalesce(array_agg(id), '{}') into ended from closed;
  end if;
  perform server.note_providers(person);
  update auth.users set updated_at = at where id = person;
  insert into server.audit (at, actor, action, details)
  values (at, person, 'identity-unlinked', jsonb_build_object('provider', gone.provider));
  return jsonb_build_object('outcome', 'unlinked', 'ended', to_jsonb(ended));
end
$$;

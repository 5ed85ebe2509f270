-- Writes the providers of a user into app_metadata, the oldest first.
create or replace function server.update_providers(account_id uuid) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  with identity_providers as (
    select provider, min(created_at) as since from auth.identities where user_id = account_id group by provider
  )
  update auth.users u
  set raw_app_meta_data = raw_app_meta_data || (
    select jsonb_build_object('providers', jsonb_agg(provider order by since, provider))
      || jsonb_build_object('provider', (array_agg(provider order by since, provider))[1])
    from identity_providers
  )
  where u.id = account_id and exists (select from identity_providers)
$$;

create or replace function server.add_identity(account_id uuid, provider_name text, subject text, claims jsonb, at timestamptz)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (subject, account_id, claims, provider_name, at, at, at);
  perform server.update_providers(account_id);
  insert into server.audit (at, actor, action, details)
  values (at, account_id, 'identity-linked', jsonb_build_object('provider', provider_name));
end
$$;

-- Serializes what signs in with or links one provider account. Locked before its user.
create or replace function server.lock_identity(provider_name text, subject text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended(provider_name || ' ' || subject, 0))
$$;

-- Finds or creates the account for a provider's user. Returns the account, or why there is none. `claims` holds sub,
-- email and email_verified among others; `data` is the user_metadata of a new account; `confirms` says that an
-- address must be confirmed before it counts; `creates`, whether an unknown address gets an account. An account whose
-- address was never proven goes to the owner of the address, with its second factors removed.
create or replace function server.sign_in_with_provider(
  provider_name text, claims jsonb, data jsonb, confirms boolean, at timestamptz, creates boolean default true
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  subject text := claims ->> 'sub';
  address text := claims ->> 'email';
  is_verified boolean := coalesce(claims -> 'email_verified' = 'true', false);
  account auth.users;
  ended uuid[] := '{}';
begin
  -- The second of two concurrent callbacks finds what the first created.
  perform server.lock_identity(provider_name, subject);

  select u.* into account
  from auth.identities i join auth.users u on u.id = i.user_id
  where i.provider = provider_name and i.provider_id = subject
  for update of u;
  if found then
    if account.banned_until > at then
      return jsonb_build_object('outcome', 'user-banned', 'user', account.id);
    end if;
    update auth.identities i
    set identity_data = claims, last_sign_in_at = sign_in_with_provider.at, updated_at = sign_in_with_provider.at
    where i.provider = provider_name and i.provider_id = subject;
    return jsonb_build_object('outcome', 'known', 'user', account.id, 'ended', ended);
  end if;

  select * into account from auth.users where email = address and is_sso_user = false for update;
  if not found then
    if not creates then
      return '{"outcome": "sign-up-disabled"}';
    end if;
    if confirms and not is_verified then
      return '{"outcome": "provider-email-unverified"}';
    end if;
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
    values (address, at, data, jsonb_build_object('provider', provider_name, 'providers', array[provider_name]), at, at)
    returning * into account;
    perform server.add_identity(account.id, provider_name, subject, claims, at);
    if is_verified then
      perform server.record_email_proof(account.id, at);
    end if;
    return jsonb_build_object('outcome', 'created', 'user', account.id, 'ended', ended);
  end if;

  if not is_verified then
    return jsonb_build_object('outcome', 'provider-email-unverified', 'user', account.id);
  end if;
  if account.banned_until > at then
    return jsonb_build_object('outcome', 'user-banned', 'user', account.id);
  end if;
  if not exists (select from server.proven_emails where user_id = account.id and email = address) then
    -- The account's creator has not proven to own the address, so its owner takes the account over. After a change of a
    -- proven address the second factor is still the owner's: they link the provider themselves.
    if exists (select from server.proven_emails where user_id = account.id) and server.has_verified_factor(account.id) then
      return jsonb_build_object('outcome', 'account-to-link-first', 'user', account.id);
    end if;
    ended := server.remove_unproven_access(account.id, false, at);
    delete from auth.identities where user_id = account.id;
    update auth.users
    set email_confirmed_at = coalesce(email_confirmed_at, at),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = account.id;
    insert into server.audit (at, actor, action, details)
    values (at, account.id, 'account-taken-over', jsonb_build_object('provider', provider_name));
  end if;
  perform server.add_identity(account.id, provider_name, subject, claims, at);
  perform server.record_email_proof(account.id, at);
  return jsonb_build_object('outcome', 'linked', 'user', account.id, 'ended', ended);
end
$$;

-- Links a provider's account to the user of the session that requested it.
create or replace function server.link_identity(
  requesting_session uuid, provider_name text, claims jsonb, at timestamptz
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  subject text := claims ->> 'sub';
  account auth.users;
  level auth.aal_level;
  owner_id uuid;
begin
  perform server.lock_identity(provider_name, subject);
  select s.aal into level from auth.sessions s where s.id = requesting_session;
  select u.* into account
  from auth.sessions s join auth.users u on u.id = s.user_id where s.id = requesting_session for update of u;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  if account.banned_until > at or account.deleted_at is not null then
    return jsonb_build_object('outcome', 'user-banned', 'user', account.id);
  end if;
  if level = 'aal1' and server.has_verified_factor(account.id) then
    return jsonb_build_object('outcome', 'aal2-to-link', 'user', account.id);
  end if;
  select user_id into owner_id from auth.identities where provider = provider_name and provider_id = subject;
  if found then
    return jsonb_build_object(
      'outcome', case owner_id when account.id then 'identity-linked-already' else 'identity-of-another' end,
      'user', account.id
    );
  end if;
  perform server.add_identity(account.id, provider_name, subject, claims, at);
  return jsonb_build_object('outcome', 'linked', 'user', account.id);
end
$$;

-- Removes an identity, but never the last usable one: a provider that is no longer offered does not count, nor does
-- an e-mail address without a password. Removing one ends the other sessions that it opened; removing the e-mail
-- identity removes the password too.
create or replace function server.unlink_identity(
  account_id uuid, unlinked uuid, requesting_session uuid, offered text[], at timestamptz
) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  account auth.users;
  removed auth.identities;
  new_email text;
  ended uuid[] := '{}';
begin
  select * into account from auth.users where id = account_id for update;
  if (select count(*) from auth.identities where user_id = account_id) <= 1 then
    return '{"outcome": "last-identity"}';
  end if;
  select * into removed from auth.identities where id = unlinked and user_id = account_id;
  if not found then
    return '{"outcome": "identity-not-found"}';
  end if;
  if not exists (
    select from auth.identities
    where user_id = account_id and id <> unlinked
      and (provider = any (offered) or provider = 'email' and account.encrypted_password is not null)
  ) then
    return '{"outcome": "last-identity"}';
  end if;

  -- The account's address must be that of an identity, if any has one.
  if not exists (
    select from auth.identities
    where user_id = account_id and id <> unlinked and (email = account.email or provider = 'email')
  ) then
    select i.email into new_email from auth.identities i
    where i.user_id = account_id and i.id <> unlinked and i.identity_data -> 'email_verified' = 'true'
    order by i.created_at limit 1;
    if exists (select from auth.users where email = new_email and is_sso_user = false and id <> account_id) then
      return '{"outcome": "email-conflict"}';
    end if;
  end if;

  delete from auth.identities where id = unlinked;
  if removed.provider = 'email' then
    update auth.users set encrypted_password = null where id = account_id;
    delete from auth.one_time_tokens where user_id = account_id;
  end if;
  if new_email is not null then
    update auth.users set email = new_email, email_confirmed_at = at where id = account_id;
    perform server.record_email_proof(account_id, at);
  end if;
  if not exists (select from auth.identities where user_id = account_id and provider = removed.provider) then
    with deleted as (
      delete from auth.sessions s
      where s.user_id = account_id and s.id <> requesting_session
        and coalesce((select provider from server.session_providers where session_id = s.id), 'email') = removed.provider
      returning s.id
    )
    select coalesce(array_agg(id), '{}') into ended from deleted;
  end if;
  perform server.update_providers(account_id);
  update auth.users set updated_at = at where id = account_id;
  insert into server.audit (at, actor, action, details)
  values (at, account_id, 'identity-unlinked', jsonb_build_object('provider', removed.provider));
  return jsonb_build_object('outcome', 'unlinked', 'ended', to_jsonb(ended));
end
$$;

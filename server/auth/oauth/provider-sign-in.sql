-- Finds or creates the account for a provider's user. As before, and: `creates` says whether an unknown address gets an
-- account, and an account whose address was never proven goes to the owner of the address with its second factors removed.
drop function server.sign_in_with_provider(text, jsonb, jsonb, boolean, timestamptz);

create function server.sign_in_with_provider(
  provider_name text, claims jsonb, data jsonb, confirms boolean, at timestamptz, creates boolean default true
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  subject text := claims ->> 'sub';
  address text := claims ->> 'email';
  is_verified boolean := coalesce(claims -> 'email_verified' = 'true', false);
  account auth.users;
  ended uuid[] := '{}';
begin
  -- Serializes callbacks for one provider account: the second finds what the first created.
  perform pg_advisory_xact_lock(hashtextextended(provider_name || ' ' || subject, 0));

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

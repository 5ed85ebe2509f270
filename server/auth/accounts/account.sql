-- Accounts as the server reads and creates them.

-- A user with identities and factors, without secrets. Roles, granted by address, depend on `email_proven_at`.
create or replace function server.account_json(account auth.users) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select to_jsonb(account) - 'encrypted_password' || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = account.id
    ), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = account.id
    ), '[]'),
    'email_proven_at', (
      select p.at from server.proven_emails p where p.user_id = account.id and p.email = account.email
    )
  )
$$;

create or replace function server.create_account(
  account_id uuid, address text, password_hash text, data jsonb, app_data jsonb, confirmed_at timestamptz,
  at timestamptz
) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  identity jsonb := jsonb_build_object(
    'sub', account_id, 'email', address, 'email_verified', confirmed_at is not null, 'phone_verified', false
  );
begin
  insert into auth.users (
    id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at, updated_at
  )
  values (
    account_id, address, password_hash, confirmed_at, data || identity,
    app_data || '{"provider": "email", "providers": ["email"]}', at, at
  );
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  values (account_id::text, account_id, identity, 'email', at, at);
  return account_id;
end
$$;

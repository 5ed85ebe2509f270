-- A password was set: it is a way to sign in, so it needs an identity.
create or replace function server.record_password_change(account_id uuid, session uuid, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select
    id::text, id,
    jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), 'email', at, at
  from auth.users u
  where id = account_id and email_confirmed_at is not null
    and not exists (select from auth.identities i where i.user_id = account_id and i.provider = 'email')
  on conflict do nothing;
  perform server.update_providers(account_id);
end
$$;

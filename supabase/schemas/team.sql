-- The team: who has the admin role, and who gave it.

-- The admins by name, with their addresses: they are shown before the role is taken from one. At most 200.
create or replace function public.list_admins()
returns table (id uuid, first_name text, last_name text, email text, has_second_factor boolean)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.first_name, p.last_name, u.email::text,
      exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
    from public.user_roles r join public.profiles p on p.id = r.user_id join auth.users u on u.id = p.id
    where r.role = 'admin'
    order by lower(p.first_name), lower(p.last_name), p.id
    limit 200;
end
$$;

-- Gives the admin role to the account with an address: names can be the same, and anybody can choose one. As with `npm run
-- admin`, the address has to be proven. An admin reads every founder's records, and a token alone may be stolen: this
-- requires a recent proof.
create or replace function public.grant_admin(address text) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  account uuid := (select u.id from auth.users u where u.email = lower(btrim(address)) limit 1);
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  if account is null or not exists (select from public.profiles p where p.id = account) then
    raise exception using errcode = 'P0002', message = 'there is no account with this address';
  elsif not private.is_address_proven(account) then
    raise exception using errcode = 'P0001', message = 'the address of this account is not proven';
  end if;
  insert into public.user_roles (user_id, role) values (account, 'admin') on conflict do nothing;
  return account;
end
$$;

-- Takes the role away, with a recent proof.
create or replace function public.revoke_admin(account uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  perform private.require_another_admin(account);
  delete from public.user_roles where user_id = account and role = 'admin';
end
$$;

revoke execute on function public.list_admins(), public.grant_admin(text), public.revoke_admin(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.list_admins(), public.grant_admin(text), public.revoke_admin(uuid) to authenticated;

-- Authorization: the checks that policies and functions share (SPEC section 6), and the admin role.

-- Policies run these checks with every statement. They are in PL/pgSQL, which keeps the plan: PostgreSQL plans an
-- SQL function with its own search_path at each call, which took a fifth of a read.

-- True while the user has a verified second factor that this session has not passed. Also for an app with the role of users: on
-- Supabase its tokens have that until the hook is switched on which makes them (`private.app_token`).
create or replace function private.second_factor_is_due() returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  claims jsonb := auth.jwt();
begin
  if claims ? 'client_id' and claims ->> 'role' = 'authenticated' then
    return true;
  end if;
  if claims ->> 'aal' = 'aal2' then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified'
  );
end
$$;

-- The role itself, without the session's level: the lifetime of the user's sessions depends on it.
create or replace function private.is_admin_user(account uuid) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select from public.user_roles where user_id = account and role = 'admin');
end
$$;

-- The caller has the role, and has passed the second factor if they have one.
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.is_admin_user(auth.uid()) and not private.second_factor_is_due();
end
$$;

create or replace function private.require_admin() returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'this is for admins';
  end if;
end
$$;

-- The last admin must stay. Locks the role: admins who leave, or remove each other, at the same moment wait for each other.
create or replace function private.require_another_admin(account uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.user_roles where role = 'admin' order by user_id for update;
  if not exists (select from public.user_roles where role = 'admin' and user_id <> account) then
    raise exception using
      errcode = 'P0001', message = 'the last admin cannot leave', hint = 'Make another user an admin first.';
  end if;
end
$$;

create or replace function private.require_second_factor() returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.second_factor_is_due() then
    raise exception using errcode = '42501', message = 'this takes a session that has passed the second factor';
  end if;
end
$$;

-- Deleting the account and creating a calendar address require a proof of identity from the last ten minutes: a
-- sign-in, a second factor, or a confirmation in place. A token alone may be stolen. Reads the table, because a
-- token's claims are up to an hour old, and because a server takes a token's level at its word for up to five seconds
-- after another one has lowered the session.
create or replace function private.require_recent_proof() returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  perform private.require_second_factor();
  if exists (select from auth.sessions where id = session and aal::text < auth.jwt() ->> 'aal') then
    raise exception using errcode = '42501', message = 'this takes a session that has passed the second factor';
  end if;
  if not exists (
    select from auth.mfa_amr_claims
    where session_id = session
      and authentication_method not in ('token_refresh', 'oauth_provider/authorization_code')
      and updated_at > now() - interval '10 minutes'
  ) then
    raise exception using
      errcode = '42501', message = 'this takes a proof from the last 10 minutes that it is you',
      hint = 'reauthentication_needed';
  end if;
end
$$;

-- An upsert sets every column it was sent, the owner too: the grant has to allow that, so a trigger rejects changes.
create or replace function private.reject_owner_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = '42501', message = 'a row cannot be moved to another founder';
end
$$;

revoke all on public.user_roles from public, anon, authenticated;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

drop policy if exists "people read their own roles" on public.user_roles;
create policy "people read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

-- Restrictive policies apply on top of all others: without the second factor no row is visible, so that a stolen
-- password alone opens nothing.
drop policy if exists "no second factor is due" on public.user_roles;
create policy "no second factor is due" on public.user_roles
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service grants and revokes roles" on public.user_roles;
create policy "the service grants and revokes roles" on public.user_roles
  for all to service_role using (true) with check (true);

create or replace function private.require_finite(moment timestamptz) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not isfinite(moment) then
    raise exception using errcode = '22008', message = 'a moment is a date and a time, not infinity';
  end if;
end
$$;

revoke execute on function
  private.second_factor_is_due(), private.is_admin_user(uuid), private.is_admin(), private.require_admin(),
  private.require_another_admin(uuid), private.require_second_factor(), private.require_recent_proof(),
  private.reject_owner_change(),
  private.require_finite(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.second_factor_is_due(), private.is_admin() to authenticated, service_role;
grant execute on function private.is_admin_user(uuid) to service_role;
grant execute on function private.require_second_factor() to authenticated;

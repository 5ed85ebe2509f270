-- Who people are: a profile for everybody who signs up, and the admin role (SPEC sections 3 and 6).

create schema private;
grant usage on schema private to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (first_name = btrim(first_name) and char_length(first_name) <= 100),
  last_name text not null default '' check (last_name = btrim(last_name) and char_length(last_name) <= 100),
  created_at timestamptz not null default now()
);
create index profiles_newest_first on public.profiles (created_at desc, id);

create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role = 'admin'),
  primary key (user_id, role)
);

-- The account itself is an admin's, whatever session asks: how long its sessions may live depends on it.
create function private.is_admin_user(account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = account and role = 'admin')
$$;

-- The caller acts as an admin: holds the role and, once a second factor is verified, has used it in this session.
create function private.is_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_admin_user((select auth.uid()))
    and (
      coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
      or not exists (
        select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
      )
    )
$$;

-- The profile is made in the transaction of the sign-up, from the names given there (SPEC section 3).
create function private.create_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profiles (id, first_name, last_name)
  values (
    new.id,
    btrim(coalesce(new.raw_user_meta_data ->> 'first_name', '')),
    btrim(coalesce(new.raw_user_meta_data ->> 'last_name', ''))
  );
  return new;
end
$$;
create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

revoke execute on all functions in schema private from public, anon, authenticated;
grant execute on function private.is_admin() to authenticated, service_role;
grant execute on function private.is_admin_user(uuid) to service_role;

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;
revoke all on public.profiles, public.user_roles from public, anon, authenticated;
grant select on public.profiles, public.user_roles to authenticated;
grant all on public.profiles, public.user_roles to service_role;

create policy "people read their own profile, admins read all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));
create policy "people read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the service manages profiles" on public.profiles
  for all to service_role using (true) with check (true);
create policy "the service grants and revokes roles" on public.user_roles
  for all to service_role using (true) with check (true);

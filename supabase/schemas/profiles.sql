-- Profiles: the name of each user, and the search by name for admins (SPEC sections 2, 3 and 6).

-- A name that is too long refuses the sign-up in words.
create or replace function private.create_profile() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first text := private.one_line(coalesce(new.raw_user_meta_data ->> 'first_name', ''));
  last text := private.one_line(coalesce(new.raw_user_meta_data ->> 'last_name', ''));
begin
  if char_length(first) > 100 then
    raise exception 'A first name has at most 100 characters';
  elsif char_length(last) > 100 then
    raise exception 'A last name has at most 100 characters';
  end if;
  -- The lists of the team begin with profiles: an account that was never used has none.
  if new.email_confirmed_at is null and new.last_sign_in_at is null then
    return new;
  end if;
  insert into public.profiles (id, first_name, last_name) values (new.id, first, last)
  on conflict (id) do nothing;
  return new;
end
$$;

create or replace trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Matches each word as the prefix of a suffix; null when there is no word.
create or replace function private.name_query(search text) returns tsquery
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select string_agg('(' || (
      select string_agg('''' || replace(replace(spelling, '\', '\\'), '''', '''''') || ''':*', ' | ')
      from unnest(private.name_spellings(word)) as spelling
    ) || ')', ' & ')::tsquery
    from unnest(private.search_words(left(search, 200))) as word
  );
end
$$;

-- A page of the users whose names contain every word of `search`, newest first, after the row (`after_created_at`,
-- `after_id`). Users without a name (the first admin, or a provider that sends none) come with their e-mail address.
-- Security definer, because a text search index cannot be used below a policy.
create or replace function public.find_founders(
  search text default '', page_size integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, email text, created_at timestamptz, is_admin boolean, owner text, total bigint,
  admins bigint
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  query tsquery := private.name_query(search);
  rows integer := least(greatest(page_size, 1), 200);
  before timestamptz := coalesce(after_created_at, 'infinity');
begin
  perform private.require_admin();
  if query is null then
    return query
      select p.id, p.first_name, p.last_name,
        (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = ''),
        p.created_at, private.is_admin_user(p.id), private.owner_name(p.id), (select count(*) from public.profiles),
        (select count(*) from public.user_roles r join public.profiles a on a.id = r.user_id where r.role = 'admin')
      from public.profiles p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  else
    return query
      with found as materialized (
        select p.* from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ query
      )
      -- A match has a name.
      select p.id, p.first_name, p.last_name, null::text, p.created_at, private.is_admin_user(p.id), private.owner_name(p.id),
        (select count(*) from found),
        (select count(*) from public.user_roles r join found a on a.id = r.user_id where r.role = 'admin')
      from found p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  end if;
end
$$;

-- The e-mail address of a user without a name, for admins; otherwise null.
create or replace function private.address_of_nameless(account uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select u.email::text from public.profiles p join auth.users u on u.id = p.id
  where p.id = account and p.first_name = '' and p.last_name = '' and private.is_admin()
$$;

-- The names of users, at most 1,000 at once; under the policies of the caller. Those without a name come with their e-mail
-- address.
create or replace function public.founder_names(ids uuid[])
returns table (id uuid, first_name text, last_name text, email text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select p.id, p.first_name, p.last_name, private.address_of_nameless(p.id)
  from public.profiles p where p.id = any (founder_names.ids[1:1000])
$$;

revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name) on public.profiles to authenticated;
grant all on public.profiles to service_role;

drop policy if exists "people read their own profile, admins read all" on public.profiles;
create policy "people read their own profile, admins read all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));

-- Names cannot be emptied: signing up requires both too (SPEC section 5).
drop policy if exists "people change their own name" on public.profiles;
create policy "people change their own name" on public.profiles
  for update to authenticated using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and first_name <> '' and last_name <> '');
drop policy if exists "no second factor is due" on public.profiles;
create policy "no second factor is due" on public.profiles
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages profiles" on public.profiles;
create policy "the service manages profiles" on public.profiles
  for all to service_role using (true) with check (true);

create or replace trigger create_profile_on_first_use after update of email_confirmed_at, last_sign_in_at on auth.users for each row
  when (old.email_confirmed_at is null and old.last_sign_in_at is null)
  execute function private.create_profile();

revoke execute on function
  private.create_profile(), private.name_query(text), public.find_founders(text, integer, timestamptz, uuid),
  private.address_of_nameless(uuid), public.founder_names(uuid[])
from public, anon, authenticated, service_role;
grant execute on function
  public.find_founders(text, integer, timestamptz, uuid), private.address_of_nameless(uuid), public.founder_names(uuid[])
to authenticated;

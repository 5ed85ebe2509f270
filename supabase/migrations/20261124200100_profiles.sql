-- Profiles: the name of each user, and the search by name for admins (SPEC sections 2, 3 and 6).

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (first_name = btrim(first_name) and char_length(first_name) <= 100),
  last_name text not null default '' check (last_name = btrim(last_name) and char_length(last_name) <= 100),
  created_at timestamptz not null default now()
);
create index profiles_newest_first on public.profiles (created_at desc, id);

-- Runs in the transaction of the sign-up, with the names given there (SPEC section 3).
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

-- Search as you type: matches part of any word of a name, ignoring case and accents. The text search index holds
-- every suffix of every word, so that a prefix query finds any part. It needs no extension, and finds single
-- letters, which trigrams cannot.
create function private.search_words(name text) returns text[]
language sql immutable
set search_path = ''
as $$
  select array(
    select left(word, 100)
    -- Decomposes letters and removes the marks; then replaces letters that do not decompose.
    from regexp_split_to_table(
      replace(replace(replace(replace(
        translate(lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')), 'øłđðħı’', 'olddhi'''),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '\s+'
    ) as word
    where word <> ''
  )
$$;

create function private.name_parts(first_name text, last_name text) returns tsvector
language sql immutable
set search_path = ''
as $$
  select array_to_tsvector(array(
    select substr(word, start)
    from unnest(private.search_words(first_name || ' ' || last_name)) as word,
      generate_series(1, char_length(word)) as start
  ))
$$;

-- Matches each word as the prefix of a suffix; null when there is no word.
create function private.name_query(search text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
  from unnest(private.search_words(left(search, 200))) as word
$$;

create index profiles_by_name on public.profiles using gin (private.name_parts(first_name, last_name));

-- A page of the users whose names contain every word of `search`, newest first, after the row (`after_created_at`,
-- `after_id`). Users without a name (the first admin, or a provider that sends none) come with their e-mail address.
-- Security definer, because a text search index cannot be used below a policy.
create function public.find_founders(
  search text default '', page_size integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, email text, created_at timestamptz, is_admin boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
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
        p.created_at, private.is_admin_user(p.id), (select count(*) from public.profiles)
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
      select p.id, p.first_name, p.last_name, null::text, p.created_at, private.is_admin_user(p.id),
        (select count(*) from found)
      from found p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  end if;
end
$$;

revoke execute on function
  private.create_profile(), private.search_words(text), private.name_parts(text, text), private.name_query(text),
  public.find_founders(text, integer, timestamptz, uuid)
from public, anon, authenticated;
-- Writing a row computes its index entry.
grant execute on function private.search_words(text), private.name_parts(text, text) to authenticated, service_role;
grant execute on function public.find_founders(text, integer, timestamptz, uuid) to authenticated;

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "people read their own profile, admins read all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));
-- Names cannot be emptied: signing up requires both too (SPEC section 5).
create policy "people change their own name" on public.profiles
  for update to authenticated using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and first_name <> '' and last_name <> '');
create policy "no second factor is due" on public.profiles
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages profiles" on public.profiles
  for all to service_role using (true) with check (true);

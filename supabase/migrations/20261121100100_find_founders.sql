-- Finding people by name as one types: part of any word of the name, whatever its case and accents (SPEC section 2).
-- Each ending of each word stands in a text search index, so that a prefix of one of them is a part of the word. This
-- needs no extension, and serves a single letter, which trigrams do not.

create function private.search_words(name text) returns text[]
language sql immutable
set search_path = ''
as $$
  select array(
    select left(word, 100)
    -- Marks apart from their letters, and away; then the letters that have no plain one inside.
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

-- Asks for each word as the beginning of a part; null when there is no word.
create function private.name_query(search text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
  from unnest(private.search_words(left(search, 200))) as word
$$;

create function private.require_admin() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'this is for admins';
  end if;
end
$$;

revoke execute on function
  private.search_words(text), private.name_parts(text, text), private.name_query(text), private.require_admin()
  from public, anon, authenticated;
-- Whoever writes a row computes what its index holds.
grant execute on function private.search_words(text), private.name_parts(text, text) to service_role;

create index profiles_by_name on public.profiles using gin (private.name_parts(first_name, last_name));

-- A page of the people whose names hold every word of `search`, newest first, after the row that `after_created_at`
-- and `after_id` name. With its owner's rights, since an index of texts cannot be used below a policy.
create function public.find_founders(
  search text default '', page_size integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, created_at timestamptz, is_admin boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  wanted tsquery := private.name_query(search);
  rows integer := least(greatest(page_size, 1), 200);
  before timestamptz := coalesce(after_created_at, 'infinity');
begin
  perform private.require_admin();
  if wanted is null then
    return query
      select p.id, p.first_name, p.last_name, p.created_at, private.is_admin_user(p.id),
        (select count(*) from public.profiles)
      from public.profiles p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  else
    return query
      with found as materialized (
        select p.* from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ wanted
      )
      select p.id, p.first_name, p.last_name, p.created_at, private.is_admin_user(p.id), (select count(*) from found)
      from found p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  end if;
end
$$;
revoke execute on function public.find_founders(text, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.find_founders(text, integer, timestamptz, uuid) to authenticated;

-- Notes: written by admins for one founder, who reads them (SPEC sections 3 and 6).

revoke all on public.notes from public, anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (user_id, title, category, content) on public.notes to authenticated;
grant update (title, category, content) on public.notes to authenticated;
grant all on public.notes to service_role;

drop policy if exists "founders read their own notes, admins read all" on public.notes;
create policy "founders read their own notes, admins read all" on public.notes
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "admins write notes" on public.notes;
create policy "admins write notes" on public.notes
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change notes" on public.notes;
create policy "admins change notes" on public.notes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete notes" on public.notes;
create policy "admins delete notes" on public.notes
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "no second factor is due" on public.notes;
create policy "no second factor is due" on public.notes
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages notes" on public.notes;
create policy "the service manages notes" on public.notes
  for all to service_role using (true) with check (true);

-- The categories of the founders' notes, for suggestions: the first 100 by name. One lookup in the index for each, however many
-- notes there are.
create or replace function public.note_categories() returns text[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return (
    with recursive known (category) as (
      (select n.category from public.notes n order by n.category limit 1)
      union all
      select (select n.category from public.notes n where n.category > k.category order by n.category limit 1)
      from known k where k.category is not null
    )
    select coalesce(array_agg(f.category), '{}')
    from (select k.category from known k where k.category is not null limit 100) f
  );
end
$$;

-- Who wrote a note; what the service stores names its author itself, or has none.
create or replace function private.note_written() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if auth.uid() is not null then
    insert into private.note_authors (note_id, author_id, created_at) select a.id, auth.uid(), a.created_at from added a
    on conflict (note_id) do nothing;
  end if;
  return null;
end
$$;

create or replace trigger note_written after insert on public.notes
  referencing new table as added for each statement execute function private.note_written();

-- The authors that the audit log knows.
create or replace function private.fill_note_authors() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into private.note_authors (note_id, author_id, created_at)
  select distinct on (n.id) n.id, a.admin_id, n.created_at
  from public.admin_audit a join public.notes n on n.id = a.row_id
  where a.table_name = 'notes' and a.action = 'insert' and a.admin_id is not null
  on conflict (note_id) do nothing
$$;

-- Everyone who wrote a note, also former admins, by name; one lookup for each, 500 at most.
create or replace function public.note_authors() returns table (id uuid, name text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    with recursive known as (
      (select a.author_id from private.note_authors a order by a.author_id limit 1)
      union all
      select (select a.author_id from private.note_authors a where a.author_id > k.author_id order by a.author_id limit 1)
      from known k where k.author_id is not null
    ),
    named as (
      select k.author_id, private.name_of(k.author_id) as name from known k where k.author_id is not null limit 500
    )
    select n.author_id, n.name from named n order by n.name, n.author_id;
end
$$;

-- A page of all notes, newest first, after the note (`after_created_at`, `after_id`), with the name of its author; null where
-- nobody knows. `search` finds notes with every word in their text, and those of founders with every word in their name. An empty
-- search and filters that are null apply to nothing. Planned for its values: each filter has an index. Other ways to read the
-- tables are off: a plan by time would compute the words of each note.
create or replace function public.find_notes(
  search text default '', category text default null, author uuid default null,
  page_size integer default 50, after_created_at timestamptz default null, after_id uuid default null
) returns table (note jsonb, author_name text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
set jit = off
set enable_seqscan = off
as $$
declare
  before timestamptz := coalesce(after_created_at, 'infinity');
  size integer := least(greatest(page_size, 1), 200);
  words tsquery := (
    select string_agg(private.word_query('~', word, true), ' & ')::tsquery
    from unnest(private.sought_words(find_notes.search)) as word
  );
  names tsquery := private.name_query(find_notes.search);
  ids uuid[];
begin
  perform private.require_admin();
  if words is not null or names is not null then
    ids := array(
      -- Apart from their order: it would be read from the index by time.
      with texts as materialized (
        select n.id, n.created_at, n.category from public.notes n
        where private.note_words(n.user_id, n.title, n.category || ' ' || n.content) @@ words
      ),
      named as materialized (
        select p.id from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ names
      ),
      in_text as (
        select n.id, n.created_at from texts n
        where (find_notes.category is null or n.category = find_notes.category)
          and (
            find_notes.author is null
            or n.id in (select a.note_id from private.note_authors a where a.author_id = find_notes.author)
          )
          and n.created_at <= before and (n.created_at < before or n.id > after_id)
        order by n.created_at desc, n.id limit size
      ),
      by_name as (
        select n.id, n.created_at from named d join public.notes n on n.user_id = d.id
        where (find_notes.category is null or n.category = find_notes.category)
          and (
            find_notes.author is null
            or n.id in (select a.note_id from private.note_authors a where a.author_id = find_notes.author)
          )
          and n.created_at <= before and (n.created_at < before or n.id > after_id)
        order by n.created_at desc, n.id limit size
      )
      select f.id from (select * from in_text union select * from by_name) f order by f.created_at desc, f.id limit size
    );
  elsif find_notes.author is not null then
    ids := array(
      select a.note_id from private.note_authors a
      where a.author_id = find_notes.author
        and a.created_at <= before and (a.created_at < before or a.note_id > after_id)
        and (
          find_notes.category is null
          -- One lookup for each: a join would read all notes of a common category.
          or (select n.category from public.notes n where n.id = a.note_id) = find_notes.category
        )
      order by a.created_at desc, a.note_id limit size
    );
  else
    ids := array(
      select n.id from public.notes n
      where (find_notes.category is null or n.category = find_notes.category)
        and n.created_at <= before and (n.created_at < before or n.id > after_id)
      order by n.created_at desc, n.id limit size
    );
  end if;
  return query
    select to_jsonb(n), private.name_of(a.author_id)
    from public.notes n left join private.note_authors a on a.note_id = n.id
    where n.id = any(ids)
    order by n.created_at desc, n.id;
end
$$;

revoke execute on function
  public.note_categories(), private.note_written(), private.fill_note_authors(), public.note_authors(),
  public.find_notes(text, text, uuid, integer, timestamptz, uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.note_categories(), public.note_authors(), public.find_notes(text, text, uuid, integer, timestamptz, uuid)
to authenticated;

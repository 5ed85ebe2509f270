-- Admins search the notes of all founders, and filter them by category and author.

-- Who of the team wrote a note; founders do not see it.
create table private.note_authors (
  note_id uuid primary key references public.notes on delete cascade,
  -- No foreign key: a note outlives its author's account.
  author_id uuid not null,
  -- The note's.
  created_at timestamptz not null
);

create index note_authors_newest_first on private.note_authors (author_id, created_at desc, note_id);

-- Pages of a category, too. Indexes are dropped at the end: from then on nobody reads the table until the upgrade is over.
create index notes_of_category on public.notes (category, created_at desc, id);

-- The entries of private.record_words, and each word without its founder: for a search in all notes.
create or replace function private.note_words(founder uuid, title text, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
  own constant text[] := tsvector_to_array(private.record_words(founder, title, content));
begin
  return array_to_tsvector(own || array(
    select substr(word, 13) from unnest(own) as word where substr(word, 13, 1) = '~'
  ));
end
$$;

revoke execute on function private.note_words(uuid, text, text) from public, anon, authenticated, service_role;
-- Whoever writes a note computes its index entries.
grant execute on function private.note_words(uuid, text, text) to authenticated, service_role;

create index notes_with_words on public.notes
  using gin (private.note_words(user_id, title, category || ' ' || content)) with (fastupdate = off);
alter index public.notes_with_words alter column 1 set statistics 0;

drop index public.notes_by_category, public.notes_by_words;
alter index public.notes_of_category rename to notes_by_category;
alter index public.notes_with_words rename to notes_by_words;

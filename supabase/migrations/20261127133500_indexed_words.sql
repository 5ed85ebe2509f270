-- A row adds 1,000 different words to the indexes of the search, the first ones. Text of 32,000 characters has fewer, unless it
-- is made up: 8,000 words of it took nine times its own space. Entries from before stay.
create function private.indexed_words(words text[]) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  most constant integer := 1000;
begin
  if cardinality(words) <= most then
    return words;
  end if;
  return array(
    select word from unnest(words) with ordinality as found (word, place) group by word order by min(place) limit most
  );
end
$$;

-- As before, with fewer words.
create or replace function private.record_words(founder uuid, title text, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = ''
as $$
declare
  owner text := right(founder::text, 12);
  in_title text[] := private.text_words(title);
begin
  return array_to_tsvector(array(
    select owner || '=' || word from unnest(in_title) as word
    union all
    select owner || '~' || word from unnest(private.indexed_words(in_title || private.text_words(content))) as word
  ));
end
$$;

create or replace function private.message_words(at timestamptz, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = ''
as $$
declare
  week text := private.message_week(at);
begin
  return array_to_tsvector(array(
    select week || '~' || word from unnest(private.indexed_words(private.text_words(content))) as word
  ));
end
$$;

revoke execute on function private.indexed_words(text[]) from public, anon, authenticated;
-- Writing a row computes its index entry.
grant execute on function private.indexed_words(text[]) to authenticated, service_role;

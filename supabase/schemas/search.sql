-- Search: founders find their own records by words (docs/decisions/0025-search-entries-begin-with-their-founder.md).

-- Everything a founder can search, as the indexes below have it.
create or replace view private.searchable_records as
select 'goal' as kind, id, created_at, private.record_words(user_id, text, '') as words from public.goals
union all
select 'note', id, created_at, private.note_words(user_id, title, category || ' ' || content) from public.notes
union all
select 'own-note', id, created_at, private.record_words(user_id, '', content) from public.own_notes
union all
select 'decision', id, created_at,
  private.record_words(user_id, title, category || ' ' || reason || ' ' || result || ' ' || expected || ' ' || outcome)
from public.decisions
union all
select 'check-in', id, created_at,
  private.record_words(
    user_id, '', wins || ' ' || blockers || ' ' || next_priority || ' ' || coalesce(ai_summary, '')
  )
from public.weekly_checkins
union all
select 'squad-message', id, created_at, private.record_words(user_id, '', content) from public.squad_messages
union all
select 'cofounder-message', id, created_at, private.record_words(user_id, '', content) from public.ai_conversations;

revoke all on private.searchable_records from public, anon, authenticated, service_role;

-- The words of a search as private.word_text has them: the first eight different ones of its first 200 characters.
create or replace function private.sought_words(search text) returns text[]
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select rtrim(left(word, 100), '-')
    from unnest(string_to_array(private.word_text(left(search, 200)), ' ')) with ordinality as found (word, place)
    group by 1 order by min(place) limit 8
  );
end
$$;

-- Every word, as a whole or (`is_beginning`) by its beginning. The words have neither quotes nor backslashes.
create or replace function private.record_query(founder uuid, words text[], mark text, is_beginning boolean) returns tsquery
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select string_agg(private.word_query(right(founder::text, 12) || mark, word, is_beginning), ' & ')::tsquery
    from unnest(words) as word
  );
end
$$;

-- About 160 characters of a text with one of the words in them, or its beginning if it has none.
create or replace function private.excerpt(content text, words text[]) returns text
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  size constant integer := 2000;
  -- A word at the end of a part is found in the next one.
  step constant integer := 1800;
  -- The length of the longest text. One that becomes longer when it is folded is searched to there.
  most constant integer := 40000;
  plain text := case
    when strpos(content, '[[') > 0 then regexp_replace(content, '\[\[[a-z-]+:[0-9a-f-]{36}\]\]', '', 'g')
    else content
  end;
  beginning text := private.excerpt_at(plain, 1);
  pattern text;
  found_part text;
  part text;
  folded text;
  done integer := 0;
  place integer;
  low integer := 1;
  high integer;
  middle integer;
begin
  if char_length(plain) <= char_length(beginning) then
    return beginning;
  end if;
  pattern := private.words_pattern(words);
  if pattern is null or ' ' || private.word_text(beginning) ~ pattern then
    return beginning;
  end if;
  -- Most words are spelled as they are sought, but for case and accents: folded letter by letter the place is the same.
  part := lower(plain);
  if octet_length(plain) <> char_length(plain) then
    part := regexp_replace(normalize(part, NFD), '[\u0300-\u036f]', '', 'g');
    if char_length(part) <> char_length(plain) then
      part := lower(plain);
    end if;
  end if;
  place := regexp_instr(part, replace(replace(pattern, '[ -]', '\m'), '| ', '|\m'));
  if place > 0 then
    found_part := private.excerpt_at(plain, place);
    if ' ' || private.word_text(found_part) ~ pattern then
      return found_part;
    end if;
  end if;
  -- Else the text is folded in parts, up to the one that has the place.
  for start in 1..char_length(plain) by step loop
    part := substr(plain, start, size);
    -- Only the first part begins with the beginning of a word.
    folded := case when start = 1 then ' ' else '' end || private.word_text(part);
    place := regexp_instr(folded, pattern);
    if place > 0 then
      if start > 1 then
        place := place + 1;
      end if;
      -- How much of the part has as many characters when folded.
      high := char_length(part);
      while low < high loop
        middle := (low + high) / 2;
        if char_length(private.word_text(left(part, middle))) < place then
          low := middle + 1;
        else
          high := middle;
        end if;
      end loop;
      return private.excerpt_at(plain, start + low - 1);
    end if;
    done := done + char_length(folded);
    exit when done > most;
  end loop;
  return beginning;
end
$$;

-- The best of the caller's own records, and among equals the newest: 4 has every word in its title, 3 the beginnings
-- of all of them; 2 and 1 have them anywhere. What was said to the co-founder comes after all records: questions and
-- answers repeat the words of what they are about. Security definer, because a text search index cannot be used below a
-- policy. It returns ids only: find_records reads the rows under the caller's policies. Other ways to read the tables
-- are off: a plan by the founder's rows would compute the words of each.
create or replace function private.matching_records(words text[], max_rows integer, kinds text[] default null)
returns table (kind text, id uuid, rank integer)
language plpgsql stable security definer rows 20
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  founder uuid := auth.uid();
  query tsquery;
  found_ids uuid[] := '{}';
begin
  if founder is null or cardinality(words) = 0 then
    return;
  end if;
  for level in reverse 4..1 loop
    query := private.record_query(founder, words, case when level > 2 then '=' else '~' end, level in (1, 3));
    for kind, id in
      select s.kind, s.id from private.searchable_records s
      where s.words @@ query and s.id <> all (found_ids) and (kinds is null or s.kind = any (kinds))
        and s.kind <> 'cofounder-message'
      order by s.created_at desc, s.id
      limit max_rows - cardinality(found_ids)
    loop
      rank := level;
      found_ids := found_ids || id;
      return next;
    end loop;
    if cardinality(found_ids) >= max_rows then
      return;
    end if;
  end loop;
  -- Queries of their own, which the planner reduces to the one table. Messages have no title.
  for level in reverse 2..1 loop
    query := private.record_query(founder, words, '~', level = 1);
    for kind, id in
      select s.kind, s.id from private.searchable_records s
      where s.words @@ query and s.id <> all (found_ids) and (kinds is null or s.kind = any (kinds))
        and s.kind = 'cofounder-message'
      order by s.created_at desc, s.id
      limit max_rows - cardinality(found_ids)
    loop
      rank := level;
      found_ids := found_ids || id;
      return next;
    end loop;
  end loop;
end
$$;

-- The caller's own records that contain every word of `search`, in any order, as a word or its beginning, in the order of
-- private.matching_records. Policies decide which rows there are; an admin finds only what is the
-- admin's own, too. `title` of a message is its sender; `excerpt` has a hit, if it is not in the title.
create or replace function public.find_records(search text, max_rows integer default 20, kinds text[] default null)
returns table (
  kind text, id uuid, title text, excerpt text, period text, created_at timestamptz, rank integer
)
language plpgsql stable rows 20
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
  words text[] := private.sought_words(search);
begin
  return query
    select m.kind, m.id, r.title, private.excerpt(r.content, words), r.period, r.created_at, m.rank
    from private.matching_records(words, least(greatest(max_rows, 1), 50), kinds) m
    cross join lateral (
      select g.text as title, '' as content, g.period, g.created_at from public.goals g
      where m.kind = 'goal' and g.id = m.id and g.user_id = me
      union all
      select n.title, n.content, null, n.created_at from public.notes n
      where m.kind = 'note' and n.id = m.id and n.user_id = me
      union all
      select left(o.content, 80), o.content, null, o.created_at from public.own_notes o
      where m.kind = 'own-note' and o.id = m.id and o.user_id = me
      union all
      select d.title, concat_ws(E'\n', d.reason, d.result, d.expected, d.outcome), null, d.created_at from public.decisions d
      where m.kind = 'decision' and d.id = m.id and d.user_id = me
      union all
      select c.week_of::text, concat_ws(E'\n', c.wins, c.blockers, c.next_priority, c.ai_summary), null, c.created_at
      from public.weekly_checkins c
      where m.kind = 'check-in' and c.id = m.id and c.user_id = me
      union all
      select coalesce(s.sender_name, ''), s.content, null, s.created_at from public.squad_messages s
      where m.kind = 'squad-message' and s.id = m.id and s.user_id = me
      union all
      select a.role, a.content, null, a.created_at from public.ai_conversations a
      where m.kind = 'cofounder-message' and a.id = m.id and a.user_id = me
    ) r
    order by m.kind = 'cofounder-message', m.rank desc, r.created_at desc, m.id;
end
$$;

-- The English plurals or singulars of a word, those that do not begin with it: bakeries for bakery, and the other way around.
-- Whole words only. web/src/lib/texts/words.ts has the same rules.
create or replace function private.word_forms(word text) returns text[]
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select form from (values
      (case when word ~ '^[a-z]{2,}[^aeiou]y$' then regexp_replace(word, 'y$', 'ies') end),
      (case when word ~ '^[a-z]{2,}ies$' then regexp_replace(word, 'ies$', 'y') end),
      (case when word ~ '^[a-z]{2,}(s|x|z|ch|sh)es$' then regexp_replace(word, 'es$', '') end),
      -- A shorter one is another word: new for news.
      (case when word ~ '^[a-z]{3,}[^isu]s$' then regexp_replace(word, 's$', '') end)
    ) as f (form)
    where form is not null
  );
end
$$;

-- A word of private.sought_words as a part of a tsquery, among entries that begin with `prefix`: as a whole or
-- (`is_beginning`) by its beginning, also where it is written with or without its hyphen, or in another form. Of letters that are written
-- without blanks every pair. The words have neither quotes nor backslashes.
create or replace function private.word_query(prefix text, word text, is_beginning boolean) returns text
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  ending constant text := case when is_beginning then ''':*' else '''' end;
begin
  if left(word, 1) = '_' then
    if char_length(word) = 2 then
      return '''' || prefix || right(word, 1) || ''':*';
    end if;
    return (
      select string_agg('''' || prefix || substr(word, place, 2) || '''', ' & ')
      from generate_series(2, char_length(word) - 1) as place
    );
  elsif strpos(word, '-') > 0 then
    return '(' || (
      select string_agg('''' || prefix || part || ending, ' & ') from unnest(string_to_array(word, '-')) as part
    ) || ' | ''' || prefix || replace(word, '-', '') || ending || ')';
  end if;
  return '(' || '''' || prefix || word || ending || coalesce(
    (select string_agg(' | ''' || prefix || form || '''', '') from unnest(private.word_forms(word)) as form), ''
  ) || ')';
end
$$;

-- A regular expression that finds the words of a search in a blank and what private.word_text returns; null without words.
create or replace function private.words_pattern(words text[]) returns text
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select string_agg(case
      when left(word, 1) = '_' then substr(word, 2)
      -- Its parts, and all of it, wherever the other one has hyphens.
      else '[ -](?:' || replace(word, '-', '|') || ')| '
        || regexp_replace(replace(word, '-', ''), '(.)(?=.)', '\1-?', 'g')
        || coalesce((select string_agg('|[ -]' || form || '(?![a-z])', '') from unnest(private.word_forms(word)) as form), '')
    end, '|')
    from unnest(words) as word
  );
end
$$;

-- About 160 characters around the place of a text, in whole words.
create or replace function private.excerpt_at(content text, place integer) returns text
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  size constant integer := 160;
  most_before constant integer := 40;
  start constant integer := greatest(place - most_before, 1);
  before text := regexp_replace(substr(content, start, place - start), '\s+', ' ', 'g');
  plain text := regexp_replace(substr(content, place, 4 * size), '\s+', ' ', 'g');
  is_cut boolean;
begin
  if start > 1 then
    before := '… ' || regexp_replace(before, '^\S*\s', '');
  end if;
  plain := btrim(before || plain);
  is_cut := char_length(plain) > size or place + 4 * size <= char_length(content);
  plain := left(plain, size);
  -- At most a word is cut off: text without blanks would lose the place.
  return case when is_cut then regexp_replace(plain, '\s+\S{0,40}$', '') || ' …' else plain end;
end
$$;

revoke execute on function
  private.sought_words(text), private.record_query(uuid, text[], text, boolean), private.excerpt(text, text[]),
  private.matching_records(text[], integer, text[]), public.find_records(text, integer, text[]),
  private.word_forms(text), private.word_query(text, text, boolean), private.words_pattern(text[]),
  private.excerpt_at(text, integer)
from public, anon, authenticated, service_role;
grant execute on function
  private.sought_words(text), private.excerpt(text, text[]), private.matching_records(text[], integer, text[]),
  public.find_records(text, integer, text[]), private.word_forms(text), private.words_pattern(text[]),
  private.excerpt_at(text, integer)
to authenticated;

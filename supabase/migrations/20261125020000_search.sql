-- Search: founders find their own records by words anywhere in them, ignoring case and accents. PostgreSQL's full text
-- search, without an extension and without a language: a word matches as a whole or by its beginning.

-- The words of a text: what is between blanks, punctuation, symbols and references (`[[goal:…]]`), folded like names.
create function private.text_words(content text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return private.search_words(regexp_replace(
    content,
    '(?:\[\[[a-z-]+:[0-9a-f-]{36}\]\]|[\u0001-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u2190-\u2bff'
      || '\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff])+',
    ' ', 'g'
  ));
end
$$;

-- The index entries of a record: each word behind the end of its founder's id, so that a search reads the entries of
-- one founder, however many founders there are. `=` marks the words of the title, `~` all words.
create function private.record_words(founder uuid, title text, content text) returns tsvector
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
    select owner || '~' || word from unnest(in_title || private.text_words(content)) as word
  ));
end
$$;

-- Everything a founder can search, as the indexes below have it.
create view private.searchable_records as
select 'goal' as kind, id, created_at, private.record_words(user_id, text, '') as words from public.goals
union all
select 'note', id, created_at, private.record_words(user_id, title, category || ' ' || content) from public.notes
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

-- Without a pending list: every search would read it, and some write would have to empty it.
create index goals_by_words on public.goals using gin (private.record_words(user_id, text, ''))
  with (fastupdate = off);
create index notes_by_words on public.notes
  using gin (private.record_words(user_id, title, category || ' ' || content)) with (fastupdate = off);
create index decisions_by_words on public.decisions
  using gin (private.record_words(user_id, title, category || ' ' || reason || ' ' || result || ' ' || expected || ' ' || outcome))
  with (fastupdate = off);
create index weekly_checkins_by_words on public.weekly_checkins
  using gin (private.record_words(
    user_id, '', wins || ' ' || blockers || ' ' || next_priority || ' ' || coalesce(ai_summary, '')
  ))
  with (fastupdate = off);
create index squad_messages_by_words on public.squad_messages
  using gin (private.record_words(user_id, '', content)) with (fastupdate = off);
create index ai_conversations_by_words on public.ai_conversations
  using gin (private.record_words(user_id, '', content)) with (fastupdate = off);

-- ANALYZE would compute the words of thousands of texts, for statistics that no plan needs.
alter index public.goals_by_words alter column 1 set statistics 0;
alter index public.notes_by_words alter column 1 set statistics 0;
alter index public.decisions_by_words alter column 1 set statistics 0;
alter index public.weekly_checkins_by_words alter column 1 set statistics 0;
alter index public.squad_messages_by_words alter column 1 set statistics 0;
alter index public.ai_conversations_by_words alter column 1 set statistics 0;

-- The words of a search: the first eight different ones of its first 200 characters.
create function private.sought_words(search text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return array(
    select word from unnest(private.text_words(left(search, 200))) with ordinality as found (word, place)
    group by word order by min(place) limit 8
  );
end
$$;

-- Every word, as a whole or (`is_beginning`) by its beginning. The words have neither quotes nor backslashes.
create function private.record_query(founder uuid, words text[], mark text, is_beginning boolean) returns tsquery
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select string_agg(
      '''' || right(founder::text, 12) || mark || word || case when is_beginning then ''':*' else '''' end, ' & '
    )::tsquery
    from unnest(words) as word
  );
end
$$;

-- The best of the caller's own records, and among equals the newest: 4 has every word in its title, 3 the beginnings
-- of all of them; 2 and 1 have them anywhere. Security definer, because a text search index cannot be used below a
-- policy. It returns ids only: find_records reads the rows under the caller's policies. Other ways to read the tables
-- are off: a plan by the founder's rows would compute the words of each.
create function private.matching_records(words text[], max_rows integer)
returns table (kind text, id uuid, rank integer)
language plpgsql stable security definer rows 20
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  founder uuid := auth.uid();
  query tsquery;
  hit record;
  found_ids uuid[] := '{}';
begin
  if founder is null or cardinality(words) = 0 then
    return;
  end if;
  for level in reverse 4..1 loop
    query := private.record_query(founder, words, case when level > 2 then '=' else '~' end, level in (1, 3));
    for hit in
      select s.kind, s.id from private.searchable_records s
      where s.words @@ query and s.id <> all (found_ids)
      order by s.created_at desc, s.id
      limit max_rows - cardinality(found_ids)
    loop
      kind := hit.kind;
      id := hit.id;
      rank := level;
      found_ids := found_ids || hit.id;
      return next;
    end loop;
    exit when cardinality(found_ids) >= max_rows;
  end loop;
end
$$;

create function private.has_word(content text, words text[]) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return exists (
    select from unnest(private.text_words(content)) as word, unnest(words) as sought where starts_with(word, sought)
  );
end
$$;

-- About 160 characters of a text with one of the words in them, or its beginning if it has none.
create function private.excerpt(content text, words text[]) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  plain constant text :=
    btrim(regexp_replace(regexp_replace(content, '\[\[[a-z-]+:[0-9a-f-]{36}\]\]', '', 'g'), '\s+', ' ', 'g'));
  size constant integer := 160;
  starts integer[] := '{1}';
  start integer;
  word text;
  piece text;
begin
  if char_length(plain) > size and private.has_word(plain, words) then
    foreach word in array words loop
      -- Where the word is spelled like this; with accents it is found by the steps below.
      starts := starts || greatest(regexp_instr(lower(plain), '\m' || word) - 40, 1);
    end loop;
    starts := starts || array(select generate_series(1, char_length(plain), 50));
  end if;
  foreach start in array starts loop
    piece := substr(plain, start, size);
    -- Without the parts of words at both ends.
    if start > 1 then
      piece := regexp_replace(piece, '^\S*\s+', '');
    end if;
    if start + size <= char_length(plain) then
      piece := regexp_replace(piece, '\s+\S*$', '');
    end if;
    exit when cardinality(starts) = 1 or private.has_word(piece, words);
  end loop;
  return case when start > 1 then '… ' else '' end || piece
    || case when start + size <= char_length(plain) then ' …' else '' end;
end
$$;

-- The caller's own records that contain every word of `search`, in any order, as a word or its beginning; the best and
-- newest first (private.matching_records). Policies decide which rows there are; an admin finds only what is the
-- admin's own, too. `title` of a message is its sender; `excerpt` has a hit, if it is not in the title.
create function public.find_records(search text, max_rows integer default 20)
returns table (
  kind text, id uuid, title text, excerpt text, period text, created_at timestamptz, rank integer
)
language plpgsql stable rows 20
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  words text[] := private.sought_words(search);
begin
  return query
    select m.kind, m.id, r.title, private.excerpt(r.content, words), r.period, r.created_at, m.rank
    from private.matching_records(words, least(greatest(max_rows, 1), 50)) m
    cross join lateral (
      select g.text as title, '' as content, g.period, g.created_at from public.goals g
      where m.kind = 'goal' and g.id = m.id and g.user_id = me
      union all
      select n.title, n.content, null, n.created_at from public.notes n
      where m.kind = 'note' and n.id = m.id and n.user_id = me
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
    order by m.rank desc, r.created_at desc, m.id;
end
$$;

revoke execute on function
  private.text_words(text), private.record_words(uuid, text, text), private.sought_words(text),
  private.record_query(uuid, text[], text, boolean), private.matching_records(text[], integer),
  private.has_word(text, text[]), private.excerpt(text, text[]), public.find_records(text, integer)
from public, anon, authenticated;
-- Writing a row computes its index entry.
grant execute on function private.text_words(text), private.record_words(uuid, text, text)
to authenticated, service_role;
grant execute on function
  private.sought_words(text), private.matching_records(text[], integer), private.has_word(text, text[]),
  private.excerpt(text, text[]), public.find_records(text, integer)
to authenticated;

-- A search of some kinds of records only: otherwise what a founder often asked the co-founder about hides what the squad
-- wrote about it.

drop function public.find_records(text, integer);
drop function private.matching_records(text[], integer);

-- The best of the caller's own records, and among equals the newest: 4 has every word in its title, 3 the beginnings
-- of all of them; 2 and 1 have them anywhere. Security definer, because a text search index cannot be used below a
-- policy. It returns ids only: find_records reads the rows under the caller's policies. Other ways to read the tables
-- are off: a plan by the founder's rows would compute the words of each.
create function private.matching_records(words text[], max_rows integer, kinds text[] default null)
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
      where s.words @@ query and s.id <> all (found_ids) and (kinds is null or s.kind = any (kinds))
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

-- The caller's own records that contain every word of `search`, in any order, as a word or its beginning; the best and
-- newest first (private.matching_records). Policies decide which rows there are; an admin finds only what is the
-- admin's own, too. `title` of a message is its sender; `excerpt` has a hit, if it is not in the title.
create function public.find_records(search text, max_rows integer default 20, kinds text[] default null)
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
    from private.matching_records(words, least(greatest(max_rows, 1), 50), kinds) m
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

revoke execute on function private.matching_records(text[], integer, text[]), public.find_records(text, integer, text[])
from public, anon, authenticated;
grant execute on function private.matching_records(text[], integer, text[]), public.find_records(text, integer, text[])
to authenticated;

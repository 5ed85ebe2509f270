-- Search: admins find the squad messages of all founders by words, the newest first. Questions to the AI co-founder stay
-- private to their founder.

-- Every word by its beginning. The words have neither quotes nor backslashes.
create or replace function private.message_query(week numeric, words text[]) returns tsquery
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select string_agg(private.word_query(week || '~', word, true), ' & ')::tsquery from unnest(words) as word
  );
end
$$;

-- The newest messages of a week with these words. Other ways to read the table are off: a plan by time would compute the
-- words of each message.
create or replace function private.messages_of_week(week numeric, words text[], max_rows integer) returns setof uuid
language plpgsql stable rows 20
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return query
    select m.id from public.squad_messages m
    where private.message_words(m.created_at, m.content) @@ private.message_query(week, words)
    order by m.created_at desc, m.id
    limit max_rows;
end
$$;

-- Week by week, the newest first, until there are enough. Security definer, because a text search index cannot be used
-- below a policy. It returns ids only: find_messages reads the rows under the caller's policies.
create or replace function private.matching_messages(words text[], max_rows integer) returns setof uuid
language plpgsql stable security definer rows 20
set search_path = pg_catalog, pg_temp
as $$
declare
  newest timestamptz;
  week numeric;
  week_start timestamptz := 'infinity';
  rows_left integer := max_rows;
  found_rows integer;
begin
  perform private.require_admin();
  if cardinality(words) = 0 then
    return;
  end if;
  loop
    select max(m.created_at) into newest from public.squad_messages m where m.created_at < week_start;
    exit when newest is null;
    week := private.message_week(newest);
    return query select * from private.messages_of_week(week, words, rows_left);
    get diagnostics found_rows = row_count;
    rows_left := rows_left - found_rows;
    exit when rows_left <= 0;
    week_start := to_timestamp((week * 604800)::double precision);
  end loop;
end
$$;

-- The squad messages that contain every word of `search`, in any order, as a word or its beginning; newest first, with
-- the founder whose conversation it is. For admins only.
create or replace function public.find_messages(search text, max_rows integer default 20)
returns table (
  id uuid, user_id uuid, first_name text, last_name text, sender_type text, sender_name text, excerpt text,
  created_at timestamptz, email text
)
language plpgsql stable rows 20
set search_path = pg_catalog, pg_temp
as $$
declare
  words text[] := private.sought_words(search);
  -- Before the query: a join that reads no row would not call the function, which refuses everyone but admins.
  ids uuid[] := array(select private.matching_messages(words, least(greatest(max_rows, 1), 50)));
begin
  return query
    select m.id, m.user_id, p.first_name, p.last_name, m.sender_type, coalesce(m.sender_name, ''),
      private.excerpt(m.content, words), m.created_at,
      private.address_of_nameless(p.id)
    from public.squad_messages m
    join public.profiles p on p.id = m.user_id
    where m.id = any (ids)
    order by m.created_at desc, m.id;
end
$$;

revoke execute on function
  private.message_query(numeric, text[]), private.messages_of_week(numeric, text[], integer),
  private.matching_messages(text[], integer), public.find_messages(text, integer)
from public, anon, authenticated, service_role;
grant execute on function
  private.matching_messages(text[], integer), public.find_messages(text, integer)
to authenticated;

-- The data export knows the history, and later tables by one short function.

-- The tables of which a user downloads their own rows, each with id, created_at and user_id, and an index in that order.
create function private.own_lists() returns text[]
language sql immutable
set search_path = ''
as $$
  select array[
    'goals', 'traction_loops', 'traction_points', 'weekly_checkins', 'notes', 'decisions', 'squad_messages',
    'ai_conversations', 'squad_bookings', 'runway_points'
  ]
$$;
revoke execute on function private.own_lists() from public, anon;
grant execute on function private.own_lists() to authenticated;

-- Everything the product stores about the caller, as their policies show it; the admins' AI memory is not theirs
-- (SPEC section 6). Lists are newest first and cut after 500 rows or 2 MB; `more` names the lists that continue,
-- each of which is requested alone, after its last row. enable_sort is off so that pages come from the lists'
-- indexes even where PostgreSQL has no statistics yet.
create or replace function public.my_data(
  kind text default null, after_created_at timestamptz default null, after_id uuid default null
) returns jsonb
language plpgsql stable
set search_path = ''
set enable_sort = off
as $$
declare
  me uuid := auth.uid();
  lists constant text[] := private.own_lists();
  answer jsonb := '{}';
  more text[] := '{}';
  list text;
  page jsonb;
  is_cut boolean;
begin
  perform private.require_second_factor();
  if kind is null then
    answer := jsonb_build_object(
      'profile', (select to_jsonb(p) from public.profiles p where p.id = me),
      'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = me),
      'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = me)
    );
  elsif kind <> all (lists) then
    raise exception using errcode = '22023', message = format('there is no list %s', kind);
  end if;
  foreach list in array case when kind is null then lists else array[kind] end loop
    execute format(
      $list$
        select
          coalesce(
            jsonb_agg(content order by created_at desc, id) filter (where bytes_before < 2000000 and place <= 500), '[]'
          ),
          coalesce(bool_or(bytes_before >= 2000000 or place > 500), false)
        from (
          select created_at, id, content, row_number() over newest_first as place,
            sum(octet_length(content::text)) over newest_first - octet_length(content::text) as bytes_before
          from (
            select t.created_at, t.id, to_jsonb(t) - 'user_id' as content from public.%I t
            where t.user_id = $1 and t.created_at <= $2 and (t.created_at < $2 or t.id > $3)
            order by t.created_at desc, t.id limit 501
          ) t
          window newest_first as (order by created_at desc, id)
        ) t
      $list$, list
    ) into page, is_cut using me, coalesce(after_created_at, 'infinity'), after_id;
    answer := answer || jsonb_build_object(list, page);
    if is_cut then
      more := more || list;
    end if;
  end loop;
  return answer || jsonb_build_object('more', more);
end
$$;

-- What founders are promised: an answer within the radar's hours for an unanswered message (24 unless admins change them).
-- The squad works every day (SPEC section 2), so 24 hours of the clock have one whole working day in them, whenever the
-- message came. Without a threshold nothing is promised.

-- Who has waited since then, or longer, is overdue; null without a promise.
create function private.overdue_since() returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select now() - make_interval(hours => t.message_hours) from public.radar_thresholds t
$$;

-- As before, and: overdue is who waits longer than promised, of all or of the caller's own (mine_overdue).
create or replace function public.find_conversations(
  filter text default 'all', search text default '', longest_first boolean default false,
  page_size integer default 50, after_at timestamptz default null, after_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, last_message_at timestamptz, preview text, sender_type text,
  sender_name text, unread integer, state text, waiting_since timestamptz, assigned_to uuid
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- Fixed texts, so that each filter is planned with its index.
  condition text := case filter
    when 'all' then 'true'
    when 'mine' then 'c.state <> ''done'' and c.assigned_to = auth.uid()'
    when 'unassigned' then 'c.state <> ''done'' and c.assigned_to is null'
    when 'waiting' then 'c.waiting_since is not null'
    when 'overdue' then 'c.waiting_since <= $5'
    when 'mine_overdue' then 'c.waiting_since <= $5 and c.state <> ''done'' and c.assigned_to = auth.uid()'
    when 'done' then 'c.state = ''done'''
  end;
  founders uuid[];
begin
  perform private.require_admin();
  if condition is null then
    raise exception using errcode = '22023', message = 'no such filter';
  end if;
  if search !~ '^\s*$' then
    founders := array(select private.founders_with_words(search));
    condition := condition || ' and c.user_id = any ($3)';
  end if;
  return query execute format(
    'select c.user_id, p.first_name, p.last_name, c.last_message_at, c.preview, c.sender_type,
      coalesce(c.sender_name, ''''), c.unread, c.state, c.waiting_since, c.assigned_to
    from public.squad_conversations c
    -- One lookup per row: a page is short, and there may be very many profiles.
    cross join lateral (select * from public.profiles where id = c.user_id limit 1) as p
    where %s and %s
    order by %s, c.user_id
    limit $4',
    condition,
    case when longest_first
      then 'c.waiting_since >= coalesce($1, ''-infinity'') and (c.waiting_since > coalesce($1, ''-infinity'') or c.user_id > $2)'
      else 'c.last_message_at <= coalesce($1, ''infinity'') and (c.last_message_at < coalesce($1, ''infinity'') or c.user_id > $2)'
    end,
    case when longest_first then 'c.waiting_since' else 'c.last_message_at desc' end
  ) using after_at, after_id, founders, least(greatest(page_size, 1), 200),
    case when filter in ('overdue', 'mine_overdue') then private.overdue_since() end;
end
$$;

-- How many conversations are overdue, of all and of the caller's own, and how many hours are promised.
create function public.overdue_conversations() returns table (total integer, mine integer, hours integer)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select count(*)::integer, count(*) filter (where c.assigned_to = auth.uid())::integer,
      (select t.message_hours from public.radar_thresholds t)
    from public.squad_conversations c where c.waiting_since <= private.overdue_since();
end
$$;

revoke execute on function private.overdue_since(), public.overdue_conversations() from public, anon, authenticated;
grant execute on function public.overdue_conversations() to authenticated;

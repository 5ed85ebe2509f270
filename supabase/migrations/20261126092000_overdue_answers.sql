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

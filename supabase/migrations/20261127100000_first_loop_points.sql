-- The first point of each of the caller's loops: what a loop had before its history begins is not known.
create function public.first_loop_points()
returns table (loop_id uuid, day date, status text, conversions integer, demos integer, messages integer)
language sql stable
set search_path = ''
as $$
  select l.id, p.day, p.status, p.conversions, p.demos, p.messages
  from public.traction_loops l
  cross join lateral (
    select p.day, p.status, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = l.id
    order by p.day limit 1
  ) p
  where l.user_id = (select auth.uid())
$$;

revoke execute on function public.first_loop_points() from public, anon;
grant execute on function public.first_loop_points() to authenticated;

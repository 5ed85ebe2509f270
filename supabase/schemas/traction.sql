-- Traction loops: read by founders, changed by admins (SPEC sections 3, 4 and 6), and their history.

revoke all on public.traction_loops from public, anon, authenticated;
grant select, delete on public.traction_loops to authenticated;
grant insert (user_id, name, status, conversions, demos, messages) on public.traction_loops to authenticated;
grant update (name, status, conversions, demos, messages) on public.traction_loops to authenticated;
grant all on public.traction_loops to service_role;

drop policy if exists "founders read their own loops, admins read all" on public.traction_loops;
create policy "founders read their own loops, admins read all" on public.traction_loops
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "admins add loops" on public.traction_loops;
create policy "admins add loops" on public.traction_loops
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change loops" on public.traction_loops;
create policy "admins change loops" on public.traction_loops
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete loops" on public.traction_loops;
create policy "admins delete loops" on public.traction_loops
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "no second factor is due" on public.traction_loops;
create policy "no second factor is due" on public.traction_loops
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages loops" on public.traction_loops;
create policy "the service manages loops" on public.traction_loops
  for all to service_role using (true) with check (true);
revoke all on public.traction_points from public, anon, authenticated;
grant select on public.traction_points to authenticated;
grant all on public.traction_points to service_role;

drop policy if exists "founders read their own history, admins read all" on public.traction_points;
create policy "founders read their own history, admins read all" on public.traction_points
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.traction_points;
create policy "no second factor is due" on public.traction_points
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages history" on public.traction_points;
create policy "the service manages history" on public.traction_points
  for all to service_role using (true) with check (true);

create or replace function private.record_traction_point() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.traction_points (user_id, loop_id, status, conversions, demos, messages)
  values (new.user_id, new.id, new.status, new.conversions, new.demos, new.messages)
  on conflict (loop_id, day) do update
  set status = excluded.status, conversions = excluded.conversions, demos = excluded.demos,
    messages = excluded.messages;
  return null;
end
$$;

create or replace trigger record_first_point after insert on public.traction_loops
  for each row execute function private.record_traction_point();
create or replace trigger record_point after update on public.traction_loops
  for each row when (
    (old.status, old.conversions, old.demos, old.messages)
    is distinct from (new.status, new.conversions, new.demos, new.messages)
  )
  execute function private.record_traction_point();

-- Each loop of a founder by week (Monday to Sunday), from its first point to this week, at most ten years: how it was at
-- the end of each. Under the caller's own policies.
create or replace function public.traction_history(founder uuid default auth.uid())
returns table (
  loop_id uuid, first_week date, statuses text[], conversions integer[], demos integer[], messages integer[]
)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with weeks as (
    select p.loop_id, week::date
    from (
      select p.loop_id, min(p.day) as first_day from public.traction_points p
      where p.user_id = traction_history.founder group by p.loop_id
    ) p,
    date_trunc('week', now() at time zone 'utc') as this_week,
    generate_series(
      greatest(date_trunc('week', p.first_day::timestamp), this_week - interval '519 weeks'), this_week, '1 week'
    ) as week
  )
  select w.loop_id, min(w.week), array_agg(p.status order by w.week), array_agg(p.conversions order by w.week),
    array_agg(p.demos order by w.week), array_agg(p.messages order by w.week)
  from weeks w
  cross join lateral (
    select p.status, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = w.loop_id and p.day < w.week + 7
    order by p.day desc limit 1
  ) p
  group by w.loop_id
$$;

-- Each of the caller's loops at the end of each of the days, at most 60 of them: none before its first point.
create or replace function public.loop_counts_on(days date[])
returns table (loop_id uuid, day date, status text, conversions integer, demos integer, messages integer)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select l.id, d.day, p.status, p.conversions, p.demos, p.messages
  from public.traction_loops l
  cross join (select distinct day from unnest(loop_counts_on.days[1:60]) as day) d
  cross join lateral (
    select p.status, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = l.id and p.day <= d.day
    order by p.day desc limit 1
  ) p
  where l.user_id = (select auth.uid())
$$;

-- The first point of each of the caller's loops: what a loop had before its history begins is not known.
create or replace function public.first_loop_points()
returns table (loop_id uuid, day date, status text, conversions integer, demos integer, messages integer)
language sql stable
set search_path = pg_catalog, pg_temp
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

-- A trigger and no constraint: a row from before it stays, and a backup that has one is restored.
create or replace function private.check_counts() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant bigint := 1000000000;
begin
  if greatest(abs(new.conversions::bigint), abs(new.demos::bigint), abs(new.messages::bigint)) > most then
    raise exception using errcode = '23514', message = 'a count is a billion at most';
  end if;
  return new;
end
$$;

create or replace trigger check_counts before insert or update of conversions, demos, messages on public.traction_loops
  for each row execute function private.check_counts();
create or replace trigger check_counts before insert or update of conversions, demos, messages on public.traction_points
  for each row when (pg_trigger_depth() = 0) execute function private.check_counts();

-- A loop's counts at the end of a day: none before it was created; no row where nothing says how they were.
create or replace function private.counts_at(loop public.traction_loops, day date)
returns table (conversions bigint, demos bigint, messages bigint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  (
    select p.conversions::bigint, p.demos::bigint, p.messages::bigint from public.traction_points p
    where p.loop_id = loop.id and p.day <= counts_at.day order by p.day desc limit 1
  )
  union all
  select 0, 0, 0 where (loop.created_at at time zone 'utc')::date > counts_at.day
  limit 1
$$;

create or replace function private.counts_added(founder uuid, after_day date, until_day date)
returns table (conversions bigint, demos bigint, messages bigint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select sum(later.conversions - earlier.conversions)::bigint, sum(later.demos - earlier.demos)::bigint,
    sum(later.messages - earlier.messages)::bigint
  from public.traction_loops l
  cross join lateral private.counts_at(l, counts_added.after_day) earlier
  cross join lateral private.counts_at(l, counts_added.until_day) later
  where l.user_id = counts_added.founder
$$;

revoke execute on function
  private.record_traction_point(), public.traction_history(uuid), public.loop_counts_on(date[]),
  public.first_loop_points(), private.check_counts(), private.counts_at(traction_loops, date),
  private.counts_added(uuid, date, date)
from public, anon, authenticated, service_role;
grant execute on function public.traction_history(uuid) to authenticated, service_role;
grant execute on function public.loop_counts_on(date[]), public.first_loop_points() to authenticated;

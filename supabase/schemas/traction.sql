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

-- A point is for a day of the founder's. One who has travelled west has no second point for a day that is already over.
create or replace function private.record_traction_point() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := private.founder_today(new.user_id);
begin
  insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
  values (
    new.user_id, new.id,
    greatest(today, (select p.day from public.traction_points p where p.loop_id = new.id and p.day <= today + 2 order by p.day desc limit 1)),
    new.status, new.conversions, new.demos, new.messages
  )
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

-- Where each loop's gains are counted from: zero, as every loop begins (SPEC section 9), where its history begins with it.
-- A history that begins later, or that was imported, is counted from its first point (`since`): what a loop had by then was not
-- gained on that day. Time zones put a day and a moment a day apart at most.
create or replace view private.loop_starts with (security_invoker = true) as
select l.id as loop_id, p.day as first_day, case when not b.is_start then p.day end as since,
  case when b.is_start then 0 else p.conversions end as conversions, case when b.is_start then 0 else p.demos end as demos,
  case when b.is_start then 0 else p.messages end as messages
from public.traction_loops l
cross join lateral (
  select p.day, p.conversions, p.demos, p.messages from public.traction_points p where p.loop_id = l.id order by p.day limit 1
) p
cross join lateral (
  select abs(p.day - (l.created_at at time zone 'utc')::date) <= 1 as is_start
) b;

revoke all on private.loop_starts from public, anon, authenticated, service_role;
grant select on private.loop_starts to authenticated, service_role;

-- What a loop gained from the first to the last of some days of the founder's, and how it was at the end of the last:
-- the one definition, wherever a gain is shown. No row where nothing is known of a gain: the history begins later, or
-- on one of the days (`since`) and says no more. A loop that began later was not there yet: it gained nothing, and has no
-- status. Without a search_path of its own, so that PostgreSQL inlines it.
create or replace function private.loop_gain(loop uuid, first_day date, last_day date)
returns table (
  since date, status text, conversions integer, demos integer, messages integer,
  conversions_added bigint, demos_added bigint, messages_added bigint
)
language sql stable
as $$
  select case when b.day is null then s.since end, l.status, l.conversions, l.demos, l.messages,
    coalesce(l.conversions, 0)::bigint - coalesce(b.conversions, s.conversions),
    coalesce(l.demos, 0)::bigint - coalesce(b.demos, s.demos),
    coalesce(l.messages, 0)::bigint - coalesce(b.messages, s.messages)
  from private.loop_starts s
  left join lateral (
    select p.day, p.status, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = s.loop_id and p.day <= loop_gain.last_day order by p.day desc limit 1
  ) l on true
  left join lateral (
    select p.day, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = s.loop_id and p.day < loop_gain.first_day order by p.day desc limit 1
  ) b on true
  where s.loop_id = loop_gain.loop and (b.day is not null or s.since is null or s.since < l.day)
$$;

-- What all loops of a founder gained; null where nothing is known of any.
create or replace function private.counts_added(founder uuid, first_day date, last_day date)
returns table (conversions bigint, demos bigint, messages bigint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select sum(g.conversions_added)::bigint, sum(g.demos_added)::bigint, sum(g.messages_added)::bigint
  from public.traction_loops l
  cross join lateral private.loop_gain(l.id, counts_added.first_day, counts_added.last_day) g
  where l.user_id = counts_added.founder
$$;

-- What each of the caller's loops gained in each of some spans of days, at most 60 of them; `gainedIn` in the functions of
-- the co-founder and the documents. No row for a loop that was not there yet.
create or replace function public.loop_gains(first_days date[], last_days date[])
returns table (
  loop_id uuid, first_day date, last_day date, since date, status text, conversions integer, demos integer, messages integer,
  conversions_added bigint, demos_added bigint, messages_added bigint
)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select l.id, d.first_day, d.last_day, g.*
  from public.traction_loops l
  cross join (
    select distinct first_day, last_day from unnest(loop_gains.first_days[1:60], loop_gains.last_days[1:60]) as d (first_day, last_day)
  ) d
  cross join lateral private.loop_gain(l.id, d.first_day, d.last_day) g
  where l.user_id = (select auth.uid()) and g.status is not null
$$;

-- Each loop of a founder by week (Monday to Sunday), from its first point to this week, at most ten years: how it was at
-- the end of each, and what it gained, as private.loop_gain says it. Under the caller's own policies.
create or replace function public.traction_history(founder uuid default auth.uid())
returns table (
  loop_id uuid, first_week date, statuses text[], conversions integer[], demos integer[], messages integer[],
  conversions_added bigint[], demos_added bigint[], messages_added bigint[]
)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with weeks as (
    select s.*, week::date
    from public.traction_loops l
    join private.loop_starts s on s.loop_id = l.id,
    date_trunc('week', private.founder_today(traction_history.founder)::timestamp) as this_week,
    generate_series(
      greatest(date_trunc('week', s.first_day::timestamp), this_week - interval '519 weeks'), this_week, '1 week'
    ) as week
    where l.user_id = traction_history.founder
  ),
  counted as (
    select w.loop_id, w.week, p.status, p.conversions, p.demos, p.messages,
      lag(p.day) over earlier is not null
        or (w.first_day >= w.week and (w.since is null or w.since < p.day)) as is_known,
      p.conversions::bigint - coalesce(lag(p.conversions) over earlier, w.conversions) as conversions_added,
      p.demos::bigint - coalesce(lag(p.demos) over earlier, w.demos) as demos_added,
      p.messages::bigint - coalesce(lag(p.messages) over earlier, w.messages) as messages_added
    from weeks w
    cross join lateral (
      select p.day, p.status, p.conversions, p.demos, p.messages from public.traction_points p
      where p.loop_id = w.loop_id and p.day < w.week + 7
      order by p.day desc limit 1
    ) p
    window earlier as (partition by w.loop_id order by w.week)
  )
  select c.loop_id, min(c.week), array_agg(c.status order by c.week), array_agg(c.conversions order by c.week),
    array_agg(c.demos order by c.week), array_agg(c.messages order by c.week),
    array_agg(case when c.is_known then c.conversions_added end order by c.week),
    array_agg(case when c.is_known then c.demos_added end order by c.week),
    array_agg(case when c.is_known then c.messages_added end order by c.week)
  from counted c
  group by c.loop_id
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
  -- One that was stored before is corrected on its own.
  if tg_table_name = 'traction_loops' and (
    new.conversions < 0 and new.conversions is distinct from old.conversions
    or new.demos < 0 and new.demos is distinct from old.demos
    or new.messages < 0 and new.messages is distinct from old.messages
  ) then
    raise exception using errcode = '23514', message = 'a count is not below zero';
  end if;
  return new;
end
$$;

create or replace trigger check_counts before insert or update of conversions, demos, messages on public.traction_loops
  for each row execute function private.check_counts();
create or replace trigger check_counts before insert or update of conversions, demos, messages on public.traction_points
  for each row when (pg_trigger_depth() = 0) execute function private.check_counts();

revoke execute on function
  private.record_traction_point(), public.traction_history(uuid), public.loop_counts_on(date[]),
  public.first_loop_points(), private.check_counts(), private.loop_gain(uuid, date, date),
  private.counts_added(uuid, date, date), public.loop_gains(date[], date[])
from public, anon, authenticated, service_role;
grant execute on function public.traction_history(uuid) to authenticated, service_role;
grant execute on function private.loop_gain(uuid, date, date) to authenticated, service_role;
grant execute on function public.loop_gains(date[], date[]), public.loop_counts_on(date[]), public.first_loop_points()
to authenticated;

-- Figures of each founder, kept by triggers. Figures that depend on the present day are computed when they are read.

revoke all on public.founder_figures from public, anon, authenticated, service_role;
grant select on public.founder_figures to authenticated, service_role;

drop policy if exists "admins read founders' figures" on public.founder_figures;
create policy "admins read founders' figures" on public.founder_figures
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads founders' figures" on public.founder_figures;
create policy "the service reads founders' figures" on public.founder_figures
  for select to service_role using (true);

-- Each of these computes a group of columns for some founders, whose rows the caller has locked. Equal rows stay as they
-- are.
create or replace function private.refresh_check_in_figures(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.founder_figures f
  set last_check_in = n.week_of, mood = n.mood, mood_before = n.mood_before
  from (
    select founder, last.week_of, last.mood, before.mood as mood_before
    from unnest(founders) as founder
    left join lateral (
      select c.week_of, c.mood from public.weekly_checkins c where c.user_id = founder order by c.week_of desc limit 1
    ) last on true
    left join lateral (
      select c.mood from public.weekly_checkins c where c.user_id = founder order by c.week_of desc offset 1 limit 1
    ) before on true
  ) n
  where f.user_id = n.founder
    and (f.last_check_in, f.mood, f.mood_before) is distinct from (n.week_of, n.mood, n.mood_before)
$$;

-- An insert of a goal costs a tenth less: PL/pgSQL plans a query once a session, where SQL does at each call.
create or replace function private.goals_due(founder uuid) returns date
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select (max(private.last_second_of_period(p.period, last.planned_at, interval '0')) at time zone 'utc')::date
    from unnest(array['weekly', 'monthly', 'quarterly', 'yearly']) as p (period)
    cross join lateral (
      select coalesce(g.carried_at, g.created_at) as planned_at from public.goals g
      where g.user_id = founder and g.period = p.period and not g.completed
      order by coalesce(g.carried_at, g.created_at) desc limit 1
    ) last
  );
end
$$;

create or replace function private.refresh_goal_figures(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.founder_figures f
  set goals_open = n.open, goals_completed = n.completed, goals_due = n.due
  from (
    select founder, g.*, private.goals_due(founder) as due from unnest(founders) as founder
    cross join lateral (
      select count(*) filter (where not completed)::integer as open, count(*) filter (where completed)::integer as completed
      from public.goals where user_id = founder
    ) g
  ) n
  where f.user_id = n.founder and (f.goals_open, f.goals_completed, f.goals_due) is distinct from (n.open, n.completed, n.due)
$$;

create or replace function private.refresh_loop_figures(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.founder_figures f
  set conversions = n.conversions, loops_changed_on = n.changed_on
  from (
    select founder, l.* from unnest(founders) as founder
    cross join lateral (
      select coalesce(sum(l.conversions), 0)::bigint as conversions,
        -- A point is kept for each day with a change.
        max(coalesce(
          (select p.day from public.traction_points p where p.loop_id = l.id order by p.day desc limit 1),
          (l.created_at at time zone 'utc')::date
        )) filter (where l.status in ('running', 'scaling')) as changed_on
      from public.traction_loops l where l.user_id = founder
    ) l
  ) n
  where f.user_id = n.founder
    and (f.conversions, f.loops_changed_on) is distinct from (n.conversions, n.changed_on)
$$;

create or replace function private.refresh_runway_figures(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.founder_figures f
  set runway_months = n.months
  from (
    select founder, private.runway_months(r.bank_balance, r.monthly_revenue, r.monthly_burn) as months
    from unnest(founders) as founder left join public.runway_data r on r.user_id = founder
  ) n
  where f.user_id = n.founder and f.runway_months is distinct from n.months
$$;

-- Adds the rows that are missing: those of the past, and of data that was written while the triggers were off.
create or replace function private.fill_figures() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  founders uuid[];
begin
  with added as (
    insert into public.founder_figures (user_id) select p.id from public.profiles p order by p.id
    on conflict (user_id) do nothing returning user_id
  )
  select array_agg(user_id) into founders from added;
  perform private.refresh_check_in_figures(founders);
  perform private.refresh_goal_figures(founders);
  perform private.refresh_loop_figures(founders);
  perform private.refresh_runway_figures(founders);
end
$$;

-- After a statement: computes the group of columns that its table has, of the founders whose rows it changed.
create or replace function private.refresh_figures() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  founders uuid[];
begin
  case tg_op
    when 'INSERT' then founders := array(select distinct user_id from new_rows);
    when 'DELETE' then founders := array(select distinct user_id from old_rows);
    else founders := array(select user_id from old_rows union select user_id from new_rows);
  end case;
  -- Locks before reading: the second of two transactions reads what the first has stored. In a fixed order: two
  -- transactions with rows of the same founders would otherwise deadlock.
  perform from public.founder_figures f where f.user_id = any(founders) order by f.user_id for update;
  case tg_table_name
    when 'weekly_checkins' then perform private.refresh_check_in_figures(founders);
    when 'runway_data' then perform private.refresh_runway_figures(founders);
    else perform private.refresh_loop_figures(founders);
  end case;
  return null;
end
$$;

-- Goals may be thousands, and one is ticked at a time: their counts change by what the statement changed, which is
-- exact as long as the row is locked, and the deadline is looked up in an index.
create or replace function private.count_goals() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  founders uuid[];
  opened integer[];
  done integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c.user_id), array_agg(c.opened), array_agg(c.done) into founders, opened, done from (
      select n.user_id, count(*) filter (where not n.completed) as opened, count(*) filter (where n.completed) as done
      from new_rows n group by n.user_id
    ) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c.user_id), array_agg(c.opened), array_agg(c.done) into founders, opened, done from (
      select o.user_id, -count(*) filter (where not o.completed) as opened, -count(*) filter (where o.completed) as done
      from old_rows o group by o.user_id
    ) c;
  else
    select array_agg(c.user_id), array_agg(c.opened), array_agg(c.done) into founders, opened, done from (
      select r.user_id, sum(r.counted) filter (where not r.completed) as opened, sum(r.counted) filter (where r.completed) as done
      from (
        select n.user_id, n.completed, 1 as counted from new_rows n
        union all select o.user_id, o.completed, -1 from old_rows o
      ) r
      group by r.user_id
    ) c;
  end if;
  -- In a fixed order, as in refresh_figures; before the deadline is read.
  perform from public.founder_figures f where f.user_id = any(founders) order by f.user_id for update;
  update public.founder_figures f
  set goals_open = f.goals_open + c.opened, goals_completed = f.goals_completed + c.done, goals_due = c.due
  from (
    select n.user_id, coalesce(n.opened, 0) as opened, coalesce(n.done, 0) as done, private.goals_due(n.user_id) as due
    from unnest(founders, opened, done) as n (user_id, opened, done)
  ) c
  where f.user_id = c.user_id and (c.opened <> 0 or c.done <> 0 or f.goals_due is distinct from c.due);
  return null;
end
$$;

-- A sign-up reads no records: an account that is new has none, and a table that is locked must not hold it up. An account may
-- have records before its profile, which comes with its first use, or after the service has deleted the profile.
create or replace function private.add_figures() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  founders uuid[] := array(select id from new_rows);
begin
  insert into public.founder_figures (user_id) select founder from unnest(founders) as founder order by founder
  on conflict (user_id) do nothing;
  -- Every founder who has ever had a record has a counter of bytes.
  founders := array(select a.user_id from private.account_storage a where a.user_id = any(founders));
  if founders <> '{}' then
    perform private.refresh_check_in_figures(founders);
    perform private.refresh_goal_figures(founders);
    perform private.refresh_loop_figures(founders);
    perform private.refresh_runway_figures(founders);
  end if;
  return null;
end
$$;

create or replace function private.delete_figures() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.founder_figures f where f.user_id in (select id from old_rows);
  return null;
end
$$;

create or replace trigger add_figures after insert on public.profiles
  referencing new table as new_rows for each statement execute function private.add_figures();
create or replace trigger delete_figures after delete on public.profiles
  referencing old table as old_rows for each statement execute function private.delete_figures();
create or replace trigger figures_after_insert after insert on public.weekly_checkins
  referencing new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_update after update on public.weekly_checkins
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_delete after delete on public.weekly_checkins
  referencing old table as old_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_insert after insert on public.goals
  referencing new table as new_rows for each statement execute function private.count_goals();
create or replace trigger figures_after_update after update on public.goals
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_goals();
create or replace trigger figures_after_delete after delete on public.goals
  referencing old table as old_rows for each statement execute function private.count_goals();
create or replace trigger figures_after_insert after insert on public.runway_data
  referencing new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_update after update on public.runway_data
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_delete after delete on public.runway_data
  referencing old table as old_rows for each statement execute function private.refresh_figures();

-- Triggers of statements follow those of rows, which have kept the day's point by then.
create or replace trigger figures_after_insert after insert on public.traction_loops
  referencing new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_update after update on public.traction_loops
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_figures();
create or replace trigger figures_after_delete after delete on public.traction_loops
  referencing old table as old_rows for each statement execute function private.refresh_figures();

-- Points that the service writes itself; those of a changed loop come with the loop.
create or replace trigger figures_after_insert after insert on public.traction_points
  referencing new table as new_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.refresh_figures();
create or replace trigger figures_after_update after update on public.traction_points
  referencing old table as old_rows new table as new_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.refresh_figures();
create or replace trigger figures_after_delete after delete on public.traction_points
  referencing old table as old_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.refresh_figures();

revoke execute on function
  private.refresh_check_in_figures(uuid[]), private.goals_due(uuid), private.refresh_goal_figures(uuid[]),
  private.refresh_loop_figures(uuid[]), private.refresh_runway_figures(uuid[]), private.fill_figures(),
  private.refresh_figures(), private.count_goals(), private.add_figures(), private.delete_figures()
from public, anon, authenticated, service_role;

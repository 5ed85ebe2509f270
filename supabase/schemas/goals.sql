-- Goals: added, edited, ordered, ticked and deleted by founders (SPEC sections 3, 4 and 6), and settled when their period is over.

-- Counts for the tabs of the Command Board (SPEC section 2), under the reader's own policies.
create or replace view public.goal_counts with (security_invoker = true) as
  select user_id, period, count(*)::integer as goals, (count(*) filter (where not completed))::integer as open
  from public.goals group by user_id, period;

revoke all on public.goals, public.goal_counts from public, anon, authenticated;
grant select, delete on public.goals to authenticated;
grant insert (id, user_id, text, period, completed, target, progress, unit, parent_id) on public.goals to authenticated;
grant update (text, completed, target, progress, unit, parent_id) on public.goals to authenticated;
grant all on public.goals to service_role;
grant select on public.goal_counts to authenticated, service_role;

drop policy if exists "founders read their own goals, admins read all" on public.goals;
create policy "founders read their own goals, admins read all" on public.goals
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders add goals that are not completed yet" on public.goals;
create policy "founders add goals that are not completed yet" on public.goals
  for insert to authenticated with check (user_id = (select auth.uid()) and not completed);
drop policy if exists "founders tick their own goals" on public.goals;
drop policy if exists "founders change their own goals" on public.goals;
create policy "founders change their own goals" on public.goals
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "founders delete their own goals" on public.goals;
create policy "founders delete their own goals" on public.goals
  for delete to authenticated using (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.goals;
create policy "no second factor is due" on public.goals
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages goals" on public.goals;
create policy "the service manages goals" on public.goals
  for all to service_role using (true) with check (true);

-- Completed now, or again; only the service may give another moment. Goals completed before this was recorded have no moment.
create or replace function private.record_completion() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.completed_at := case when new.completed then coalesce(new.completed_at, now()) end;
  return new;
end
$$;

create or replace trigger record_completion_of_new before insert on public.goals
  for each row execute function private.record_completion();
create or replace trigger record_completion before update of completed on public.goals
  for each row when (old.completed is distinct from new.completed) execute function private.record_completion();

-- A new goal comes first: its position is when it was added.
create or replace function private.place_goal() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.position := greatest(least(extract(epoch from new.created_at), 1e11), -1e11);
  return new;
end
$$;

create or replace trigger place_goal before insert on public.goals
  for each row when (new.position = 0) execute function private.place_goal();

-- A goal serves one of a longer period, so that links have no circles. After the statement, which may add both; that the
-- goal is of the same founder is for the foreign key.
create or replace function private.check_links() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  periods constant text[] := array['weekly', 'monthly', 'quarterly', 'yearly'];
begin
  if exists (
    select from public.goals p
    where p.user_id = new.user_id and p.id = new.parent_id
      and array_position(periods, p.period) <= array_position(periods, new.period)
  ) or tg_op = 'UPDATE' and exists (
    select from public.goals c
    where c.user_id = new.user_id and c.parent_id = new.id
      and array_position(periods, c.period) >= array_position(periods, new.period)
  ) then
    raise exception using errcode = 'P0001', message = 'a goal serves a goal of a longer period';
  end if;
  return null;
end
$$;

create or replace trigger check_links_of_new after insert on public.goals
  for each row when (new.parent_id is not null) execute function private.check_links();
create or replace trigger check_links after update of parent_id, period on public.goals
  for each row when (new.parent_id is distinct from old.parent_id or new.period <> old.period)
  execute function private.check_links();

-- For each goal of a founder that others serve: how many these are, how many of them are done, and the sum of their numbers
-- with their unit; null where their units differ or they have none. The number of a goal is the one that was typed; else
-- its target, when it is done; else the sum of the goals that serve it, with the same unit: demo and demos are one. Goals
-- without a target pass on what serves them. Under the reader's own policies.
create or replace function public.goal_sums(founder uuid default auth.uid())
returns table (goal uuid, goals integer, done integer, total numeric, unit text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive linked as materialized (
    select g.id, g.parent_id, g.completed, g.unit,
      case when g.target is not null then rtrim(lower(coalesce(g.unit, '')), 's') end as kind,
      coalesce(g.progress, case when g.completed then g.target end) as number
    from public.goals g
    where g.user_id = goal_sums.founder and g.parent_id is not null
  ),
  served as (
    select l.parent_id as goal, l.id, l.completed, l.unit, l.kind, l.number, l.kind as within, true as is_direct
    from linked l
    union all
    select s.goal, l.id, l.completed, l.unit, l.kind, l.number, coalesce(l.kind, s.within), false
    from served s
    join linked l on l.parent_id = s.id and (s.within is null or l.kind is null or l.kind = s.within)
    where s.number is null
  )
  select p.id, (count(*) filter (where s.is_direct))::integer,
    (count(*) filter (where s.is_direct and s.completed))::integer,
    case
      when p.target is not null or count(distinct s.kind) = 1
      then sum(coalesce(s.number, 0)) filter (
        where s.kind is not null and (p.target is null or s.kind = rtrim(lower(coalesce(p.unit, '')), 's'))
      )
    end,
    case when p.target is not null then p.unit when count(distinct s.kind) = 1 then min(s.unit) end
  from served s join public.goals p on p.user_id = goal_sums.founder and p.id = s.goal
  group by p.id, p.target, p.unit, p.position
  order by p.position desc, p.id limit 1000
$$;

-- Moves an open goal of the caller's directly before another one of its period, or to the end. Its new position is halfway
-- between its neighbours; when halving has left no number between them, all of the list get whole distances again.
create or replace function public.move_goal(goal uuid, before uuid default null) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
  moved public.goals;
  next_goal public.goals;
  above double precision;
  place double precision;
begin
  perform private.require_second_factor();
  -- One move at a time: two that give all goals new positions would wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('goals ' || me, 0));
  select * into moved from public.goals g where g.user_id = me and g.id = move_goal.goal and not g.completed;
  if moved.id is null then
    raise exception using errcode = '42501', message = 'there is no such open goal of yours';
  end if;
  for attempt in 1..2 loop
    select * into next_goal from public.goals g
    where g.user_id = me and g.id = move_goal.before and g.id <> moved.id and g.period = moved.period and not g.completed;
    if next_goal.id is null and move_goal.before is not null then
      raise exception using errcode = '22023', message = 'there is no such open goal of the same period';
    end if;
    select g.position into above from public.goals g
    where g.user_id = me and g.period = moved.period and not g.completed and g.id <> moved.id
      and (
        move_goal.before is null or g.position > next_goal.position
        or g.position = next_goal.position and g.id < next_goal.id
      )
    order by g.position, g.id desc limit 1;
    place := case
      when next_goal.id is null then coalesce(above - 1, moved.position)
      -- First of all, but after the next one that is added.
      when above is null then greatest(extract(epoch from now()), next_goal.position + 0.001)
      else (above + next_goal.position) / 2
    end;
    exit when above is null or next_goal.id is null or place < above and place > next_goal.position;
    update public.goals g set position = o.first - o.place
    from (
      select l.id, max(l.position) over () as first, row_number() over (order by l.position desc, l.id) as place
      from public.goals l
      where l.user_id = me and l.period = moved.period and not l.completed and l.id <> moved.id
    ) o
    where g.id = o.id;
  end loop;
  update public.goals g set position = place where g.id = moved.id;
end
$$;

-- Which goals serve the one that its founder deletes, for Undo: before the foreign key clears their links.
create or replace function private.keep_links() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.deleted_goals (id, user_id, goal, served_by)
  select old.id, old.user_id, to_jsonb(old), array_agg(c.id)
  from (select g.id from public.goals g where g.user_id = old.user_id and g.parent_id = old.id limit 200) c
  -- Nothing is kept when the account itself is being deleted.
  where exists (select from auth.users u where u.id = old.user_id)
  having count(*) > 0
  on conflict (id) do update set served_by = excluded.served_by, deleted_at = excluded.deleted_at;
  return old;
end
$$;

create or replace trigger keep_links before delete on public.goals
  for each row when (old.period <> 'weekly' and old.user_id = auth.uid()) execute function private.keep_links();

-- Undo of a deletion within ten minutes: the same row, with its id, place, dates and links.
create or replace function public.restore_goal(goal uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted private.deleted_goals := private.take_deleted(restore_goal.goal, 'goal');
  kept public.goals;
begin
  kept := jsonb_populate_record(null::public.goals, deleted.goal);
  -- The goal that it served may be gone.
  select p.id into kept.parent_id from public.goals p where p.user_id = kept.user_id and p.id = kept.parent_id;
  insert into public.goals select kept.*;
  update public.goals g set parent_id = kept.id
  where g.user_id = kept.user_id and g.id = any(deleted.served_by) and g.parent_id is null;
  -- A goal that was completed before moments were recorded has none.
  if kept.completed and kept.completed_at is null then
    update public.goals g set completed_at = null where g.id = kept.id;
  end if;
end
$$;

-- The caller's open goals of ended periods: at most 50 of each, in the founder's order, as on the board. The arguments say
-- when the caller's present periods began, in their own time zone.
create or replace function public.goals_left_over(
  week timestamptz, month timestamptz, quarter timestamptz, year timestamptz
) returns table (id uuid, text text, period text, planned_at timestamptz)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select g.id, g.text, g.period, g.planned_at
  from (values ('weekly', week), ('monthly', month), ('quarterly', quarter), ('yearly', year)) as p (period, begins_at)
  cross join lateral (
    select g.id, g.text, g.period, coalesce(g.carried_at, g.created_at) as planned_at
    from public.goals g
    where g.user_id = (select auth.uid()) and g.period = p.period and not g.completed
      and coalesce(g.carried_at, g.created_at) < p.begins_at
    order by g.position desc, g.id limit 50
  ) g
$$;

-- The last second that is in a goal's period both in UTC, by which the team counts, and where the founder is, whose
-- check-in lists what was completed in their own week. West of UTC it may be before the moment of planning.
-- ahead: how far the founder's clock is ahead of UTC; negative in the west.
create or replace function private.last_second_of_period(period text, planned_at timestamptz, ahead interval) returns timestamptz
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select (
    date_trunc(unit, planned_at at time zone 'utc' + ahead) + length - interval '1 second' - greatest(ahead, interval '0')
  ) at time zone 'utc'
  from (
    values ('weekly', 'week', interval '1 week'), ('monthly', 'month', '1 month'), ('quarterly', 'quarter', '3 months'),
      ('yearly', 'year', '1 year')
  ) as p (name, unit, length)
  where p.name = last_second_of_period.period
$$;

-- Carry-over: settles up to 200 of the caller's open goals: `carried` into the present period, `dropped` (deleted), or
-- `done`, which counts in the period that they were planned for.
-- week: when a week began in the caller's time zone; default: UTC's. A moment and not the zone's name, because PostgreSQL
-- need not know each name that browsers use.
create or replace function public.settle_goals(ids uuid[], outcome text, week timestamptz default null) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
  ahead interval;
begin
  perform private.require_second_factor();
  if coalesce(cardinality(settle_goals.ids), 0) not between 1 and 200 then
    raise exception using errcode = '22023', message = 'between 1 and 200 goals are settled at once';
  end if;
  -- The Monday nearest to that moment is the one that began at it.
  ahead := coalesce(
    date_trunc('week', settle_goals.week at time zone 'utc' + interval '84 hours') - settle_goals.week at time zone 'utc',
    interval '0'
  );
  if ahead not between interval '-24 hours' and interval '24 hours' then
    raise exception using errcode = '22023', message = 'that is not the beginning of a week';
  end if;
  case settle_goals.outcome
    when 'carried' then
      update public.goals g set carried_at = now() where g.user_id = me and g.id = any(ids) and not g.completed;
    when 'done' then
      update public.goals g
      set completed = true,
        completed_at = least(
          now(), private.last_second_of_period(g.period, coalesce(g.carried_at, g.created_at), ahead)
        )
      where g.user_id = me and g.id = any(ids) and not g.completed;
    when 'dropped' then
      delete from public.goals g where g.user_id = me and g.id = any(ids) and not g.completed;
    else
      raise exception using errcode = '22023', message = 'a goal is carried, done or dropped';
  end case;
end
$$;

revoke execute on function
  private.record_completion(), private.place_goal(), private.check_links(), public.goal_sums(uuid),
  private.keep_links(), public.move_goal(uuid, uuid),
  public.restore_goal(uuid), public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  private.last_second_of_period(text, timestamptz, interval), public.settle_goals(uuid[], text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  public.goal_sums(uuid), public.move_goal(uuid, uuid), public.restore_goal(uuid),
  public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  public.settle_goals(uuid[], text, timestamptz)
to authenticated;

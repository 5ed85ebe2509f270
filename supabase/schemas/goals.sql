-- Goals: added, ticked and deleted by founders (SPEC sections 3, 4 and 6), and settled when their period is over.

-- Counts for the tabs of the Command Board (SPEC section 2), under the reader's own policies.
create or replace view public.goal_counts with (security_invoker = true) as
  select user_id, period, count(*)::integer as goals from public.goals group by user_id, period;

revoke all on public.goals, public.goal_counts from public, anon, authenticated;
grant select, delete on public.goals to authenticated;
grant insert (id, user_id, text, period, completed) on public.goals to authenticated;
grant update (completed) on public.goals to authenticated;
grant all on public.goals to service_role;
grant select on public.goal_counts to authenticated, service_role;

drop policy if exists "founders read their own goals, admins read all" on public.goals;
create policy "founders read their own goals, admins read all" on public.goals
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders add goals that are not completed yet" on public.goals;
create policy "founders add goals that are not completed yet" on public.goals
  for insert to authenticated with check (user_id = (select auth.uid()) and not completed);
drop policy if exists "founders tick their own goals" on public.goals;
create policy "founders tick their own goals" on public.goals
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

-- The caller's open goals of ended periods: at most 50 of each, oldest first. The arguments say when the caller's present
-- periods began, in their own time zone.
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
    order by coalesce(g.carried_at, g.created_at), g.id limit 50
  ) g
$$;

-- The last second that is in a goal's period both in UTC, by which my_weeks counts, and where the founder is, whose
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
  private.record_completion(), public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  private.last_second_of_period(text, timestamptz, interval), public.settle_goals(uuid[], text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  public.settle_goals(uuid[], text, timestamptz)
to authenticated;

-- A goal of an ended period that is settled as done counts in that period of its founder, whose week may begin up to 14
-- hours before UTC's or 12 hours after it.

-- The last second that is in a goal's period both in UTC, by which my_weeks counts, and where the founder is, whose
-- check-in lists what was completed in their own week. West of UTC it may be before the moment of planning.
-- ahead: how far the founder's clock is ahead of UTC; negative in the west.
create function private.last_second_of_period(period text, planned_at timestamptz, ahead interval) returns timestamptz
language sql immutable
set search_path = ''
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

drop function public.settle_goals(uuid[], text);
drop function private.period_end(text, timestamptz);

-- Settles up to 200 of the caller's open goals: `carried` into the present period, `dropped` (deleted), or `done`, which
-- counts in the period that they were planned for.
-- week: when a week began in the caller's time zone; default: UTC's. A moment and not the zone's name, because PostgreSQL
-- need not know each name that browsers use.
create function public.settle_goals(ids uuid[], outcome text, week timestamptz default null) returns void
language plpgsql security definer
set search_path = ''
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

revoke execute on function private.last_second_of_period(text, timestamptz, interval),
  public.settle_goals(uuid[], text, timestamptz)
from public, anon, authenticated;
grant execute on function public.settle_goals(uuid[], text, timestamptz) to authenticated;

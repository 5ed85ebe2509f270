-- Closing a week: goals whose period has ended are carried over, done or dropped, and the check-in says whether the last
-- priority happened.

-- A goal belongs to the week, month, quarter or year in which it was added, or carried over last.
alter table public.goals add column carried_at timestamptz;
create index goals_left_over on public.goals (user_id, period, coalesce(carried_at, created_at), id) where not completed;

-- The caller's open goals of ended periods: at most 50 of each, oldest first. The arguments say when the caller's present
-- periods began, in their own time zone.
create function public.goals_left_over(
  week timestamptz, month timestamptz, quarter timestamptz, year timestamptz
) returns table (id uuid, text text, period text, planned_at timestamptz)
language sql stable
set search_path = ''
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

-- The end of the period that a moment falls in, UTC.
create function private.period_end(period text, moment timestamptz) returns timestamptz
language sql immutable
set search_path = ''
as $$
  select (date_trunc(unit, moment at time zone 'utc') + length) at time zone 'utc' - interval '1 second'
  from (
    values ('weekly', 'week', interval '1 week'), ('monthly', 'month', '1 month'), ('quarterly', 'quarter', '3 months'),
      ('yearly', 'year', '1 year')
  ) as p (name, unit, length)
  where p.name = period_end.period
$$;

-- Settles up to 200 of the caller's open goals: `carried` into the present period, `dropped` (deleted), or `done`, which
-- counts in the period that they were planned for.
create function public.settle_goals(ids uuid[], outcome text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  if coalesce(cardinality(settle_goals.ids), 0) not between 1 and 200 then
    raise exception using errcode = '22023', message = 'between 1 and 200 goals are settled at once';
  end if;
  case settle_goals.outcome
    when 'carried' then
      update public.goals g set carried_at = now() where g.user_id = me and g.id = any(ids) and not g.completed;
    when 'done' then
      update public.goals g
      set completed = true,
        completed_at = least(now(), private.period_end(g.period, coalesce(g.carried_at, g.created_at)))
      where g.user_id = me and g.id = any(ids) and not g.completed;
    when 'dropped' then
      delete from public.goals g where g.user_id = me and g.id = any(ids) and not g.completed;
    else
      raise exception using errcode = '22023', message = 'a goal is carried, done or dropped';
  end case;
end
$$;

-- Whether the priority of the check-in before happened.
alter table public.weekly_checkins add column priority_outcome text check (priority_outcome in ('yes', 'partly', 'no'));
grant insert (priority_outcome) on public.weekly_checkins to authenticated;

-- What the caller's week held, for its check-in: the last priority, goals completed, decisions, what their loops added,
-- and how many weeks in a row have a check-in, this one not counted. In PL/pgSQL, which keeps the plan.
-- begins_at: when the week began in the caller's time zone.
create function public.week_so_far(week_of date, begins_at timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  if week_of is null or begins_at is null or extract(isodow from week_of) <> 1
    or abs(extract(epoch from begins_at - week_of::timestamp at time zone 'utc')) > 86400 then
    raise exception using errcode = '22023', message = 'that is not the beginning of a week';
  end if;
  return jsonb_build_object(
    'priority', (
      select jsonb_build_object('week_of', c.week_of, 'text', c.next_priority)
      from public.weekly_checkins c where c.user_id = me and c.week_of < week_so_far.week_of
      order by c.week_of desc limit 1
    ),
    'goals', (
      select coalesce(jsonb_agg(g.text order by g.completed_at), '[]') from (
        select g.text, g.completed_at from public.goals g
        where g.user_id = me and g.completed_at >= begins_at order by g.completed_at desc limit 20
      ) g
    ),
    'decisions', (
      select coalesce(jsonb_agg(d.title order by d.created_at), '[]') from (
        select d.title, d.created_at from public.decisions d
        where d.user_id = me and d.created_at >= begins_at order by d.created_at desc limit 20
      ) d
    ),
    'added', (
      select to_jsonb(a) from private.counts_added(me, week_so_far.week_of - 1, (now() at time zone 'utc')::date) a
      where a.conversions is not null
    ),
    'streak', private.check_in_streak(me, week_so_far.week_of - 7)
  );
end
$$;

revoke execute on function public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  private.period_end(text, timestamptz), public.settle_goals(uuid[], text), public.week_so_far(date, timestamptz)
from public, anon, authenticated;
grant execute on function public.goals_left_over(timestamptz, timestamptz, timestamptz, timestamptz),
  public.settle_goals(uuid[], text), public.week_so_far(date, timestamptz)
to authenticated;

-- A founder's weeks: the mood of each check-in and how many goals were completed. Weeks are from Monday to Sunday, UTC.

alter table public.goals add column completed_at timestamptz;
-- Counts a founder's completed goals by week.
create index goals_by_completion on public.goals (user_id, completed_at) where completed_at is not null;

-- Completed now, or again; only the service may give another moment. Goals completed before this was recorded have no moment.
create function private.record_completion() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.completed_at := case when new.completed then coalesce(new.completed_at, now()) end;
  return new;
end
$$;
create trigger record_completion_of_new before insert on public.goals
  for each row execute function private.record_completion();
create trigger record_completion before update of completed on public.goals
  for each row when (old.completed is distinct from new.completed) execute function private.record_completion();
revoke execute on function private.record_completion() from public, anon, authenticated;

-- The caller's weeks up to this one, oldest first: at most half a year, none before the account. Mood is null without a
-- check-in; completed goals are null before the first known one.
create function public.my_weeks() returns table (week_of date, mood integer, goals_completed integer)
language sql stable
set search_path = ''
as $$
  with me as materialized (
    select u.id, date_trunc('week', now() at time zone 'utc') as this_week,
      (select min(g.completed_at) from public.goals g where g.user_id = u.id and g.completed_at is not null)
        as first_completion,
      least(
        (select p.created_at from public.profiles p where p.id = u.id),
        (select min(c.week_of)::timestamptz from public.weekly_checkins c where c.user_id = u.id)
      ) as since
    from (select auth.uid() as id offset 0) u
  )
  select week::date,
    -- No join: PostgreSQL takes a series for a thousand rows, and would read all check-ins.
    (select c.mood from public.weekly_checkins c where c.user_id = me.id and c.week_of = week::date),
    case when week + interval '7 days' > me.first_completion at time zone 'utc' then
      (
        select count(*)::integer from public.goals g
        where g.user_id = me.id and g.completed_at >= week at time zone 'utc'
          and g.completed_at < (week + interval '7 days') at time zone 'utc'
      )
    end
  from me
  cross join lateral generate_series(
    greatest(date_trunc('week', me.since at time zone 'utc'), me.this_week - interval '25 weeks'), me.this_week, '1 week'
  ) as week
  order by week
$$;
revoke execute on function public.my_weeks() from public, anon;
grant execute on function public.my_weeks() to authenticated;

-- How many check-ins follow each other week by week, up to a week. One missed week in eight is forgiven: it is not
-- counted, and the next one that is lies eight weeks further back.
create function private.check_in_streak(founder uuid, until_week date) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  expected date := check_in_streak.until_week;
  forgiven date;
  week date;
  streak integer := 0;
begin
  for week in
    select c.week_of from public.weekly_checkins c
    where c.user_id = check_in_streak.founder and c.week_of <= check_in_streak.until_week order by c.week_of desc
  loop
    if week = expected - 7 and coalesce(forgiven - expected >= 56, true) then
      forgiven := expected;
    elsif week <> expected then
      exit;
    end if;
    streak := streak + 1;
    expected := week - 7;
  end loop;
  return streak;
end
$$;
revoke execute on function private.check_in_streak(uuid, date) from public, anon, authenticated;

-- Weekly check-ins, their summaries, and what a founder's weeks held (SPEC sections 3 and 4).

revoke all on public.weekly_checkins from public, anon, authenticated;
grant select, delete on public.weekly_checkins to authenticated;
grant insert (user_id, week_of, mood, wins, blockers, next_priority, priority_outcome) on public.weekly_checkins to authenticated;
grant update (mood, wins, blockers, next_priority, priority_outcome) on public.weekly_checkins to authenticated;
grant all on public.weekly_checkins to service_role;

drop policy if exists "founders read their own check-ins, admins read all" on public.weekly_checkins;
create policy "founders read their own check-ins, admins read all" on public.weekly_checkins
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders check in for themselves" on public.weekly_checkins;
create policy "founders check in for themselves" on public.weekly_checkins
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.weekly_checkins;
create policy "no second factor is due" on public.weekly_checkins
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages check-ins" on public.weekly_checkins;
create policy "the service manages check-ins" on public.weekly_checkins
  for all to service_role using (true) with check (true);

-- Only recent weeks, because a model costs money: imported history gets no summary, and one check-in a week bounds
-- what a founder can cause. The upper bound allows for time zones where it is already tomorrow. None of an import, which says so
-- by `upswing.is_import`.
create or replace function private.needs_summary(week_of date) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select week_of between current_date - 14 and current_date + 1
    and current_setting('upswing.is_import', true) is distinct from 'yes'
$$;

-- The notification names the function to run now; if no server listens, its schedule finds the row.
create or replace function private.enqueue_summaries() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.check_ins_to_summarize (check_in)
  select id from added where ai_summary is null and private.needs_summary(week_of);
  if found then
    perform pg_notify('functions', 'summarize-check-ins');
  end if;
  return null;
end
$$;

create or replace trigger enqueue_summaries after insert on public.weekly_checkins
  referencing new table as added for each statement execute function private.enqueue_summaries();

-- The summary is that of the texts before.
create or replace function private.mark_corrected() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.corrected_at := now();
  if new.ai_summary is not distinct from old.ai_summary then
    new.ai_summary := null;
  end if;
  return new;
end
$$;

create or replace trigger mark_corrected
  before update of mood, wins, blockers, next_priority, priority_outcome on public.weekly_checkins
  for each row when (
    (old.mood, old.wins, old.blockers, old.next_priority, old.priority_outcome)
    is distinct from (new.mood, new.wins, new.blockers, new.next_priority, new.priority_outcome)
  ) execute function private.mark_corrected();

-- A correction is of now: a check-in of the last two weeks is summarized, an imported one as well. The next check-in is summarized
-- again, if it was before: its summary compares it with the corrected one. A summary that is being written from the texts before has
-- another version, and is not stored. Rows of check-ins are locked before those of the queue, in the order of their weeks.
create or replace function private.enqueue_corrected() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  following public.weekly_checkins;
begin
  select * into following from public.weekly_checkins c
  where c.user_id = new.user_id and c.week_of > new.week_of order by c.week_of limit 1 for update;
  update public.weekly_checkins c set ai_summary = null where c.id = following.id and c.ai_summary is not null;
  insert into private.check_ins_to_summarize as w (check_in)
  select s.id from (values
    (new.id, new.ai_summary is null, old.ai_summary is not null or private.needs_summary(new.week_of)),
    (following.id, following.id is not null, following.ai_summary is not null)
  ) as s (id, is_missing, is_due)
  where s.is_missing and (s.is_due or exists (select from private.check_ins_to_summarize q where q.check_in = s.id))
  on conflict (check_in) do update set version = excluded.version, attempts = 0, due_at = now();
  if found then
    perform pg_notify('functions', 'summarize-check-ins');
  end if;
  return null;
end
$$;

create or replace trigger enqueue_corrected
  after update of mood, wins, blockers, next_priority, priority_outcome on public.weekly_checkins
  for each row when (
    (old.mood, old.wins, old.blockers, old.next_priority, old.priority_outcome)
    is distinct from (new.mood, new.wins, new.blockers, new.next_priority, new.priority_outcome)
  ) execute function private.enqueue_corrected();

-- Only the summary of the claimed version is stored, once: neither a slow caller nor a text before its correction replaces
-- what is newer. The check-in is locked before its row of the queue, as where it is corrected. Without a version, from a
-- server of the release before, nothing is stored, and the check-in is claimed again.
create or replace function public.store_check_in_summary(check_in uuid, summary text, version uuid default null)
returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.weekly_checkins c where c.id = store_check_in_summary.check_in for update;
  delete from private.check_ins_to_summarize w
  where w.check_in = store_check_in_summary.check_in and w.version = store_check_in_summary.version;
  if found then
    update public.weekly_checkins c set ai_summary = store_check_in_summary.summary
    where c.id = store_check_in_summary.check_in and c.ai_summary is null;
  end if;
end
$$;

-- The caller's weeks up to this one, oldest first: at most half a year, none before the account. Mood is null without a
-- check-in; completed goals are null before the first known one.
-- begins_at: when the week began in the caller's time zone; default: in UTC.
create or replace function public.my_weeks(begins_at timestamptz default null)
returns table (week_of date, mood integer, goals_completed integer)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with given as materialized (
    -- A moment of another week is none of this one's.
    select coalesce(
      case when my_weeks.begins_at between now() - interval '9 days' and now() + interval '2 days' then my_weeks.begins_at end,
      date_trunc('week', now() at time zone 'utc') at time zone 'utc'
    ) at time zone 'utc' as began
  ), clock as materialized (
    -- The Monday nearest to that moment is the one that began at it.
    select date_trunc('week', began + interval '84 hours') as this_week,
      date_trunc('week', began + interval '84 hours') - began as ahead
    from given
  ), me as materialized (
    select u.id, clock.this_week, clock.ahead,
      (select min(g.completed_at) from public.goals g where g.user_id = u.id and g.completed_at is not null)
        as first_completion,
      least(
        (select p.created_at at time zone 'utc' + clock.ahead from public.profiles p where p.id = u.id),
        (select min(c.week_of)::timestamp from public.weekly_checkins c where c.user_id = u.id)
      ) as since
    from clock, (select auth.uid() as id offset 0) u
  )
  select week::date,
    -- No join: PostgreSQL takes a series for a thousand rows, and would read all check-ins.
    (select c.mood from public.weekly_checkins c where c.user_id = me.id and c.week_of = week::date),
    case when week + interval '7 days' - me.ahead > me.first_completion at time zone 'utc' then
      (
        select count(*)::integer from public.goals g
        where g.user_id = me.id and g.completed_at >= (week - me.ahead) at time zone 'utc'
          and g.completed_at < (week + interval '7 days' - me.ahead) at time zone 'utc'
      )
    end
  from me
  cross join lateral generate_series(
    greatest(date_trunc('week', me.since), me.this_week - interval '25 weeks'), me.this_week, '1 week'
  ) as week
  order by week
$$;

-- The streak: how many check-ins follow each other week by week, up to a week. One missed week in eight is forgiven: it is
-- not counted, and the next one that is lies eight weeks further back.
create or replace function private.check_in_streak(founder uuid, until_week date) returns integer
language plpgsql stable
set search_path = pg_catalog, pg_temp
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

-- The caller's week, of the present one until now, for its check-in: the last priority, goals completed, decisions, what
-- their loops added, and how many weeks in a row have a check-in, this one not counted. In PL/pgSQL, which keeps the plan.
-- begins_at: when the week began in the caller's time zone.
create or replace function public.week_so_far(week_of date, begins_at timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  me uuid := auth.uid();
  -- An hour more, for the week in which clocks are set back.
  ends_at timestamptz := begins_at + interval '169 hours';
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
        where g.user_id = me and g.completed_at >= begins_at and g.completed_at < ends_at
        order by g.completed_at desc limit 20
      ) g
    ),
    'decisions', (
      select coalesce(jsonb_agg(d.title order by d.created_at), '[]') from (
        select d.title, d.created_at from public.decisions d
        where d.user_id = me and d.created_at >= begins_at and d.created_at < ends_at
        order by d.created_at desc limit 20
      ) d
    ),
    'added', (
      select to_jsonb(a) from private.counts_added(me, week_so_far.week_of, week_so_far.week_of + 6) a
      where a.conversions is not null
    ),
    'streak', private.check_in_streak(me, week_so_far.week_of - 7)
  );
end
$$;

-- The caller's check-ins of the weeks that begin within a span, newest first, at most ten years; texts are cut.
create or replace function public.check_ins_between(from_week date, to_week date)
returns table (
  id uuid, week_of date, mood integer, wins text, blockers text, next_priority text, priority_outcome text
)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select c.id, c.week_of, c.mood, left(c.wins, 300), left(c.blockers, 300), left(c.next_priority, 300), c.priority_outcome
  from public.weekly_checkins c
  where c.user_id = (select auth.uid()) and c.week_of between check_ins_between.from_week and check_ins_between.to_week
  order by c.week_of desc limit 520
$$;

create or replace function private.week_of(moment timestamptz) returns date
language sql immutable
return date_trunc('week', moment at time zone 'utc')::date;

-- A founder's own time zone is not known here: the present week is the one where the day is furthest ahead, at UTC+14.
create or replace function private.check_week() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not isfinite(new.week_of)
    or new.week_of > date_trunc('week', now() at time zone 'utc' + interval '14 hours')::date then
    raise exception using errcode = '23514', message = 'a check-in is for this week or an earlier one';
  end if;
  return new;
end
$$;

-- A trigger and no constraint: a row from before it stays, and a backup that has one is restored.
create or replace trigger check_week before insert or update of week_of on public.weekly_checkins
  for each row execute function private.check_week();

-- 28 days, and one because the founder's day may be the one before UTC's.
drop policy if exists "founders correct their own check-ins of the last four weeks" on public.weekly_checkins;
create policy "founders correct their own check-ins of the last four weeks" on public.weekly_checkins
  for update to authenticated
  using (user_id = (select auth.uid()) and week_of >= (now() at time zone 'utc')::date - 29)
  with check (user_id = (select auth.uid()));
drop policy if exists "founders delete their own check-ins of the last four weeks, admins any" on public.weekly_checkins;
create policy "founders delete their own check-ins of the last four weeks, admins any" on public.weekly_checkins
  for delete to authenticated
  using (
    user_id = (select auth.uid()) and week_of >= (now() at time zone 'utc')::date - 29 or (select private.is_admin())
  );

-- Hands each due check-in to one caller, and again after a delay if no summary was stored by then: one minute,
-- doubled each time, up to about an hour. The first delay is longer than one attempt may take. After 24 attempts, about
-- a day, the summary is given up; `failure` says so, once.
create or replace function public.claim_check_ins(max_rows integer)
returns table (id uuid, user_id uuid, week_of date, version uuid, attempt integer, failure text)
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with due as (
    select w.check_in, w.version, w.attempts, w.attempts >= 24 as is_given_up from private.check_ins_to_summarize w
    where w.due_at <= now() order by w.due_at limit claim_check_ins.max_rows
    for update skip locked
  ), given_up as (
    delete from private.check_ins_to_summarize w using due where w.check_in = due.check_in and due.is_given_up
  ), claimed as (
    update private.check_ins_to_summarize w
    set attempts = w.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(w.attempts, 6)
    from due where w.check_in = due.check_in and not due.is_given_up
  )
  select c.id, c.user_id, c.week_of, due.version, due.attempts + 1,
    case when due.is_given_up then format('the summary of check-in %s is given up after 24 attempts', c.id) end
  from due join public.weekly_checkins c on c.id = due.check_in
$$;

revoke execute on function
  private.needs_summary(date), private.enqueue_summaries(), private.mark_corrected(), private.enqueue_corrected(),
  public.store_check_in_summary(uuid, text, uuid), public.my_weeks(timestamptz),
  private.check_in_streak(uuid, date), public.week_so_far(date, timestamptz), public.check_ins_between(date, date),
  private.week_of(timestamptz), private.check_week(), public.claim_check_ins(integer)
from public, anon, authenticated, service_role;
grant execute on function public.store_check_in_summary(uuid, text, uuid), public.claim_check_ins(integer) to service_role;
grant execute on function
  public.my_weeks(timestamptz), private.check_in_streak(uuid, date), public.week_so_far(date, timestamptz),
  public.check_ins_between(date, date)
to authenticated;

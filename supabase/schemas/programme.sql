-- The programme in figures: what founders did by week, for all of them, those who joined in a month, or those with a label.
-- Weeks begin on Mondays, UTC.

-- Adds the answers that are missing, of some founders or of all: those of the past, of messages that were written while the
-- triggers were off, or of several that came at once. Which conversations were done meanwhile is not known.
create or replace function private.fill_answer_times(founders uuid[] default null) returns void
language sql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
  with message as (
    -- A round ends with a message of the squad, among the comments on a record with one of those.
    select *, count(*) filter (where sender_type = 'squad') over (
      partition by user_id, about_id order by created_at, id rows between unbounded preceding and 1 preceding
    ) as round
    from public.squad_messages where (founders is null or user_id = any(founders)) and not private.is_to_many(id)
  ),
  round as (
    select user_id, min(created_at) filter (where sender_type = 'user') as asked_at,
      max(created_at) filter (where sender_type = 'squad') as answered_at,
      (array_agg(id) filter (where sender_type = 'squad'))[1] as message_id
    from message group by user_id, about_id, round
  )
  insert into private.answer_times (message_id, user_id, week, minutes)
  select message_id, user_id, private.week_of(answered_at), extract(epoch from answered_at - asked_at) / 60
  from round where asked_at is not null and message_id is not null
  on conflict (message_id) do nothing
$$;

-- A conversation that was marked as done waits for nothing, so the conversation says since when it waits. Fires before
-- messages_added, which ends the waiting: triggers fire in the order of their names.
create or replace function private.answers_added() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  answered uuid[] := array(
    select user_id from added group by user_id having count(*) filter (where sender_type = 'squad') = 1 and count(*) = 1
  );
  several uuid[] := array(
    select user_id from added group by user_id having count(*) filter (where sender_type = 'squad') > 0 and count(*) > 1
  );
begin
  if cardinality(several) > 0 then
    perform private.fill_answer_times(several);
  end if;
  if cardinality(answered) > 0 then
    -- Two answers at once: the second one waits for the first, and finds no waiting founder. In a fixed order, as in
    -- messages_added.
    perform from public.squad_conversations c where c.user_id = any(answered) order by c.user_id for update;
    insert into private.answer_times (message_id, user_id, week, minutes)
    select a.id, a.user_id, private.week_of(a.created_at), extract(epoch from a.created_at - asked.at) / 60
    from added a join public.squad_conversations c on c.user_id = a.user_id
    cross join lateral (
      select case when a.about_id is null then c.waiting_since else (
        -- Of the messages since the squad's comment before.
        select min(m.created_at) from public.squad_messages m
        where m.user_id = a.user_id and m.about_kind = a.about_kind and m.about_id = a.about_id
          and m.sender_type = 'user' and m.created_at >= c.waiting_since and not exists (
            select from public.squad_messages s
            where s.user_id = a.user_id and s.about_kind = a.about_kind and s.about_id = a.about_id
              and s.sender_type = 'squad' and s.created_at >= m.created_at and s.id <> a.id
          )
      ) end as at
    ) as asked
    where a.user_id = any(answered) and a.created_at >= asked.at and not private.is_to_many(a.id);
  end if;
  return null;
end
$$;

create or replace trigger answers_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.answers_added();

-- The founders of a cohort: those who joined in the month of `joined`, and have the label; null for all founders.
create or replace function private.cohort_members(joined date, label uuid) returns uuid[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when cohort_members.joined is not null or cohort_members.label is not null then array(
    select p.id from public.profiles p
    where (
        cohort_members.joined is null
        or date_trunc('month', p.created_at at time zone 'utc')::date = date_trunc('month', cohort_members.joined::timestamp)::date
      )
      and (cohort_members.label is null or exists (
        select from public.labelled_founders l where l.label = cohort_members.label and l.user_id = p.id
      ))
      and not exists (select from public.user_roles a where a.user_id = p.id and a.role = 'admin')
  ) end
$$;

-- Whether a founder belongs to the cohort `members`, or, without one, is no admin. Without a search_path of its own, so that
-- PostgreSQL inlines it.
create or replace function private.is_member(founder uuid, members uuid[], admins uuid[]) returns boolean
language sql immutable
return coalesce(founder = any(members), founder <> all(admins));

create or replace function private.admin_ids() returns uuid[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array(select r.user_id from public.user_roles r where r.role = 'admin')
$$;

-- The first of the last `weeks` weeks, of two years at most.
create or replace function private.first_week(weeks integer) returns date
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select private.week_of(now()) - 7 * (least(greatest(weeks, 1), 104) - 1)
$$;

-- Each of these is about the founders of a cohort (private.cohort_members) in each of the last `weeks` weeks, the oldest first.
-- Planned for its values: a cohort's founders are then looked up in a hash table.

-- How many had joined by the end of the week, how many checked in, and the mean of their moods.
create or replace function public.programme_check_ins(joined date default null, label uuid default null, weeks integer default 26)
returns table (week date, founders bigint, checked_in bigint, mood numeric)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  members uuid[] := private.cohort_members(programme_check_ins.joined, programme_check_ins.label);
  admins uuid[] := private.admin_ids();
  first date := private.first_week(weeks);
begin
  perform private.require_admin();
  return query
    with checked as (
      select c.week_of, count(*) as n, round(avg(c.mood), 2) as mood from public.weekly_checkins c
      where c.week_of >= first and private.is_member(c.user_id, members, admins) group by c.week_of
    ),
    arrived as (
      select greatest(private.week_of(p.created_at), first) as week, count(*) as n from public.profiles p
      where private.is_member(p.id, members, admins) group by 1
    )
    -- A check-in of before joining is that of an imported account.
    select w.week, greatest((sum(a.n) over (order by w.week))::bigint, c.n, 0), coalesce(c.n, 0), c.mood
    from (select generate_series(first, private.week_of(now()), interval '7 days')::date as week) w
    left join arrived a on a.week = w.week
    left join checked c on c.week_of = w.week
    order by w.week;
end
$$;

-- How many conversions their loops added; null before the first record.
create or replace function public.programme_conversions(joined date default null, label uuid default null, weeks integer default 26)
returns table (week date, added bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  members uuid[] := private.cohort_members(programme_conversions.joined, programme_conversions.label);
  admins uuid[] := private.admin_ids();
  first date := private.first_week(weeks);
begin
  perform private.require_admin();
  return query
    with sums as (
      select first + 7 * ((c.day - first) / 7) as week, sum(c.added)::bigint as added from private.conversion_points c
      where c.day >= first and private.is_member(c.user_id, members, admins) group by 1
    )
    select w.week, case
        when s.added is not null or exists (
          select from private.conversion_points c
          where c.day < w.week and private.is_member(c.user_id, members, admins)
        ) then coalesce(s.added, 0)
      end
    from (select generate_series(first, private.week_of(now()), interval '7 days')::date as week) w
    left join sums s on s.week = w.week
    order by w.week;
end
$$;

-- How many answers of the squad they got, and how many minutes they waited for one, at the median.
create or replace function public.programme_answers(joined date default null, label uuid default null, weeks integer default 26)
returns table (week date, answers bigint, minutes integer)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  members uuid[] := private.cohort_members(programme_answers.joined, programme_answers.label);
  admins uuid[] := private.admin_ids();
  first date := private.first_week(weeks);
begin
  perform private.require_admin();
  return query
    with medians as (
      select t.week, count(*) as n, percentile_disc(0.5) within group (order by t.minutes) as minutes
      from private.answer_times t
      where t.week >= first and private.is_member(t.user_id, members, admins) group by t.week
    )
    select w.week, coalesce(m.n, 0), m.minutes
    from (select generate_series(first, private.week_of(now()), interval '7 days')::date as week) w
    left join medians m on m.week = w.week
    order by w.week;
end
$$;

-- The months in which founders joined, the newest first, with how many; ten years at most.
create or replace function public.programme_months() returns table (month date, founders bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select date_trunc('month', p.created_at at time zone 'utc')::date, count(*) from public.profiles p
    where p.id <> all(private.admin_ids())
    group by 1 order by 1 desc limit 120;
end
$$;

revoke execute on function
  private.fill_answer_times(uuid[]), private.answers_added(), private.cohort_members(date, uuid),
  private.is_member(uuid, uuid[], uuid[]), private.admin_ids(), private.first_week(integer),
  public.programme_check_ins(date, uuid, integer), public.programme_conversions(date, uuid, integer),
  public.programme_answers(date, uuid, integer), public.programme_months()
from public, anon, authenticated, service_role;
grant execute on function
  public.programme_check_ins(date, uuid, integer), public.programme_conversions(date, uuid, integer),
  public.programme_answers(date, uuid, integer), public.programme_months()
to authenticated;

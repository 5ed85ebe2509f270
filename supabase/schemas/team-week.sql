-- The week of the team: the figures of a week that has ended, for its page and its mail. Weeks are UTC's, as those of the
-- programme, and each figure is counted as there and on the dashboard (docs/decisions/0067-the-week-of-the-team.md).

-- What each founder did in the week that begins on `monday`, and how their money stood at its end; null where nothing is
-- recorded. Planned for its values.
create or replace function private.founder_weeks(monday date) returns table (
  founder uuid, had_joined boolean, is_active boolean, mood integer, goals_done bigint, conversions bigint, demos bigint,
  messages bigint, bank_balance numeric, monthly_revenue numeric, runway_months numeric
)
language plpgsql stable
set search_path = pg_catalog, pg_temp
rows 10000
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  admins uuid[] := private.admin_ids();
  begins_at timestamptz := monday::timestamp at time zone 'utc';
  ends_at timestamptz := (monday + 7)::timestamp at time zone 'utc';
begin
  return query
    select p.id, p.created_at < ends_at,
      c.mood is not null or g.done is not null
        -- One lookup each, for founders of whom nothing else is known: `exists` would read whole tables.
        or coalesce(
          (
            select true from public.squad_messages o
            where o.user_id = p.id and o.created_at >= begins_at and o.created_at < ends_at and o.sender_type = 'user' limit 1
          ),
          (select true from public.goals o where o.user_id = p.id and o.created_at >= begins_at and o.created_at < ends_at limit 1),
          (select true from public.decisions o where o.user_id = p.id and o.created_at >= begins_at and o.created_at < ends_at limit 1),
          false
        ),
      c.mood, coalesce(g.done, 0), l.conversions, l.demos, l.messages, r.bank_balance, r.monthly_revenue,
      private.runway_months(r.bank_balance, r.monthly_revenue, r.monthly_burn)
    from public.profiles p
    left join public.weekly_checkins c on c.user_id = p.id and c.week_of = monday
    left join (
      select o.user_id, count(*) as done from public.goals o
      where o.completed_at >= begins_at and o.completed_at < ends_at group by o.user_id
    ) g on g.user_id = p.id
    left join (
      select o.user_id, sum(o.added)::bigint as conversions, sum(o.demos)::bigint as demos, sum(o.messages)::bigint as messages
      from private.conversion_points o where o.day between monday and monday + 6 group by o.user_id
    ) l on l.user_id = p.id
    left join lateral (
      select o.bank_balance, o.monthly_revenue, o.monthly_burn from public.runway_points o
      where o.user_id = p.id and o.day <= monday + 6 order by o.day desc limit 1
    ) r on true
    where p.id <> all(admins);
end
$$;

-- A founder as the page names them; those without a name by their e-mail address.
create or replace function private.named_founder(founder uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', p.id, 'first_name', p.first_name, 'last_name', p.last_name,
    'email', (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = '')
  )
  from public.profiles p where p.id = named_founder.founder
$$;

-- All figures of the week that begins on `monday`. A median of months is null where half of the balances do not shrink. An answer is late
-- when it came after the hours that are promised now.
create or replace function private.team_week(monday date) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  admins uuid[] := private.admin_ids();
  hours integer := (select t.message_hours from public.radar_thresholds t);
  -- No answer that came sooner is late, and every one that came later is, whatever the clock says.
  least_minutes integer := 60 * (hours - hours % 24 + least(hours % 24, 9) - 1);
  most_minutes integer := 60 * (hours - hours % 24 + case when hours % 24 > 0 then 24 else 0 end + 1);
  today date := (now() at time zone 'utc')::date;
  recorded boolean[] := array[
    exists (select from private.recorded_weeks r where r.week = monday),
    exists (select from private.recorded_weeks r where r.week = monday - 7)
  ];
begin
  return (
    with founder_week as materialized (
      select monday as week, f.* from private.founder_weeks(monday) f
      union all select monday - 7, f.* from private.founder_weeks(monday - 7) f
    ),
    answer as materialized (
      select t.week, t.user_id, t.minutes, a.author_id,
        t.minutes > most_minutes or t.minutes >= least_minutes and (
          select m.created_at - make_interval(mins => t.minutes) < private.promised_since(m.created_at, hours)
          from public.squad_messages m where m.id = t.message_id
        ) as is_late
      from private.answer_times t
      -- One lookup per row: a week has few of all answers.
      left join lateral (select o.author_id from public.squad_answers o where o.message_id = t.message_id limit 1) a on true
      where t.week in (monday, monday - 7) and t.user_id <> all(admins)
    ),
    answered as (
      select a.week, count(*) as answers, percentile_disc(0.5) within group (order by a.minutes) as minutes,
        percentile_disc(0.9) within group (order by a.minutes) as slow_minutes, count(*) filter (where a.is_late) as late
      from answer a group by a.week
    ),
    totals as (
      select w.week, jsonb_build_object(
        -- A check-in of before joining is that of an imported account.
        'founders', greatest(count(*) filter (where f.had_joined), count(f.mood)),
        'active', count(*) filter (where f.is_active),
        'checked_in', count(f.mood),
        'mood', round(avg(f.mood), 2),
        'goals_done', coalesce(sum(f.goals_done), 0),
        'added', case
          when count(f.conversions) > 0 or exists (
            select from private.conversion_points o where o.day < w.week and o.user_id <> all(admins)
          ) then jsonb_build_object(
            'conversions', coalesce(sum(f.conversions), 0), 'demos', coalesce(sum(f.demos), 0),
            'messages', coalesce(sum(f.messages), 0)
          )
        end,
        'runways', count(f.bank_balance),
        'revenue', sum(f.monthly_revenue),
        'revenue_median', percentile_disc(0.5) within group (order by f.monthly_revenue),
        'balance', sum(f.bank_balance),
        'balance_median', percentile_disc(0.5) within group (order by f.bank_balance),
        'ending', count(f.runway_months),
        'months_median', nullif(percentile_disc(0.5) within group (
          order by case when f.bank_balance is not null then coalesce(f.runway_months, 'infinity') end
        ), 'infinity')
      ) as figures
      -- A product without founders has the row, too.
      from (values (monday), (monday - 7)) as w (week) left join founder_week f on f.week = w.week group by w.week
    ),
    risk as materialized (
      select r.founder, exists (
        select from public.radar_snoozes s where s.user_id = r.founder and s.until > today
      ) as is_snoozed
      from private.risks() r
    ),
    -- Only founders who still are some.
    week_risk as (
      select r.week, r.user_id from private.week_risks r
      where r.week in (monday, monday - 7) and r.user_id in (select f.founder from founder_week f)
    ),
    changed as (
      select r.user_id, r.week = monday as is_new from week_risk r
      where recorded = '{true,true}' and not exists (
        select from week_risk o where o.user_id = r.user_id and o.week <> r.week
      )
    ),
    labelled as (
      select l.label, l.user_id from public.labelled_founders l
      union all
      select null, f.founder from founder_week f
      where f.week = monday and exists (select from public.founder_labels)
        and f.founder not in (select l.user_id from public.labelled_founders l)
    ),
    by_label as (
      select l.label, greatest(count(*) filter (where f.had_joined), count(f.mood)) as founders, count(f.mood) as checked_in,
        round(avg(f.mood), 2) as mood, sum(f.goals_done) as goals_done, sum(f.conversions) as conversions,
        sum(f.monthly_revenue) as revenue, count(f.bank_balance) as runways,
        count(r.founder) filter (where not r.is_snoozed) as at_risk
      from labelled l join founder_week f on f.week = monday and f.founder = l.user_id
      left join risk r on r.founder = f.founder
      group by l.label
    ),
    waited_by_label as (
      select l.label, percentile_disc(0.5) within group (order by a.minutes) as minutes
      from labelled l join answer a on a.week = monday and a.user_id = l.user_id group by l.label
    )
    select jsonb_build_object(
      'week', monday,
      'promised_hours', hours,
      'overdue_now', (
        select count(*) from public.squad_conversations c
        where c.waiting_since <= private.promised_since(now(), hours) and not private.is_snoozed(c.snoozed_until)
      ),
      'present', (select t.figures from totals t where t.week = monday) || coalesce(
        (select to_jsonb(a) - 'week' from answered a where a.week = monday), '{"answers": 0, "late": 0}'
      ),
      'before', (select t.figures from totals t where t.week = monday - 7) || coalesce(
        (select to_jsonb(a) - 'week' from answered a where a.week = monday - 7), '{"answers": 0, "late": 0}'
      ),
      'shortest_runways', (
        select coalesce(jsonb_agg(
          private.named_founder(s.founder) || jsonb_build_object('months', s.runway_months, 'before', b.runway_months)
          order by s.runway_months, s.founder
        ), '[]')
        from (
          select f.founder, f.runway_months from founder_week f where f.week = monday and f.runway_months is not null
          order by f.runway_months, f.founder limit 5
        ) s
        left join founder_week b on b.founder = s.founder and b.week = monday - 7
      ),
      -- Of some answers it is not known who wrote them.
      'colleagues', (
        select coalesce(jsonb_agg(to_jsonb(c) order by c.answers desc, c.name), '[]') from (
          select a.author_id as id, private.name_of(a.author_id) as name, count(*) as answers,
            percentile_disc(0.5) within group (order by a.minutes) as minutes,
            percentile_disc(0.9) within group (order by a.minutes) as slow_minutes, count(*) filter (where a.is_late) as late
          from answer a where a.week = monday group by a.author_id order by count(*) desc, a.author_id limit 50
        ) c
      ),
      'at_risk', jsonb_build_object(
        'now', (select count(*) from risk r where not r.is_snoozed),
        'snoozed', (select count(*) from risk r where r.is_snoozed),
        'at_end', case when recorded[1] then (select count(*) from week_risk r where r.week = monday) end,
        'at_end_before', case when recorded[2] then (select count(*) from week_risk r where r.week = monday - 7) end,
        'became', case when recorded = '{true,true}' then (select count(*) from changed c where c.is_new) end,
        'recovered', case when recorded = '{true,true}' then (select count(*) from changed c where not c.is_new) end,
        -- The first ten of each.
        'became_names', (
          select coalesce(jsonb_agg(private.named_founder(c.user_id)), '[]')
          from (select c.user_id from changed c where c.is_new order by c.user_id limit 10) c
        ),
        'recovered_names', (
          select coalesce(jsonb_agg(private.named_founder(c.user_id)), '[]')
          from (select c.user_id from changed c where not c.is_new order by c.user_id limit 10) c
        )
      ),
      'labels', (
        select coalesce(jsonb_agg(
          to_jsonb(b) - 'label' || jsonb_build_object('id', b.label, 'name', n.name, 'minutes', w.minutes)
          order by n.name is null, lower(n.name)
        ), '[]')
        from by_label b left join public.founder_labels n on n.id = b.label
        left join waited_by_label w on w.label is not distinct from b.label
      )
    )
  );
end
$$;

-- The figures of one of the last 104 weeks that have ended, by its Monday; the last one unless the caller names another.
create or replace function public.team_week(week date default null) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last date := private.week_of(now()) - 7;
begin
  perform private.require_admin();
  if team_week.week is null then
    return private.team_week(last);
  elsif extract(isodow from team_week.week) <> 1 or team_week.week not between last - 7 * 103 and last then
    raise exception using errcode = '22023', message = 'a week is the Monday of one of the last 104 weeks that have ended';
  end if;
  return private.team_week(team_week.week);
end
$$;

-- Records who was at risk when the last week ended, once, if `moment` is on a Monday (UTC). A week of which nothing was recorded in
-- time has a gap.
create or replace function private.record_week(moment timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  monday constant date := private.week_of(moment);
begin
  if monday <> (moment at time zone 'utc')::date then
    return;
  end if;
  insert into private.recorded_weeks (week) values (monday - 7) on conflict do nothing;
  if found then
    insert into private.week_risks (week, user_id) select monday - 7, r.founder from private.risks() r;
  end if;
end
$$;

revoke execute on function
  private.founder_weeks(date), private.named_founder(uuid), private.team_week(date), public.team_week(date),
  private.record_week(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.team_week(date) to authenticated;

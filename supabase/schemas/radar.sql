-- The radar: founders who need the squad, and why. The rules are in private.risks and nowhere else.

create or replace function private.stamp_thresholds() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.changed_at := now();
  new.changed_by := auth.uid();
  return new;
end
$$;

create or replace trigger stamp_thresholds before update on public.radar_thresholds
  for each row execute function private.stamp_thresholds();

revoke all on public.radar_thresholds, public.radar_snoozes from public, anon, authenticated, service_role;
grant select on public.radar_thresholds, public.radar_snoozes to authenticated, service_role;
grant update (
  check_in_weeks, mood_low, mood_fall, runway_months, runway_shrink_percent, loop_days, message_hours, unseen_days,
  goals_overdue_days
) on public.radar_thresholds to authenticated, service_role;

drop policy if exists "admins read the thresholds" on public.radar_thresholds;
create policy "admins read the thresholds" on public.radar_thresholds
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins change the thresholds" on public.radar_thresholds;
create policy "admins change the thresholds" on public.radar_thresholds
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "the service manages the thresholds" on public.radar_thresholds;
create policy "the service manages the thresholds" on public.radar_thresholds
  for all to service_role using (true) with check (true);
drop policy if exists "admins read snoozes" on public.radar_snoozes;
create policy "admins read snoozes" on public.radar_snoozes
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads snoozes" on public.radar_snoozes;
create policy "the service reads snoozes" on public.radar_snoozes
  for select to service_role using (true);

-- What a reason adds to the severity: the weight of its rule, and up to as much again for how far the threshold is passed, as a
-- share of it; nothing for a rule that does not apply. Without a search_path of its own, so that PostgreSQL inlines it.
create or replace function private.points(weight integer, passed numeric) returns numeric
language sql immutable
return coalesce(weight * case when passed > 1 then 2 else 1 + passed end, 0);

-- The at-risk rules: which founders (of all, or of some) are at risk, and why. Days and weeks are UTC's. Admins are no
-- founders. A rule whose threshold is null does not apply. Planned for its values, so that some founders are looked up
-- and all are read at once; the numbers of the reasons are left to private.reasons, because they are needed for a page only.
create or replace function private.risks(founders uuid[] default null) returns setof private.risk
language plpgsql stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  today date := (now() at time zone 'utc')::date;
  monday date := date_trunc('week', now() at time zone 'utc')::date;
  t public.radar_thresholds;
  overdue timestamptz;
begin
  select * into t from public.radar_thresholds;
  overdue := private.promised_since(now(), t.message_hours);
  return query
    -- Materialized: the columns are used more than once, and would be computed each time.
    with measured as materialized (
      select f.*, c.waiting_since,
        -- The newest trace of the founder: the board looked at, a reply read, a message written, the week of a check-in.
        greatest(
          p.board_seen_at, p.created_at, s.founder_read_until, case when c.sender_type = 'user' then c.last_message_at end,
          f.last_check_in::timestamp at time zone 'utc'
        ) as seen_at,
        -- Whole weeks without a check-in, the present one not counted; none before the founder joined.
        least((monday - f.last_check_in) / 7 - 1, (today - (p.created_at at time zone 'utc')::date) / 7) as weeks_missed,
        case when f.runway_months <= b.months * (100 - t.runway_shrink_percent) / 100 and f.runway_months < b.months
          then b.months end as months_before
      from public.founder_figures f
      join public.profiles p on p.id = f.user_id
      left join public.squad_conversations c on c.user_id = f.user_id
      left join public.read_receipts s on s.user_id = f.user_id
      left join lateral (
        select private.runway_months(r.bank_balance, r.monthly_revenue, r.monthly_burn) as months
        from public.runway_points r where r.user_id = f.user_id and r.day <= today - 28 order by r.day desc limit 1
      ) b on f.runway_months is not null
      where (founders is null or f.user_id = any(founders))
        and not exists (select from public.user_roles a where a.user_id = f.user_id and a.role = 'admin')
    ),
    -- How far each rule that applies is passed, as a share of its threshold: 0 at the threshold, 1 twice as far.
    passed as materialized (
      select m.*,
        -- The money ends within some months.
        case when m.runway_months < t.runway_months then 1 - m.runway_months / t.runway_months end as runway_short,
        -- A message has waited longer for an answer than promised.
        case when m.waiting_since <= overdue
          then extract(epoch from overdue - m.waiting_since) / 3600 / t.message_hours end as message_waiting,
        -- The mood fell by some steps from one check-in to the next, or else it is low.
        case when m.mood_before - m.mood >= t.mood_fall
          then (m.mood_before - m.mood)::numeric / t.mood_fall - 1 end as mood_fell,
        case when (m.mood_before - m.mood >= t.mood_fall) is not true and m.mood <= t.mood_low
          then 1 - m.mood::numeric / t.mood_low end as mood_low,
        -- No check-in for some weeks, or none since the founder joined some weeks ago.
        case when m.weeks_missed >= t.check_in_weeks
          then m.weeks_missed::numeric / t.check_in_weeks - 1 end as no_check_in,
        -- There has been no trace of the founder for some days.
        case when m.seen_at <= now() - make_interval(days => t.unseen_days)
          then extract(epoch from now() - m.seen_at) / 86400 / t.unseen_days - 1 end as not_seen,
        -- The runway is not short yet, and has lost a share of its months in four weeks.
        case when m.months_before is not null and (m.runway_months < t.runway_months) is not true
          then 100 * (1 - m.runway_months / m.months_before) / t.runway_shrink_percent - 1 end as runway_shrinks,
        -- Every loop that is running or scaling is as it was some days ago.
        case when m.loops_changed_on <= today - t.loop_days
          then (today - m.loops_changed_on)::numeric / t.loop_days - 1 end as loops_still,
        -- Every open goal is overdue, the last one by some days.
        case when m.goals_due <= today - t.goals_overdue_days
          then (today - m.goals_due)::numeric / t.goals_overdue_days - 1 end as goals_overdue
      from measured m
    ),
    judged as materialized (
      select p.*,
        array_remove(array[
          case when runway_short is not null then 'runway_short' end,
          case when message_waiting is not null then 'message_waiting' end,
          case when mood_fell is not null then 'mood_fell' end,
          case when mood_low is not null then 'mood_low' end,
          case when no_check_in is not null then 'no_check_in' end,
          case when not_seen is not null then 'not_seen' end,
          case when runway_shrinks is not null then 'runway_shrinks' end,
          case when loops_still is not null then 'loops_still' end,
          case when goals_overdue is not null then 'goals_overdue' end
        ], null) as codes,
        private.points(40, runway_short) + private.points(30, message_waiting) + private.points(20, mood_fell)
          + private.points(20, mood_low) + private.points(15, no_check_in) + private.points(15, not_seen)
          + private.points(10, runway_shrinks) + private.points(5, loops_still) + private.points(5, goals_overdue) as points
      from passed p
    )
    select j.user_id, round(j.points)::integer, j.codes, j.weeks_missed, j.months_before, j.seen_at, j.waiting_since
    from judged j where j.codes <> '{}';
end
$$;

-- The reasons as codes with their numbers, and the day since when each holds where that is known;
-- web/src/lib/texts/radar.ts says them in words.
create or replace function private.reasons(risk private.risk) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_agg(
    jsonb_build_object('code', code, 'since', case
      -- The first recorded day from which on it was under the threshold.
      when code = 'runway_short' then (
        select min(p.day) from public.runway_points p, public.radar_thresholds t
        where p.user_id = risk.founder and p.day > coalesce((
          select max(o.day) from public.runway_points o
          where o.user_id = risk.founder
            and private.runway_months(o.bank_balance, o.monthly_revenue, o.monthly_burn) < t.runway_months is not true
        ), '-infinity')
      )
      when code = 'message_waiting' then (risk.waiting_since at time zone 'utc')::date
      when code in ('mood_fell', 'mood_low') then f.last_check_in
      when code = 'no_check_in' then date_trunc('week', now() at time zone 'utc')::date - 7 * risk.weeks_missed
      when code = 'not_seen' then (risk.seen_at at time zone 'utc')::date
      when code = 'loops_still' then f.loops_changed_on
      when code = 'goals_overdue' then f.goals_due + 1
    end) || case code
      when 'runway_short' then jsonb_build_object('months', f.runway_months, 'before', risk.months_before)
      when 'runway_shrinks' then jsonb_build_object('months', f.runway_months, 'before', risk.months_before)
      when 'message_waiting' then
        jsonb_build_object('hours', floor(extract(epoch from now() - risk.waiting_since) / 3600))
      when 'mood_fell' then jsonb_build_object('mood', f.mood, 'before', f.mood_before)
      when 'mood_low' then jsonb_build_object('mood', f.mood)
      when 'no_check_in' then jsonb_build_object('weeks', risk.weeks_missed, 'never', f.last_check_in is null)
      when 'not_seen' then jsonb_build_object('days', floor(extract(epoch from now() - risk.seen_at) / 86400))
      when 'loops_still' then jsonb_build_object('days', (now() at time zone 'utc')::date - f.loops_changed_on)
      when 'goals_overdue' then
        jsonb_build_object('days', (now() at time zone 'utc')::date - f.goals_due, 'goals', f.goals_open)
    end
    order by place
  )
  from public.founder_figures f, unnest(risk.codes) with ordinality as c (code, place)
  where f.user_id = risk.founder
$$;

-- A page of the founders at risk, the most severe first and of equals the one who has waited longest for an answer, after the
-- row (`after_severity`, `after_waiting`, `after_id`); or of those who are snoozed, whether or not they are at risk; of all
-- founders, or of the caller's (`mine`). Founders without a name come with their e-mail address. `assignee` is the name of the
-- admin who answers them, `owner` of the one who looks after them.
create or replace function public.founders_at_risk(
  snoozed boolean default false, page_size integer default 20, after_severity integer default null,
  after_id uuid default null, after_waiting timestamptz default null, mine boolean default false
) returns table (
  user_id uuid, first_name text, last_name text, email text, reasons jsonb, severity integer, waiting_since timestamptz,
  assigned_to uuid, assignee text, owner text, snoozed_until date, snooze_reason text, total bigint
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  below integer := coalesce(after_severity, 2147483647);
  after_wait timestamptz := coalesce(after_waiting, 'infinity');
  -- Null: all founders.
  owned uuid[] := case when mine then array(select w.user_id from public.founder_owners w where w.owner = auth.uid()) end;
begin
  perform private.require_admin();
  return query
    with listed as materialized (
      select coalesce(r.founder, s.user_id) as founder, coalesce(r.severity, 0) as severity,
        coalesce(r.waiting_since, 'infinity') as waits_since, r as risk, s.until, s.reason
      from private.risks(owned) r
      full join (
        select * from public.radar_snoozes s
        where s.until > (now() at time zone 'utc')::date and (owned is null or s.user_id = any(owned))
      ) s on s.user_id = r.founder
      where (s.until is not null) = snoozed
    ),
    page as (
      select * from listed l
      where l.severity < below
        or l.severity = below and (l.waits_since, l.founder) > (after_wait, after_id)
      order by l.severity desc, l.waits_since, l.founder
      limit least(greatest(page_size, 1), 200)
    )
    select l.founder, p.first_name, p.last_name,
      (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = ''),
      coalesce(private.reasons(l.risk), '[]'), l.severity, nullif(l.waits_since, 'infinity'), c.assigned_to,
      private.name_of(c.assigned_to), private.owner_name(l.founder), l.until, l.reason, (select count(*) from listed)
    from page l
    -- One lookup per row: a page is short, and there may be very many profiles.
    cross join lateral (select * from public.profiles where id = l.founder limit 1) p
    left join lateral (select * from public.squad_conversations where squad_conversations.user_id = l.founder limit 1) c on true
    order by l.severity desc, l.waits_since, l.founder;
end
$$;

-- Leaves a founder out of the radar until a day, from tomorrow to 180 days ahead. Replaces an earlier snooze.
create or replace function public.snooze_founder(founder uuid, until date, reason text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_admin();
  if snooze_founder.until between today + 1 and today + 180 is not true then
    raise exception using errcode = '22023', message = 'a founder is snoozed for 1 to 180 days';
  end if;
  insert into public.radar_snoozes (user_id, until, reason, snoozed_by)
  values (founder, snooze_founder.until, btrim(snooze_founder.reason), auth.uid())
  on conflict (user_id) do update
  set until = excluded.until, reason = excluded.reason, snoozed_by = excluded.snoozed_by, created_at = now();
end
$$;

create or replace function public.end_snooze(founder uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  delete from public.radar_snoozes s where s.user_id = founder;
end
$$;

revoke execute on function
  private.stamp_thresholds(), private.points(integer, numeric), private.risks(uuid[]), private.reasons(private.risk),
  public.founders_at_risk(boolean, integer, integer, uuid, timestamptz, boolean), public.snooze_founder(uuid, date, text),
  public.end_snooze(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.founders_at_risk(boolean, integer, integer, uuid, timestamptz, boolean), public.snooze_founder(uuid, date, text),
  public.end_snooze(uuid)
to authenticated;

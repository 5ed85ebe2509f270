-- A founder's week on the board: whether it is better, what is new, and the next step.

-- The first measure in which a week differs from the week before; `same` when all that is known is equal, null when
-- nothing is known. Conversions say most, mood least: that of the week's own check-in against the one before it.
create or replace function private.week_verdict(founder uuid, figures jsonb, week date) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  result jsonb;
begin
  with measures (place, reason, now, before) as (
    select array_position(array['conversions', 'demos', 'messages', 'goals'], f.key), f.key,
      (f.value ->> 'now')::bigint, (f.value ->> 'before')::bigint
    from jsonb_each(figures) f
    where f.key <> 'goals' or f.value -> 'now' <> '0' or f.value -> 'before' <> '0'
    union all
    select 5, 'mood',
      (select c.mood from public.weekly_checkins c where c.user_id = founder and c.week_of = week),
      (select c.mood from public.weekly_checkins c
        where c.user_id = founder and c.week_of < week order by c.week_of desc limit 1)
  )
  select case
    when differing.reason is not null then
      jsonb_build_object(
        'direction', case when differing.now > differing.before then 'better' else 'worse' end,
        'reason', differing.reason, 'now', differing.now, 'before', differing.before
      )
    when exists (select from measures m where m.now is not null and m.before is not null) then
      jsonb_build_object('direction', 'same')
  end
  into result
  from (select) as one
  left join lateral (select m.* from measures m where m.now <> m.before order by m.place limit 1) differing on true;
  return result;
end
$$;

-- Each count of a founder's loops, and the weekly goals done: in this week so far, in the week before up to the same day,
-- and in each of the last eight weeks, this one last; null where nothing is known, such as goals before the first one was
-- set. What a week gained is as the chart says it.
-- In PL/pgSQL, which keeps the plan.
create or replace function private.week_figures(founder uuid, today date, begins_at timestamptz) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  monday date := date_trunc('week', week_figures.today::timestamp)::date;
  first_goal timestamptz := least(
    (select g.created_at from public.goals g
      where g.user_id = founder and g.period = 'weekly' order by g.created_at limit 1),
    (select g.completed_at from public.goals g
      where g.user_id = founder and g.period = 'weekly' and g.completed_at is not null order by g.completed_at limit 1)
  );
begin
  return (
    with done as (
      select ceil(extract(epoch from begins_at + interval '7 days' - g.completed_at) / 604800)::integer - 1 as ago,
        count(*) as goals, count(*) filter (where g.completed_at <= now() - interval '7 days') as before
      from public.goals g
      where g.user_id = founder and g.period = 'weekly' and g.completed_at >= begins_at - interval '49 days'
      group by 1
    ),
    span as (
      select ago, monday - 7 * ago as first_day, monday - 7 * ago + 6 as last_day, false as is_before from generate_series(0, 7) as ago
      union all
      select 1, monday - 7, week_figures.today - 7, true
    ),
    gain as (
      select s.ago, s.is_before, sum(g.conversions_added) as conversions, sum(g.demos_added) as demos,
        sum(g.messages_added) as messages,
        case when s.ago = 0 or first_goal < begins_at - (s.ago - 1) * interval '7 days' then
          coalesce((select case when s.is_before then d.before else d.goals end from done d where d.ago = s.ago), 0)
        end as goals
      from span s
      left join public.traction_loops l on l.user_id = founder
      left join lateral private.loop_gain(l.id, s.first_day, s.last_day) g on true
      group by s.ago, s.is_before
    ),
    counted as (
      select c.key, jsonb_agg(c.value order by g.ago desc) filter (where not g.is_before) as weeks,
        jsonb_agg(c.value) filter (where g.is_before) -> 0 as before
      from gain g
      cross join lateral jsonb_each(to_jsonb(g) - '{ago,is_before}'::text[]) c
      group by c.key
    )
    select jsonb_object_agg(c.key, jsonb_build_object('now', c.weeks -> 7, 'before', c.before, 'weeks', c.weeks)) from counted c
  );
end
$$;

-- Unread replies of the squad, and since a moment new notes, rated decisions and changed loops. Ratings and loops are known
-- from the audit log, which admins alone may read: here it only counts.
create or replace function private.changes_since(founder uuid, since timestamptz) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'replies', coalesce((select r.unread from public.read_receipts r where r.user_id = changes_since.founder), 0),
    'notes', (
      select count(*) from public.notes n
      where n.user_id = changes_since.founder and n.created_at > changes_since.since
    ),
    'ratings', count(distinct a.row_id) filter (where a.table_name = 'decisions'),
    'loops', count(distinct a.row_id) filter (where a.table_name = 'traction_loops')
  )
  from public.admin_audit a
  where a.user_id = changes_since.founder and a.created_at > changes_since.since and a.action <> 'delete'
$$;

-- First steps of a new founder: which of them are done. Ordered, because `exists` would read a table from its
-- beginning where the founder has a share of its rows.
create or replace function private.first_steps(founder uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'goal', (select true from public.goals g where g.user_id = founder order by g.created_at desc limit 1) is not null,
    'check-in',
    (select true from public.weekly_checkins c where c.user_id = founder order by c.week_of desc limit 1) is not null,
    'question',
    (select true from public.ai_conversations a where a.user_id = founder order by a.created_at desc limit 1) is not null,
    'message', (
      select true from public.squad_messages m
      where m.user_id = founder and m.sender_type = 'user' order by m.created_at desc limit 1
    ) is not null
  )
$$;

-- The caller's week. In PL/pgSQL, which keeps the plan.
-- today: the caller's day, within one of the server's; its weekday decides when the check-in is due.
-- since: what the caller saw last, of an earlier response; default: what mark_board_seen stored.
-- begins_at: when the week began in the caller's time zone; default: in UTC.
create or replace function public.this_week(
  today date, since timestamptz default null, begins_at timestamptz default null
) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  monday timestamptz;
begin
  perform private.require_second_factor();
  if this_week.today is null or abs(this_week.today - (now() at time zone 'utc')::date) > 1 then
    raise exception using errcode = '22023', message = 'today is another day';
  end if;
  monday := date_trunc('week', this_week.today::timestamp) at time zone 'utc';
  if abs(extract(epoch from this_week.begins_at - monday)) > 86400 then
    raise exception using errcode = '22023', message = 'that is not the beginning of the week';
  end if;
  return private.week_of_founder(auth.uid(), this_week.today, this_week.since, coalesce(this_week.begins_at, monday));
end
$$;

-- The caller has seen the board as it was at a moment; never earlier than before, never in the future. A founder who has
-- taken all first steps by then does not see them again.
create or replace function public.mark_board_seen(seen timestamptz, time_zone text default null) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  perform private.require_finite(seen);
  update public.profiles p
  set board_seen_at = greatest(p.board_seen_at, least(mark_board_seen.seen, now())),
    first_steps_done_at = case
      when p.first_steps_done_at is not null then p.first_steps_done_at
      when private.first_steps(p.id) @> '{"goal": true, "check-in": true, "question": true, "message": true}' then now()
    end
  where p.id = auth.uid();
  if mark_board_seen.time_zone is not null then
    perform private.note_time_zone(auth.uid(), mark_board_seen.time_zone);
  end if;
end
$$;

-- Where a founder is decides to which of their days a change of a loop belongs. A time zone that was chosen for the weekly
-- mail stays, and so does the known one when this database knows no zone of that name.
create or replace function private.note_time_zone(founder uuid, name text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  known text;
begin
  known := private.known_time_zone(note_time_zone.name);
  insert into public.mail_settings as s (user_id, time_zone)
  select p.id, known from public.profiles p where p.id = note_time_zone.founder
  on conflict (user_id) do update set time_zone = known where not s.weekly and s.time_zone <> known;
exception when invalid_parameter_value then
  null;
end
$$;

-- The caller does not want to see the first steps again.
create or replace function public.dismiss_first_steps() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  update public.profiles p set first_steps_done_at = coalesce(p.first_steps_done_at, now()) where p.id = auth.uid();
end
$$;

-- The verdict on this week up to today; until it has something to compare, on the last week: then `week` is `last`.
create or replace function private.latest_verdict(founder uuid, figures jsonb, monday date, is_checked_in boolean) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    case
      when is_checked_in or exists (select from jsonb_each(figures) f where f.value -> 'now' not in ('0', 'null'))
        then private.week_verdict(founder, figures, monday)
    end,
    private.week_verdict(
      founder,
      (
        select jsonb_object_agg(f.key, jsonb_build_object('now', f.value -> 'weeks' -> 6, 'before', f.value -> 'weeks' -> 5))
        from jsonb_each(figures) f
      ),
      monday - 7
    ) || '{"week": "last"}'
  )
$$;

-- Computes this_week for one founder.
create or replace function private.week_of_founder(
  founder uuid, today date, since timestamptz, begins_at timestamptz
) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  monday date := date_trunc('week', week_of_founder.today::timestamp)::date;
  seen timestamptz;
  done bigint;
  open_goals bigint;
  next_goal uuid;
  goal_text text;
  is_checked_in boolean;
  changes jsonb;
  is_beginner boolean;
  steps jsonb;
  figures jsonb := private.week_figures(founder, week_of_founder.today, week_of_founder.begins_at);
begin
  select coalesce(week_of_founder.since, p.board_seen_at, p.created_at), p.first_steps_done_at is null into seen, is_beginner
  from public.profiles p where p.id = founder;
  -- A client cannot make the counts look further back than a month.
  seen := greatest(seen, now() - interval '31 days');
  changes := private.changes_since(founder, seen);
  select count(*) into done from public.goals g
  where g.user_id = founder and g.period = 'weekly' and g.completed_at >= week_of_founder.begins_at;
  select count(*) into open_goals from public.goals g
  where g.user_id = founder and g.period = 'weekly' and not g.completed;
  -- The first one of the list on the board, in the founder's own order.
  select g.id, left(g.text, 200) into next_goal, goal_text from public.goals g
  where g.user_id = founder and g.period = 'weekly' and not g.completed order by g.position desc, g.id limit 1;
  is_checked_in := exists (select from public.weekly_checkins c where c.user_id = founder and c.week_of = monday);
  if is_beginner then
    steps := private.first_steps(founder);
  end if;
  return jsonb_build_object(
    'since', seen,
    'until', now(),
    'verdict', private.latest_verdict(founder, figures, monday, is_checked_in),
    'figures', figures,
    -- Of the last check-in, unless it is long ago.
    'priority', (
      select left(c.next_priority, 300) from public.weekly_checkins c
      where c.user_id = founder and c.week_of >= monday - 28 order by c.week_of desc limit 1
    ),
    'is_checked_in', is_checked_in,
    'goals', jsonb_build_object('done', done, 'of', done + open_goals),
    'changes', changes,
    'streak', private.check_in_streak(founder, case when is_checked_in then monday else monday - 7 end),
    'steps', case when not steps @> '{"goal": true, "check-in": true, "question": true, "message": true}' then steps end,
    'next', case
      when (changes ->> 'replies')::integer > 0 then jsonb_build_object('kind', 'reply')
      when extract(isodow from week_of_founder.today) >= 5 and not is_checked_in then jsonb_build_object('kind', 'check-in')
      when next_goal is not null then jsonb_build_object('kind', 'goal', 'id', next_goal, 'text', goal_text)
      when done = 0 then jsonb_build_object('kind', 'goals')
      when not is_checked_in then jsonb_build_object('kind', 'check-in')
      else jsonb_build_object('kind', 'ask')
    end
  );
end
$$;

revoke execute on function
  private.week_verdict(uuid, jsonb, date), private.latest_verdict(uuid, jsonb, date, boolean), private.week_figures(uuid, date, timestamptz), private.changes_since(uuid, timestamptz), private.first_steps(uuid),
  public.this_week(date, timestamptz, timestamptz), public.mark_board_seen(timestamptz, text), public.dismiss_first_steps(),
  private.note_time_zone(uuid, text), private.week_of_founder(uuid, date, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  public.this_week(date, timestamptz, timestamptz), public.mark_board_seen(timestamptz, text), public.dismiss_first_steps()
to authenticated;

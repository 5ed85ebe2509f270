-- A founder's week on the board: whether it is better, what is new, and the next step.

-- The first measure in which the last seven days differ from the seven before; `same` when all that is known is equal,
-- null when nothing is known. Conversions say most, mood least.
create or replace function private.week_verdict(founder uuid) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  result jsonb;
begin
  with this_week as (select * from private.counts_added(founder, today - 7, today)),
  week_before as (select * from private.counts_added(founder, today - 14, today - 7)),
  completed as (
    select count(*) filter (where g.completed_at > now() - interval '7 days') as now,
      count(*) filter (where g.completed_at <= now() - interval '7 days') as before
    from public.goals g where g.user_id = founder and g.completed_at > now() - interval '14 days'
  ),
  moods as (
    select c.mood, row_number() over (order by c.week_of desc) as place
    from public.weekly_checkins c where c.user_id = founder order by c.week_of desc limit 2
  ),
  measures (place, reason, now, before) as (
    select 1, 'conversions', t.conversions, b.conversions from this_week t, week_before b
    union all select 2, 'demos', t.demos, b.demos from this_week t, week_before b
    union all select 3, 'messages', t.messages, b.messages from this_week t, week_before b
    union all select 4, 'goals', c.now::integer, c.before::integer from completed c where c.now + c.before > 0
    union all
    select 5, 'mood', (select m.mood from moods m where m.place = 1), (select m.mood from moods m where m.place = 2)
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

-- Since a moment: replies of the squad, new notes, rated decisions and changed loops. Ratings and loops are known from
-- the audit log, which admins alone may read: here it only counts.
create or replace function private.changes_since(founder uuid, since timestamptz) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'replies', (
      select count(*) from public.squad_messages m
      where m.user_id = changes_since.founder and m.created_at > changes_since.since and m.sender_type = 'squad'
    ),
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
create or replace function public.this_week(today date, since timestamptz default null) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
  perform private.require_second_factor();
  if this_week.today is null or abs(this_week.today - (now() at time zone 'utc')::date) > 1 then
    raise exception using errcode = '22023', message = 'today is another day';
  end if;
  return private.week_of_founder(auth.uid(), this_week.today, this_week.since);
end
$$;

-- The caller has seen the board as it was at a moment; never earlier than before, never in the future. A founder who has
-- taken all first steps by then does not see them again.
create or replace function public.mark_board_seen(seen timestamptz) returns void
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

-- Computes this_week for one founder.
create or replace function private.week_of_founder(founder uuid, today date, since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  monday date := date_trunc('week', week_of_founder.today::timestamp)::date;
  seen timestamptz;
  done bigint;
  open_goals bigint;
  oldest_goal uuid;
  is_checked_in boolean;
  changes jsonb;
  is_beginner boolean;
  steps jsonb;
begin
  select coalesce(week_of_founder.since, p.board_seen_at, p.created_at), p.first_steps_done_at is null into seen, is_beginner
  from public.profiles p where p.id = founder;
  -- A client cannot make the counts look further back than a month.
  seen := greatest(seen, now() - interval '31 days');
  changes := private.changes_since(founder, seen);
  select count(*) into done from public.goals g
  where g.user_id = founder and g.period = 'weekly' and g.completed_at >= monday::timestamp at time zone 'utc';
  select count(*) into open_goals from public.goals g
  where g.user_id = founder and g.period = 'weekly' and not g.completed;
  select g.id into oldest_goal from public.goals g
  where g.user_id = founder and g.period = 'weekly' and not g.completed order by g.created_at limit 1;
  is_checked_in := exists (select from public.weekly_checkins c where c.user_id = founder and c.week_of = monday);
  if is_beginner then
    steps := private.first_steps(founder);
  end if;
  return jsonb_build_object(
    'since', seen,
    'until', now(),
    'verdict', private.week_verdict(founder),
    'goals', jsonb_build_object('done', done, 'of', done + open_goals),
    'changes', changes,
    'streak', private.check_in_streak(founder, case when is_checked_in then monday else monday - 7 end),
    'steps', case when not steps @> '{"goal": true, "check-in": true, "question": true, "message": true}' then steps end,
    'next', case
      when (changes ->> 'replies')::integer > 0 then jsonb_build_object('kind', 'reply')
      when extract(isodow from week_of_founder.today) >= 5 and not is_checked_in then jsonb_build_object('kind', 'check-in')
      when oldest_goal is not null then jsonb_build_object('kind', 'goal', 'id', oldest_goal)
      when done = 0 then jsonb_build_object('kind', 'goals')
      when not is_checked_in then jsonb_build_object('kind', 'check-in')
      else jsonb_build_object('kind', 'ask')
    end
  );
end
$$;

revoke execute on function
  private.week_verdict(uuid), private.changes_since(uuid, timestamptz), private.first_steps(uuid),
  public.this_week(date, timestamptz), public.mark_board_seen(timestamptz), public.dismiss_first_steps(),
  private.week_of_founder(uuid, date, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  public.this_week(date, timestamptz), public.mark_board_seen(timestamptz), public.dismiss_first_steps()
to authenticated;

-- "This week" on the Command Board: whether the last seven days were better than the seven before, what has changed
-- since the founder last looked, and one next step. One request, computed here.

-- When the founder last looked at the board, the same on each device. Set by mark_board_seen alone.
alter table public.profiles add column board_seen_at timestamptz;
-- When the founder had taken the first steps, or dismissed them: they are not shown again.
alter table public.profiles add column first_steps_done_at timestamptz;

-- Open goals by period, oldest last.
create index goals_open on public.goals (user_id, period, created_at desc) where not completed;

-- A loop's counts at the end of a day: none before it was created; no row where nothing says how they were.
create function private.counts_at(loop public.traction_loops, day date)
returns table (conversions integer, demos integer, messages integer)
language sql stable
set search_path = ''
as $$
  (
    select p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = loop.id and p.day <= counts_at.day order by p.day desc limit 1
  )
  union all
  select 0, 0, 0 where (loop.created_at at time zone 'utc')::date > counts_at.day
  limit 1
$$;

-- What a founder's loops added after one day and up to another; null where nothing is known.
create function private.counts_added(founder uuid, after_day date, until_day date)
returns table (conversions integer, demos integer, messages integer)
language sql stable
set search_path = ''
as $$
  select sum(later.conversions - earlier.conversions)::integer, sum(later.demos - earlier.demos)::integer,
    sum(later.messages - earlier.messages)::integer
  from public.traction_loops l
  cross join lateral private.counts_at(l, counts_added.after_day) earlier
  cross join lateral private.counts_at(l, counts_added.until_day) later
  where l.user_id = counts_added.founder
$$;

-- The first measure in which the last seven days differ from the seven before; `same` when all that is known is equal,
-- null when nothing is known. Conversions say most, mood least.
create function private.week_verdict(founder uuid) returns jsonb
language plpgsql stable
set search_path = ''
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
create function private.changes_since(founder uuid, since timestamptz) returns jsonb
language sql stable
set search_path = ''
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

-- What a new founder tries first: which of it they have done. Ordered, because `exists` would read a table from its
-- beginning where the founder has a share of its rows.
create function private.first_steps(founder uuid) returns jsonb
language sql stable
set search_path = ''
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
create function public.this_week(today date, since timestamptz default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  monday date := date_trunc('week', this_week.today::timestamp)::date;
  seen timestamptz;
  done bigint;
  open_goals bigint;
  oldest_goal uuid;
  is_checked_in boolean;
  changes jsonb;
  is_beginner boolean;
  steps jsonb;
begin
  perform private.require_second_factor();
  if this_week.today is null or abs(this_week.today - (now() at time zone 'utc')::date) > 1 then
    raise exception using errcode = '22023', message = 'today is another day';
  end if;
  select coalesce(this_week.since, p.board_seen_at, p.created_at), p.first_steps_done_at is null into seen, is_beginner
  from public.profiles p where p.id = me;
  -- A client cannot make the counts look further back than a month.
  seen := greatest(seen, now() - interval '31 days');
  changes := private.changes_since(me, seen);
  select count(*) into done from public.goals g
  where g.user_id = me and g.period = 'weekly' and g.completed_at >= monday::timestamp at time zone 'utc';
  select count(*) into open_goals from public.goals g where g.user_id = me and g.period = 'weekly' and not g.completed;
  select g.id into oldest_goal from public.goals g
  where g.user_id = me and g.period = 'weekly' and not g.completed order by g.created_at limit 1;
  is_checked_in := exists (select from public.weekly_checkins c where c.user_id = me and c.week_of = monday);
  if is_beginner then
    steps := private.first_steps(me);
  end if;
  return jsonb_build_object(
    'since', seen,
    'until', now(),
    'verdict', private.week_verdict(me),
    'goals', jsonb_build_object('done', done, 'of', done + open_goals),
    'changes', changes,
    'streak', private.check_in_streak(me, case when is_checked_in then monday else monday - 7 end),
    'steps', case when not steps @> '{"goal": true, "check-in": true, "question": true, "message": true}' then steps end,
    'next', case
      when (changes ->> 'replies')::integer > 0 then jsonb_build_object('kind', 'reply')
      when extract(isodow from this_week.today) >= 5 and not is_checked_in then jsonb_build_object('kind', 'check-in')
      when oldest_goal is not null then jsonb_build_object('kind', 'goal', 'id', oldest_goal)
      when done = 0 then jsonb_build_object('kind', 'goals')
      when not is_checked_in then jsonb_build_object('kind', 'check-in')
      else jsonb_build_object('kind', 'ask')
    end
  );
end
$$;

-- The caller has seen the board as it was at a moment; never earlier than before, never in the future. Who has taken all
-- first steps by then does not see them again.
create function public.mark_board_seen(seen timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
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
create function public.dismiss_first_steps() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  update public.profiles p set first_steps_done_at = coalesce(p.first_steps_done_at, now()) where p.id = auth.uid();
end
$$;

revoke execute on function private.counts_at(public.traction_loops, date), private.counts_added(uuid, date, date), private.week_verdict(uuid),
  private.changes_since(uuid, timestamptz), private.first_steps(uuid), public.this_week(date, timestamptz),
  public.mark_board_seen(timestamptz), public.dismiss_first_steps()
from public, anon, authenticated;
grant execute on function public.this_week(date, timestamptz), public.mark_board_seen(timestamptz),
  public.dismiss_first_steps()
to authenticated;

-- A founder's week by mail, on Mondays at 8:00 in their own time zone, for those who want it.

-- The next mail of each founder who has wanted one. Rows stay: what was mailed for a Monday is not mailed again.
create table private.week_mails (
  user_id uuid primary key references public.mail_settings on delete cascade,
  -- The Monday of the next mail.
  monday date not null,
  -- Its 8:00 in the founder's time zone, or when it is tried again; null while no mail is wanted.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last Monday for which a mail was sent.
  mailed_for date
);
create index week_mails_by_time on private.week_mails (due_at) where due_at is not null;

-- 8:00 of a day in a time zone.
create function private.morning(day date, time_zone text) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (day + time '08:00') at time zone time_zone
$$;

-- The Monday whose 8:00 in a time zone comes next after a moment.
create function private.next_monday(moment timestamptz, time_zone text) returns date
language sql stable
set search_path = ''
as $$
  select case when private.morning(monday, time_zone) > moment then monday else monday + 7 end
  from (select date_trunc('week', moment at time zone time_zone)::date as monday) as this_week
$$;

-- Plans a founder's next mail by their settings. A Monday that was mailed is not planned again, also not in another
-- time zone.
create function private.plan_week_mail(founder uuid) returns void
language sql security definer
set search_path = ''
as $$
  with next as (
    select s.user_id, s.time_zone, s.weekly,
      greatest(private.next_monday(now(), s.time_zone), w.mailed_for + 7) as monday
    from public.mail_settings s left join private.week_mails w on w.user_id = s.user_id
    where s.user_id = founder
  )
  insert into private.week_mails (user_id, monday, due_at)
  select n.user_id, n.monday, case when n.weekly then private.morning(n.monday, n.time_zone) end from next n
  on conflict (user_id) do update set monday = excluded.monday, due_at = excluded.due_at, attempts = 0
$$;

create function private.settings_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.plan_week_mail(new.user_id);
  return null;
end
$$;
create trigger weekly_chosen after insert on public.mail_settings
  for each row when (new.weekly) execute function private.settings_changed();
create trigger weekly_changed after update on public.mail_settings
  for each row when ((old.weekly, old.time_zone) is distinct from (new.weekly, new.time_zone))
  execute function private.settings_changed();

-- What this_week computes, for one founder.
create function private.week_of_founder(founder uuid, today date, since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
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

-- As before, computed in a function that the mail uses too.
create or replace function public.this_week(today date, since timestamptz default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  if this_week.today is null or abs(this_week.today - (now() at time zone 'utc')::date) > 1 then
    raise exception using errcode = '22023', message = 'today is another day';
  end if;
  return private.week_of_founder(auth.uid(), this_week.today, this_week.since);
end
$$;

-- The week before a Monday, as it is mailed. The founder's own time zone counts for goals; loops have one point for
-- each day of UTC.
create function private.week_in_mail(founder uuid, monday date, time_zone text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with week as (
    select (monday - 7)::timestamp at time zone time_zone as begins_at, monday::timestamp at time zone time_zone as ends_at
  ),
  goals as (
    select
      (
        select count(*) from public.goals g where g.user_id = founder and g.period = 'weekly'
          and g.completed_at >= week.begins_at and g.completed_at < week.ends_at
      ) as done,
      (
        select count(*) from public.goals g where g.user_id = founder and g.period = 'weekly' and not g.completed
          and coalesce(g.carried_at, g.created_at) < week.ends_at
      ) as open
    from week
  )
  select jsonb_build_object(
    'check_in', (
      select jsonb_build_object('mood', c.mood, 'wins', left(c.wins, 300))
      from public.weekly_checkins c where c.user_id = founder and c.week_of = monday - 7
    ),
    'priority', (
      select left(c.next_priority, 300) from public.weekly_checkins c
      where c.user_id = founder and c.week_of < monday order by c.week_of desc limit 1
    ),
    'goals', (select jsonb_build_object('done', done, 'of', done + open) from goals),
    'added', (select to_jsonb(a) from private.counts_added(founder, monday - 8, monday - 1) a where a.conversions is not null),
    'added_before',
    (select to_jsonb(a) from private.counts_added(founder, monday - 15, monday - 8) a where a.conversions is not null),
    'runway', (
      select jsonb_build_object(
        'months', private.runway_months(r.bank_balance, r.monthly_revenue, r.monthly_burn)
      )
      from public.runway_data r where r.user_id = founder
    ),
    'call', (
      select jsonb_build_object('member', b.member, 'starts_at', b.starts_at, 'ends_at', b.ends_at)
      from public.squad_bookings b
      where b.user_id = founder and b.cancelled_at is null and b.starts_at > now() order by b.starts_at limit 1
    ),
    'next', private.week_of_founder(founder, monday, null) -> 'next'
  )
$$;

-- Hands out founders whose week is to be mailed, each to one caller, and again after growing delays until the mail is
-- confirmed as sent. From Tuesday on the next Monday is planned. The week goes to proven addresses only.
create function public.claim_week_mails(max_rows integer)
returns table (founder uuid, monday date, email text, time_zone text, week jsonb)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  mail private.week_mails;
  claimed integer := 0;
begin
  -- One by one: a cursor would lock rows ahead, which another server would miss.
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    select * into mail from private.week_mails w
    where w.due_at <= now() order by w.due_at limit 1 for update skip locked;
    exit when not found;
    select s.time_zone into time_zone from public.mail_settings s where s.user_id = mail.user_id;
    email := private.mail_address(mail.user_id);
    if email is null or mail.monday <> (now() at time zone time_zone)::date then
      perform private.plan_week_mail(mail.user_id);
    else
      -- Longer than sending takes: the mail server's timeouts add up to less.
      update private.week_mails w
      set attempts = w.attempts + 1, due_at = now() + interval '5 minutes' * 2 ^ least(w.attempts, 5)
      where w.user_id = mail.user_id;
      founder := mail.user_id;
      monday := mail.monday;
      week := case when private.is_address_proven(founder) then private.week_in_mail(founder, monday, time_zone) end;
      claimed := claimed + 1;
      return next;
    end if;
  end loop;
end
$$;

-- The mail of this Monday was sent; another server may have said so before.
create function public.week_mail_sent(founder uuid, monday date) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.week_mails w set mailed_for = week_mail_sent.monday
  where w.user_id = founder and w.monday = week_mail_sent.monday;
  if found then
    perform private.plan_week_mail(founder);
  end if;
end
$$;

revoke execute on function
  private.morning(date, text), private.next_monday(timestamptz, text), private.plan_week_mail(uuid),
  private.settings_changed(), private.week_of_founder(uuid, date, timestamptz),
  private.week_in_mail(uuid, date, text), public.claim_week_mails(integer), public.week_mail_sent(uuid, date)
from public, anon, authenticated;
grant execute on function public.claim_week_mails(integer), public.week_mail_sent(uuid, date) to service_role;

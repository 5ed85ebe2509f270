-- Mail schedule of a founder's week: on Mondays at 8:00 in their own time zone, for those who want it.

-- 8:00 of a day in a time zone.
create or replace function private.morning(day date, time_zone text) returns timestamptz
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select (day + time '08:00') at time zone time_zone
$$;

-- The Monday whose 8:00 in a time zone comes next after a moment.
create or replace function private.next_monday(moment timestamptz, time_zone text) returns date
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when private.morning(monday, time_zone) > moment then monday else monday + 7 end
  from (select date_trunc('week', moment at time zone time_zone)::date as monday) as this_week
$$;

-- Plans a founder's next mail by their settings, in UTC where the time zone is not known. A Monday that was mailed is not
-- planned again, also not in another time zone.
create or replace function private.plan_week_mail(founder uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with settings as (
    select s.user_id, private.time_zone_or_utc(s.time_zone) as time_zone, s.weekly
    from public.mail_settings s where s.user_id = founder
  ),
  next as (
    select s.user_id, s.time_zone, s.weekly,
      greatest(private.next_monday(now(), s.time_zone), w.mailed_for + 7) as monday
    from settings s left join private.week_mails w on w.user_id = s.user_id
  )
  insert into private.week_mails (user_id, monday, due_at)
  select n.user_id, n.monday, case when n.weekly then private.morning(n.monday, n.time_zone) end from next n
  on conflict (user_id) do update set monday = excluded.monday, due_at = excluded.due_at, attempts = 0
$$;

create or replace function private.settings_changed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.plan_week_mail(new.user_id);
  return null;
end
$$;

create or replace trigger weekly_chosen after insert on public.mail_settings
  for each row when (new.weekly) execute function private.settings_changed();
create or replace trigger weekly_changed after update on public.mail_settings
  for each row when ((old.weekly, old.time_zone) is distinct from (new.weekly, new.time_zone))
  execute function private.settings_changed();

-- The week before a Monday in the founder's time zone, as it is mailed.
create or replace function private.week_in_mail(founder uuid, monday date, time_zone text) returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
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
    'added', (select to_jsonb(a) from private.counts_added(founder, monday - 7, monday - 1) a where a.conversions is not null),
    'added_before',
    (select to_jsonb(a) from private.counts_added(founder, monday - 14, monday - 8) a where a.conversions is not null),
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
    'next', private.week_of_founder(founder, monday, null, monday::timestamp at time zone time_zone) -> 'next'
  )
$$;

-- The mail of this Monday was sent; another server may have said so before.
create or replace function public.week_mail_sent(founder uuid, monday date) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.week_mails w set mailed_for = week_mail_sent.monday
  where w.user_id = founder and w.monday = week_mail_sent.monday;
  if found then
    perform private.plan_week_mail(founder);
  end if;
end
$$;

-- Hands out founders whose week is to be mailed, each to one caller, and again after growing delays until the mail is
-- confirmed as sent. From Tuesday on the next Monday is planned. The week goes to proven addresses only. `failure` says why a
-- founder's week cannot be computed, or the next mail not be planned; it is tried again like an unsent mail, until Monday
-- is over, or until it is planned.
create or replace function public.claim_week_mails(max_rows integer)
returns table (founder uuid, monday date, email text, time_zone text, week jsonb, failure text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.week_mails;
  claimed integer := 0;
begin
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    mail := jsonb_populate_record(
      null::private.week_mails, private.claim_due('private.week_mails', interval '5 minutes', 5)
    );
    exit when mail.user_id is null;
    time_zone := null;
    email := null;
    week := null;
    failure := null;
    begin
      select private.time_zone_or_utc(s.time_zone) into time_zone
      from public.mail_settings s where s.user_id = mail.user_id;
      email := private.mail_address(mail.user_id);
      if email is null or mail.monday <> (now() at time zone time_zone)::date then
        perform private.plan_week_mail(mail.user_id);
        continue;
      end if;
      if private.is_address_proven(mail.user_id) then
        week := private.week_in_mail(mail.user_id, mail.monday, time_zone);
      end if;
    exception when others then
      failure := sqlerrm;
    end;
    founder := mail.user_id;
    monday := mail.monday;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

revoke execute on function
  private.morning(date, text), private.next_monday(timestamptz, text), private.plan_week_mail(uuid),
  private.settings_changed(), private.week_in_mail(uuid, date, text), public.week_mail_sent(uuid, date),
  public.claim_week_mails(integer)
from public, anon, authenticated, service_role;
grant execute on function public.week_mail_sent(uuid, date), public.claim_week_mails(integer) to service_role;

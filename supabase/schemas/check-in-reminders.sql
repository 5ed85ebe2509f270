-- Mail schedule of the reminder to check in: on Fridays at an hour of the founder's own time zone, for those who want it.

-- The Friday whose hour in a time zone comes next after a moment.
create or replace function private.next_friday(moment timestamptz, time_zone text, hour integer) returns date
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when (friday + make_interval(hours => hour)) at time zone time_zone > moment then friday else friday + 7 end
  from (select date_trunc('week', moment at time zone time_zone)::date + 4 as friday) as this_week
$$;

-- Plans a founder's next reminder by their settings, in UTC where the time zone is not known. A Friday that was mailed is not
-- planned again, also not at another hour.
create or replace function private.plan_check_in_reminder(founder uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with settings as (
    select s.user_id, private.time_zone_or_utc(s.time_zone) as time_zone, s.reminder_hour as hour
    from public.mail_settings s where s.user_id = founder
  ),
  next as (
    select s.user_id, s.time_zone, s.hour,
      greatest(private.next_friday(now(), s.time_zone, coalesce(s.hour, 0)), r.mailed_for + 7) as friday
    from settings s left join private.check_in_reminders r on r.user_id = s.user_id
  )
  insert into private.check_in_reminders (user_id, friday, due_at)
  select n.user_id, n.friday, (n.friday + make_interval(hours => n.hour)) at time zone n.time_zone from next n
  on conflict (user_id) do update set friday = excluded.friday, due_at = excluded.due_at, attempts = 0
$$;

create or replace function private.reminder_changed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.plan_check_in_reminder(new.user_id);
  return null;
end
$$;

create or replace trigger reminder_chosen after insert on public.mail_settings
  for each row when (new.reminder_hour is not null) execute function private.reminder_changed();
create or replace trigger reminder_changed after update on public.mail_settings
  for each row when (
    (old.reminder_hour, old.time_zone) is distinct from (new.reminder_hour, new.time_zone)
    and (old.reminder_hour is not null or new.reminder_hour is not null)
  )
  execute function private.reminder_changed();

-- The reminder of this Friday was sent; another server may have said so before.
create or replace function public.check_in_reminder_sent(founder uuid, friday date) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.check_in_reminders r set mailed_for = check_in_reminder_sent.friday
  where r.user_id = founder and r.friday = check_in_reminder_sent.friday;
  if found then
    perform private.plan_check_in_reminder(founder);
  end if;
end
$$;

-- Hands out founders who are to be reminded, each to one caller, and again after growing delays until the mail is confirmed as
-- sent. For whoever has checked in by then, and from Saturday on, the next Friday is planned. `failure` says why that
-- failed; it is tried again like an unsent mail.
create or replace function public.claim_check_in_reminders(max_rows integer)
returns table (founder uuid, friday date, email text, failure text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  reminder private.check_in_reminders;
  claimed integer := 0;
begin
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    reminder := jsonb_populate_record(
      null::private.check_in_reminders, private.claim_due('private.check_in_reminders', interval '5 minutes', 5)
    );
    exit when reminder.user_id is null;
    email := null;
    failure := null;
    begin
      email := private.mail_address(reminder.user_id);
      if email is null or reminder.friday <> private.founder_today(reminder.user_id) or exists (
        select from public.weekly_checkins c
        where c.user_id = reminder.user_id and c.week_of = date_trunc('week', reminder.friday)::date
      ) then
        perform private.plan_check_in_reminder(reminder.user_id);
        continue;
      end if;
    exception when others then
      failure := sqlerrm;
    end;
    founder := reminder.user_id;
    friday := reminder.friday;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

revoke execute on function
  private.next_friday(timestamptz, text, integer), private.plan_check_in_reminder(uuid), private.reminder_changed(),
  public.check_in_reminder_sent(uuid, date), public.claim_check_in_reminders(integer)
from public, anon, authenticated, service_role;
grant execute on function public.check_in_reminder_sent(uuid, date), public.claim_check_in_reminders(integer)
  to service_role;

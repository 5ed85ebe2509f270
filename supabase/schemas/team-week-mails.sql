-- Mail schedule of the team's week: on Mondays at an hour of the admin's own time zone, for admins who want it.

-- When the mail of a Monday is due: at its hour in a time zone, but not before the week has ended, which is UTC's.
create or replace function private.team_week_at(monday date, hour integer, time_zone text) returns timestamptz
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select greatest((monday + make_interval(hours => hour)) at time zone time_zone, monday::timestamp at time zone 'utc')
$$;

-- Plans an admin's next mail by their settings, in UTC where the time zone is not known. A Monday that was mailed is not
-- planned again, also not at another hour.
create or replace function private.plan_team_week_mail(member uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with settings as (
    select s.user_id, private.time_zone_or_utc(s.time_zone) as time_zone, s.team_week_hour as hour
    from public.mail_settings s where s.user_id = member
  ),
  next as (
    select s.*, greatest(
      case when private.team_week_at(m.monday, coalesce(s.hour, 0), s.time_zone) > now() then m.monday else m.monday + 7 end,
      w.mailed_for + 7
    ) as monday
    from settings s
    cross join lateral (select date_trunc('week', now() at time zone s.time_zone)::date as monday) m
    left join private.team_week_mails w on w.user_id = s.user_id
  )
  insert into private.team_week_mails (user_id, monday, due_at)
  select n.user_id, n.monday, case when n.hour is not null then private.team_week_at(n.monday, n.hour, n.time_zone) end from next n
  on conflict (user_id) do update set monday = excluded.monday, due_at = excluded.due_at, attempts = 0
$$;

create or replace function private.team_week_changed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.plan_team_week_mail(new.user_id);
  return null;
end
$$;

create or replace trigger team_week_chosen after insert on public.mail_settings
  for each row when (new.team_week_hour is not null) execute function private.team_week_changed();
create or replace trigger team_week_changed after update on public.mail_settings
  for each row when (
    (old.team_week_hour, old.time_zone) is distinct from (new.team_week_hour, new.time_zone)
    and (old.team_week_hour is not null or new.team_week_hour is not null)
  )
  execute function private.team_week_changed();

-- The mail ends with the role, also for who gets it again.
create or replace function private.end_team_week_mail() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.mail_settings s set team_week_hour = null where s.user_id = old.user_id and s.team_week_hour is not null;
  return null;
end
$$;

create or replace trigger end_team_week_mail after delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.end_team_week_mail();

-- The mail of this Monday was sent; another server may have said so before.
create or replace function public.team_week_mail_sent(member uuid, monday date) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.team_week_mails w set mailed_for = team_week_mail_sent.monday
  where w.user_id = member and w.monday = team_week_mail_sent.monday;
  if found then
    perform private.plan_team_week_mail(member);
  end if;
end
$$;

-- Hands out admins to whom the week is to be mailed, each to one caller, and again after growing delays until the mail is
-- confirmed as sent. From Tuesday on, and for who is no admin or whose address is not proven, the next Monday is planned.
-- `failure` says why the figures cannot be computed; they are tried again like an unsent mail.
create or replace function public.claim_team_week_mails(max_rows integer)
returns table (member uuid, monday date, email text, week jsonb, failure text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.team_week_mails;
  figures jsonb;
  claimed integer := 0;
begin
  perform private.record_week(now());
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    mail := jsonb_populate_record(
      null::private.team_week_mails, private.claim_due('private.team_week_mails', interval '5 minutes', 5)
    );
    exit when mail.user_id is null;
    week := null;
    failure := null;
    begin
      email := case when private.is_admin_user(mail.user_id) then public.proven_address(mail.user_id) end;
      if email is null or mail.monday <> (
        select (now() at time zone private.time_zone_or_utc(s.time_zone))::date from public.mail_settings s
        where s.user_id = mail.user_id
      ) then
        perform private.plan_team_week_mail(mail.user_id);
        continue;
      end if;
      -- The same for everyone.
      if figures is null or figures ->> 'week' <> (mail.monday - 7)::text then
        figures := private.team_week(mail.monday - 7);
      end if;
      week := figures;
    exception when others then
      failure := sqlerrm;
    end;
    member := mail.user_id;
    monday := mail.monday;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

revoke execute on function
  private.team_week_at(date, integer, text), private.plan_team_week_mail(uuid), private.team_week_changed(),
  private.end_team_week_mail(), public.team_week_mail_sent(uuid, date), public.claim_team_week_mails(integer)
from public, anon, authenticated, service_role;
grant execute on function public.team_week_mail_sent(uuid, date), public.claim_team_week_mails(integer) to service_role;

-- Time zones are IANA names wherever they are stored. PostgreSQL itself also takes abbreviations and POSIX's own form
-- (`abc5`), which neither a browser nor Node.js knows.
create or replace function private.known_time_zone(name text) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  known text := coalesce((
    select present from (
      values
        ('Africa/Asmera', 'Africa/Asmara'), ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'),
        ('America/Catamarca', 'America/Argentina/Catamarca'), ('America/Coral_Harbour', 'America/Atikokan'),
        ('America/Cordoba', 'America/Argentina/Cordoba'), ('America/Godthab', 'America/Nuuk'),
        ('America/Indianapolis', 'America/Indiana/Indianapolis'), ('America/Jujuy', 'America/Argentina/Jujuy'),
        ('America/Louisville', 'America/Kentucky/Louisville'), ('America/Mendoza', 'America/Argentina/Mendoza'),
        ('Asia/Calcutta', 'Asia/Kolkata'), ('Asia/Katmandu', 'Asia/Kathmandu'), ('Asia/Rangoon', 'Asia/Yangon'),
        ('Asia/Saigon', 'Asia/Ho_Chi_Minh'), ('Atlantic/Faeroe', 'Atlantic/Faroe'), ('Europe/Kiev', 'Europe/Kyiv'),
        ('Pacific/Enderbury', 'Pacific/Kanton'), ('Pacific/Ponape', 'Pacific/Pohnpei'), ('Pacific/Truk', 'Pacific/Chuuk')
    ) as renamed (former, present) where former = known_time_zone.name
  ), known_time_zone.name);
begin
  -- Without digits, what has a slash is neither an abbreviation nor POSIX's form, so PostgreSQL looks it up. The list of all
  -- names (pg_timezone_names) would be read from as many files each time.
  if known !~ '^([A-Z][A-Za-z_]*(/[A-Z][A-Za-z_-]*)+|Etc/GMT(0|[+-][0-9]|[+]1[0-2]|-1[0-4]))$' and known not in (
    -- The names without a slash (IANA, `northamerica`, `europe`, `etcetera` and `backward`).
    'CET', 'CST6CDT', 'Cuba', 'EET', 'EST', 'EST5EDT', 'Egypt', 'Eire', 'GB', 'GB-Eire', 'GMT', 'GMT+0', 'GMT-0', 'GMT0',
    'Greenwich', 'HST', 'Hongkong', 'Iceland', 'Iran', 'Israel', 'Jamaica', 'Japan', 'Kwajalein', 'Libya', 'MET', 'MST',
    'MST7MDT', 'NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'PST8PDT', 'Poland', 'Portugal', 'ROC', 'ROK', 'Singapore', 'Turkey', 'UCT',
    'UTC', 'Universal', 'W-SU', 'WET', 'Zulu'
  ) then
    raise exception using errcode = '22023', message = 'that is not the name of a time zone';
  end if;
  perform now() at time zone known;
  return known;
end
$$;

create or replace function private.check_time_zone() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  new.time_zone := private.known_time_zone(new.time_zone);
  return new;
end
$$;

create or replace trigger check_time_zone before insert or update of time_zone on public.mail_settings
  for each row execute function private.check_time_zone();

-- The time zone, or UTC where this PostgreSQL does not know it: a restored database may come from a system that knows more.
create or replace function private.time_zone_or_utc(name text) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform now() at time zone name;
  return coalesce(name, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$$;

create or replace trigger check_time_zone before insert or update of time_zone on private.calendar_feeds
  for each row execute function private.check_time_zone();
create or replace trigger check_time_zone before insert or update of time_zone on public.squad_bookings
  for each row execute function private.check_time_zone();
create or replace trigger check_time_zone before insert or update of time_zone on public.push_settings
  for each row execute function private.check_time_zone();

-- A founder's own day: in the time zone of their mails, which the board notes until they choose one.
create or replace function private.founder_today(founder uuid) returns date
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select (now() at time zone private.time_zone_or_utc(private.founder_time_zone(founder_today.founder)))::date
$$;

-- Where a founder is; null where that is not known. Connected apps, which may read no settings, get it with the calls.
create or replace function private.founder_time_zone(founder uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select s.time_zone from public.mail_settings s where s.user_id = founder_time_zone.founder
$$;

revoke execute on function
  private.founder_today(uuid), private.founder_time_zone(uuid),
  private.known_time_zone(text), private.check_time_zone(), private.time_zone_or_utc(text)
from public, anon, authenticated, service_role;
grant execute on function private.founder_today(uuid), private.founder_time_zone(uuid) to authenticated, service_role;

-- Promise to founders: an answer within the radar's hours for an unanswered message (24 unless admins change them).
-- Without a threshold nothing is promised.

-- Since when a message must have waited to be overdue. Whole days are days of the clock, each with one working day in it,
-- since the squad works every day; of the hours beyond them only those count in which it works, 9 to 18 in New York (SPEC
-- section 2), nine at most. Days off are the server's setting, and not known here. domain/squad-hours.ts computes the same.
create or replace function private.promised_since(moment timestamptz, hours integer) returns timestamptz
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
      when hours % 24 = 0 then local
      when rest <= worked then local::date + time '09:00' + (worked - rest)
      else local::date - 1 + time '18:00' - (rest - worked)
    end at time zone 'America/New_York'
  from (
    select local, make_interval(hours => least(hours % 24, 9)) as rest,
      greatest(least(local::time, time '18:00') - time '09:00', interval '0') as worked
    from (select moment at time zone 'America/New_York' - make_interval(days => hours / 24) as local) l
  ) w
$$;

-- A founder who has waited since then, or longer, is overdue; null without a promise.
create or replace function private.overdue_since() returns timestamptz
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.promised_since(now(), t.message_hours) from public.radar_thresholds t
$$;

-- How many conversations are overdue, of all and of the caller's own, and how many hours are promised.
create or replace function public.overdue_conversations() returns table (total integer, mine integer, hours integer)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select count(*)::integer, count(*) filter (where c.assigned_to = auth.uid())::integer,
      (select t.message_hours from public.radar_thresholds t)
    from public.squad_conversations c
    where c.waiting_since <= private.overdue_since() and not private.is_snoozed(c.snoozed_until);
end
$$;

-- How many founders wait for an answer of the caller, or of nobody in particular.
create or replace function public.waiting_conversations() returns integer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from public.squad_conversations c
    where c.waiting_since is not null and (c.assigned_to is null or c.assigned_to = auth.uid())
      and not private.is_snoozed(c.snoozed_until)
  );
end
$$;

revoke execute on function
  private.promised_since(timestamptz, integer), private.overdue_since(), public.overdue_conversations(),
  public.waiting_conversations()
from public, anon, authenticated, service_role;
grant execute on function public.overdue_conversations(), public.waiting_conversations() to authenticated;

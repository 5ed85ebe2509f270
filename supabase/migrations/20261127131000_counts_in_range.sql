-- Counts of loops have a range, and their sums and differences are wider than they are: two loops of 2,000,000,000
-- conversions ended this_week, and with it the mails of that Monday.

-- A trigger and no constraint: a row from before it stays, and a backup that has one is restored.
create function private.check_counts() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  most constant bigint := 1000000000;
begin
  if greatest(abs(new.conversions::bigint), abs(new.demos::bigint), abs(new.messages::bigint)) > most then
    raise exception using errcode = '23514', message = 'a count is a billion at most';
  end if;
  return new;
end
$$;
create trigger check_counts before insert or update of conversions, demos, messages on public.traction_loops
  for each row execute function private.check_counts();
create trigger check_counts before insert or update of conversions, demos, messages on public.traction_points
  for each row when (pg_trigger_depth() = 0) execute function private.check_counts();

drop function private.counts_added(uuid, date, date);
drop function private.counts_at(public.traction_loops, date);

-- As before, in bigint.
create function private.counts_at(loop public.traction_loops, day date)
returns table (conversions bigint, demos bigint, messages bigint)
language sql stable
set search_path = ''
as $$
  (
    select p.conversions::bigint, p.demos::bigint, p.messages::bigint from public.traction_points p
    where p.loop_id = loop.id and p.day <= counts_at.day order by p.day desc limit 1
  )
  union all
  select 0, 0, 0 where (loop.created_at at time zone 'utc')::date > counts_at.day
  limit 1
$$;

create function private.counts_added(founder uuid, after_day date, until_day date)
returns table (conversions bigint, demos bigint, messages bigint)
language sql stable
set search_path = ''
as $$
  select sum(later.conversions - earlier.conversions)::bigint, sum(later.demos - earlier.demos)::bigint,
    sum(later.messages - earlier.messages)::bigint
  from public.traction_loops l
  cross join lateral private.counts_at(l, counts_added.after_day) earlier
  cross join lateral private.counts_at(l, counts_added.until_day) later
  where l.user_id = counts_added.founder
$$;

create or replace function private.refresh_conversion_points(founders uuid[]) returns void
language sql
set search_path = ''
as $$
  delete from private.conversion_points c where c.user_id = any(founders);
  insert into private.conversion_points (user_id, day, conversions, added)
  select user_id, day, conversions, conversions - lag(conversions, 1, conversions) over (partition by user_id order by day)
  from (
    select user_id, day, sum(sum(added)) over (partition by user_id order by day) as conversions from (
      select p.user_id, p.day,
        p.conversions::bigint - lag(p.conversions, 1, 0) over (partition by p.loop_id order by p.day) as added
      from public.traction_points p where p.user_id = any(founders)
    ) a
    -- While an account is deleted, its loops are deleted one by one.
    where exists (select from auth.users u where u.id = a.user_id)
    group by user_id, day
  ) c;
$$;

revoke execute on function
  private.check_counts(), private.counts_at(public.traction_loops, date), private.counts_added(uuid, date, date)
from public, anon, authenticated;

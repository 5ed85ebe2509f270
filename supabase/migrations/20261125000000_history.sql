-- History: a point a day for each traction loop and each runway, written by triggers. A loop and a runway are as their
-- last point says until the next one. Days are in UTC.

create table public.traction_points (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  loop_id uuid not null references public.traction_loops on delete cascade,
  day date not null default (now() at time zone 'utc')::date,
  status text not null,
  conversions integer not null,
  demos integer not null,
  messages integer not null,
  created_at timestamptz not null default now(),
  unique (loop_id, day)
);
create index traction_points_by_founder on public.traction_points (user_id, created_at desc, id);

create table public.runway_points (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  day date not null default (now() at time zone 'utc')::date,
  bank_balance numeric(14, 2) not null,
  monthly_revenue numeric(14, 2) not null,
  monthly_burn numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  unique (user_id, day)
);
create index runway_points_by_founder on public.runway_points (user_id, created_at desc, id);

alter table public.traction_points enable row level security;
alter table public.runway_points enable row level security;
revoke all on public.traction_points, public.runway_points from public, anon, authenticated;
grant select on public.traction_points, public.runway_points to authenticated;
grant all on public.traction_points, public.runway_points to service_role;

create policy "founders read their own history, admins read all" on public.traction_points
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders read their own history, admins read all" on public.runway_points
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "no second factor is due" on public.traction_points
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.runway_points
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages history" on public.traction_points
  for all to service_role using (true) with check (true);
create policy "the service manages history" on public.runway_points
  for all to service_role using (true) with check (true);

create function private.record_traction_point() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.traction_points (user_id, loop_id, status, conversions, demos, messages)
  values (new.user_id, new.id, new.status, new.conversions, new.demos, new.messages)
  on conflict (loop_id, day) do update
  set status = excluded.status, conversions = excluded.conversions, demos = excluded.demos,
    messages = excluded.messages;
  return null;
end
$$;
create trigger record_first_point after insert on public.traction_loops
  for each row execute function private.record_traction_point();
create trigger record_point after update on public.traction_loops
  for each row when (
    (old.status, old.conversions, old.demos, old.messages)
    is distinct from (new.status, new.conversions, new.demos, new.messages)
  )
  execute function private.record_traction_point();

create function private.record_runway_point() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.runway_points (user_id, bank_balance, monthly_revenue, monthly_burn)
  values (new.user_id, new.bank_balance, new.monthly_revenue, new.monthly_burn)
  on conflict (user_id, day) do update
  set bank_balance = excluded.bank_balance, monthly_revenue = excluded.monthly_revenue,
    monthly_burn = excluded.monthly_burn;
  return null;
end
$$;
create trigger record_first_point after insert on public.runway_data
  for each row execute function private.record_runway_point();
create trigger record_point after update on public.runway_data
  for each row when (
    (old.bank_balance, old.monthly_revenue, old.monthly_burn)
    is distinct from (new.bank_balance, new.monthly_revenue, new.monthly_burn)
  )
  execute function private.record_runway_point();

revoke execute on function private.record_traction_point(), private.record_runway_point()
from public, anon, authenticated;

-- Each loop of a founder by week (Monday to Sunday), from its first point to this week, at most ten years: how it was at
-- the end of each. Under the caller's own policies.
create function public.traction_history(founder uuid default auth.uid())
returns table (
  loop_id uuid, first_week date, statuses text[], conversions integer[], demos integer[], messages integer[]
)
language sql stable
set search_path = ''
as $$
  with weeks as (
    select p.loop_id, week::date
    from (
      select p.loop_id, min(p.day) as first_day from public.traction_points p
      where p.user_id = traction_history.founder group by p.loop_id
    ) p,
    date_trunc('week', now() at time zone 'utc') as this_week,
    generate_series(
      greatest(date_trunc('week', p.first_day::timestamp), this_week - interval '519 weeks'), this_week, '1 week'
    ) as week
  )
  select w.loop_id, min(w.week), array_agg(p.status order by w.week), array_agg(p.conversions order by w.week),
    array_agg(p.demos order by w.week), array_agg(p.messages order by w.week)
  from weeks w
  cross join lateral (
    select p.status, p.conversions, p.demos, p.messages from public.traction_points p
    where p.loop_id = w.loop_id and p.day < w.week + 7
    order by p.day desc limit 1
  ) p
  group by w.loop_id
$$;
revoke execute on function public.traction_history(uuid) from public, anon;
grant execute on function public.traction_history(uuid) to authenticated, service_role;

-- What is there already begins with today's point.
insert into public.traction_points (user_id, loop_id, status, conversions, demos, messages)
select user_id, id, status, conversions, demos, messages from public.traction_loops;
insert into public.runway_points (user_id, bank_balance, monthly_revenue, monthly_burn)
select user_id, bank_balance, monthly_revenue, monthly_burn from public.runway_data;

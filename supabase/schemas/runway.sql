-- Runway: recorded by admins (SPEC section 3), and its history.

revoke all on public.runway_data from public, anon, authenticated;
grant select on public.runway_data to authenticated;
grant insert (user_id, bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;

-- Admins record a runway with one upsert, which sets every column, its key too; the trigger rejects another key.
grant update (user_id, bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;
grant all on public.runway_data to service_role;

create or replace trigger reject_owner_change before update on public.runway_data
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

drop policy if exists "founders read their own runway, admins read all" on public.runway_data;
create policy "founders read their own runway, admins read all" on public.runway_data
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "admins record runways" on public.runway_data;
create policy "admins record runways" on public.runway_data
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change runways" on public.runway_data;
create policy "admins change runways" on public.runway_data
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "no second factor is due" on public.runway_data;
create policy "no second factor is due" on public.runway_data
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages runways" on public.runway_data;
create policy "the service manages runways" on public.runway_data
  for all to service_role using (true) with check (true);
revoke all on public.runway_points from public, anon, authenticated;
grant select on public.runway_points to authenticated;
grant all on public.runway_points to service_role;

drop policy if exists "founders read their own history, admins read all" on public.runway_points;
create policy "founders read their own history, admins read all" on public.runway_points
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.runway_points;
create policy "no second factor is due" on public.runway_points
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages history" on public.runway_points;
create policy "the service manages history" on public.runway_points
  for all to service_role using (true) with check (true);

-- A point is for a day of the founder's, as those of loops. The newest one has the recorded figures, and their day.
create or replace function private.record_runway_point() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := private.founder_today(new.user_id);
begin
  insert into public.runway_points (user_id, day, bank_balance, monthly_revenue, monthly_burn)
  values (
    new.user_id,
    greatest(today, (select p.day from public.runway_points p where p.user_id = new.user_id and p.day <= today + 2 order by p.day desc limit 1)),
    new.bank_balance, new.monthly_revenue, new.monthly_burn
  )
  on conflict (user_id, day) do update
  set bank_balance = excluded.bank_balance, monthly_revenue = excluded.monthly_revenue,
    monthly_burn = excluded.monthly_burn;
  return null;
end
$$;

create or replace trigger record_first_point after insert on public.runway_data
  for each row execute function private.record_runway_point();
create or replace trigger record_point after update on public.runway_data
  for each row when (
    (old.bank_balance, old.monthly_revenue, old.monthly_burn)
    is distinct from (new.bank_balance, new.monthly_revenue, new.monthly_burn)
  )
  execute function private.record_runway_point();

-- Months until the balance is used up; null when it does not shrink. Without a search_path of its own, so that
-- PostgreSQL inlines it.
create or replace function private.runway_months(bank_balance numeric, monthly_revenue numeric, monthly_burn numeric) returns numeric
language sql immutable
return case when monthly_burn > monthly_revenue
  then round(greatest(bank_balance / (monthly_burn - monthly_revenue), 0), 2) end;

revoke execute on function
  private.record_runway_point(), private.runway_months(numeric, numeric, numeric)
from public, anon, authenticated, service_role;

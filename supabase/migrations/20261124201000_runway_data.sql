-- Runway: balance, revenue and burn per month in US dollars, recorded by admins (SPEC section 3).

create table public.runway_data (
  user_id uuid primary key references auth.users on delete cascade,
  -- May be overdrawn; revenue and burn are amounts.
  bank_balance numeric(14, 2) not null default 0 check (bank_balance <> 'NaN'),
  monthly_revenue numeric(14, 2) not null default 0 check (monthly_revenue <> 'NaN') check (monthly_revenue >= 0),
  monthly_burn numeric(14, 2) not null default 0 check (monthly_burn <> 'NaN') check (monthly_burn >= 0)
);

alter table public.runway_data enable row level security;
revoke all on public.runway_data from public, anon, authenticated;
grant select on public.runway_data to authenticated;
grant insert (user_id, bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;
-- Admins record a runway with one upsert, which sets every column, its key too; the trigger rejects another key.
grant update (user_id, bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;
grant all on public.runway_data to service_role;
create trigger reject_owner_change before update on public.runway_data
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

create policy "founders read their own runway, admins read all" on public.runway_data
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "admins record runways" on public.runway_data
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change runways" on public.runway_data
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "no second factor is due" on public.runway_data
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages runways" on public.runway_data
  for all to service_role using (true) with check (true);

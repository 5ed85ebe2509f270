-- Money: balance, revenue and burn per month, kept by admins (SPEC section 3). US dollars.

create table public.runway_data (
  user_id uuid primary key references auth.users on delete cascade,
  bank_balance numeric(14, 2) not null default 0 check (bank_balance <> 'NaN'),
  monthly_revenue numeric(14, 2) not null default 0 check (monthly_revenue <> 'NaN'),
  monthly_burn numeric(14, 2) not null default 0 check (monthly_burn <> 'NaN')
);

alter table public.runway_data enable row level security;
revoke all on public.runway_data from public, anon, authenticated;
grant select on public.runway_data to authenticated;
grant insert (user_id, bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;
grant update (bank_balance, monthly_revenue, monthly_burn) on public.runway_data to authenticated;
grant all on public.runway_data to service_role;

create policy "founders read their own runway, admins read all" on public.runway_data
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "admins record runways" on public.runway_data
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change runways" on public.runway_data
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the service manages runways" on public.runway_data
  for all to service_role using (true) with check (true);

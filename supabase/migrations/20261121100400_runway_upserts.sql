-- Admins record a founder's runway with one upsert, whether there is one already or not. A balance may be overdrawn;
-- revenue and burn are amounts, and the difference of the two is told apart.

-- An upsert sets every column it was sent, its key included; the trigger keeps the key where it is.
grant update (user_id) on public.runway_data to authenticated;
create trigger keep_founder before update on public.runway_data
  for each row when (old.user_id is distinct from new.user_id) execute function private.keep_founder();

-- Rows from before are left as they are until somebody changes them.
alter table public.runway_data
  add check (monthly_revenue >= 0) not valid,
  add check (monthly_burn >= 0) not valid;

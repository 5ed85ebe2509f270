-- Weekly targets of the loops' counts: chosen by their founder, read by admins.

revoke all on public.weekly_targets from public, anon, authenticated;
grant select on public.weekly_targets to authenticated;

-- Founders choose with one upsert, which sets every column, its key too; the trigger rejects another key.
grant insert (user_id, conversions, demos, messages), update (user_id, conversions, demos, messages)
  on public.weekly_targets to authenticated;
grant all on public.weekly_targets to service_role;

create or replace trigger reject_owner_change before update on public.weekly_targets
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

drop policy if exists "founders read their own weekly targets, admins read all" on public.weekly_targets;
create policy "founders read their own weekly targets, admins read all" on public.weekly_targets
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders choose their first weekly targets" on public.weekly_targets;
create policy "founders choose their first weekly targets" on public.weekly_targets
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "founders change their own weekly targets" on public.weekly_targets;
create policy "founders change their own weekly targets" on public.weekly_targets
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.weekly_targets;
create policy "no second factor is due" on public.weekly_targets
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages weekly targets" on public.weekly_targets;
create policy "the service manages weekly targets" on public.weekly_targets
  for all to service_role using (true) with check (true);

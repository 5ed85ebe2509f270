-- Weekly targets of the loops' counts: chosen by their founder, read by admins; and from which week each of them counts.

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

revoke all on public.weekly_target_points from public, anon, authenticated;
grant select on public.weekly_target_points to authenticated;
grant all on public.weekly_target_points to service_role;

drop policy if exists "founders read their own history, admins read all" on public.weekly_target_points;
create policy "founders read their own history, admins read all" on public.weekly_target_points
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.weekly_target_points;
create policy "no second factor is due" on public.weekly_target_points
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages history" on public.weekly_target_points;
create policy "the service manages history" on public.weekly_target_points
  for all to service_role using (true) with check (true);

-- Targets count from the founder's present week. One who has travelled west has no second point for a week that is over.
create or replace function private.record_weekly_targets() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  monday date := date_trunc('week', private.founder_today(new.user_id)::timestamp)::date;
begin
  insert into public.weekly_target_points (user_id, week, conversions, demos, messages)
  values (
    new.user_id,
    greatest(monday, (select p.week from public.weekly_target_points p where p.user_id = new.user_id and p.week <= monday + 7 order by p.week desc limit 1)),
    new.conversions, new.demos, new.messages
  )
  on conflict (user_id, week) do update
  set conversions = excluded.conversions, demos = excluded.demos, messages = excluded.messages;
  return null;
end
$$;

create or replace trigger record_first_point after insert on public.weekly_targets
  for each row execute function private.record_weekly_targets();
create or replace trigger record_point after update on public.weekly_targets
  for each row when ((old.conversions, old.demos, old.messages) is distinct from (new.conversions, new.demos, new.messages))
  execute function private.record_weekly_targets();

revoke execute on function private.record_weekly_targets() from public, anon, authenticated, service_role;

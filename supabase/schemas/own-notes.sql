-- Own notes: written, changed and deleted by their founder. Admins do not read them.

revoke all on public.own_notes from public, anon, authenticated;
grant select, delete on public.own_notes to authenticated;
grant insert (id, user_id, content), update (content) on public.own_notes to authenticated;
grant all on public.own_notes to service_role;

drop policy if exists "founders read their own notes" on public.own_notes;
create policy "founders read their own notes" on public.own_notes
  for select to authenticated using (user_id = (select auth.uid()));
drop policy if exists "founders write notes" on public.own_notes;
create policy "founders write notes" on public.own_notes
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "founders change their own notes" on public.own_notes;
create policy "founders change their own notes" on public.own_notes
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "founders delete their own notes" on public.own_notes;
create policy "founders delete their own notes" on public.own_notes
  for delete to authenticated using (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.own_notes;
create policy "no second factor is due" on public.own_notes
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages own notes" on public.own_notes;
create policy "the service manages own notes" on public.own_notes
  for all to service_role using (true) with check (true);

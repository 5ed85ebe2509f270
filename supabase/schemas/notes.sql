-- Notes: written by admins for one founder, who reads them (SPEC sections 3 and 6).

revoke all on public.notes from public, anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (user_id, title, category, content) on public.notes to authenticated;
grant update (title, category, content) on public.notes to authenticated;
grant all on public.notes to service_role;

drop policy if exists "founders read their own notes, admins read all" on public.notes;
create policy "founders read their own notes, admins read all" on public.notes
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "admins write notes" on public.notes;
create policy "admins write notes" on public.notes
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change notes" on public.notes;
create policy "admins change notes" on public.notes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete notes" on public.notes;
create policy "admins delete notes" on public.notes
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "no second factor is due" on public.notes;
create policy "no second factor is due" on public.notes
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages notes" on public.notes;
create policy "the service manages notes" on public.notes
  for all to service_role using (true) with check (true);

-- The categories of the founders' notes, for suggestions: the first 100 by name. One lookup in the index for each, however many
-- notes there are.
create or replace function public.note_categories() returns text[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return (
    with recursive known (category) as (
      (select n.category from public.notes n order by n.category limit 1)
      union all
      select (select n.category from public.notes n where n.category > k.category order by n.category limit 1)
      from known k where k.category is not null
    )
    select coalesce(array_agg(f.category), '{}')
    from (select k.category from known k where k.category is not null limit 100) f
  );
end
$$;

revoke execute on function public.note_categories() from public, anon, authenticated, service_role;
grant execute on function public.note_categories() to authenticated;

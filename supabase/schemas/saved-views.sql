-- Saved views of the users table: an admin's own, and the team's (docs/decisions/0065-owners-and-saved-views.md).

revoke all on public.saved_views from public, anon, authenticated, service_role;
grant select, delete on public.saved_views to authenticated;
grant insert (admin_id, name, query), update (admin_id, name, query) on public.saved_views to authenticated;
grant all on public.saved_views to service_role;

drop policy if exists "admins read their own views and the team's" on public.saved_views;
create policy "admins read their own views and the team's" on public.saved_views
  for select to authenticated
  using ((admin_id is null or admin_id = (select auth.uid())) and (select private.is_admin()));
drop policy if exists "admins save views for themselves or the team" on public.saved_views;
create policy "admins save views for themselves or the team" on public.saved_views
  for insert to authenticated
  with check ((admin_id is null or admin_id = (select auth.uid())) and (select private.is_admin()));
drop policy if exists "admins change their own views and the team's" on public.saved_views;
create policy "admins change their own views and the team's" on public.saved_views
  for update to authenticated
  using ((admin_id is null or admin_id = (select auth.uid())) and (select private.is_admin()))
  with check ((admin_id is null or admin_id = (select auth.uid())) and (select private.is_admin()));
drop policy if exists "admins delete their own views and the team's" on public.saved_views;
create policy "admins delete their own views and the team's" on public.saved_views
  for delete to authenticated
  using ((admin_id is null or admin_id = (select auth.uid())) and (select private.is_admin()));
drop policy if exists "the service manages views" on public.saved_views;
create policy "the service manages views" on public.saved_views
  for all to service_role using (true) with check (true);

-- Only what the table can show is stored. Columns are the browser's: it ignores those that it does not have.
create or replace function private.check_saved_view() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  search jsonb := coalesce(new.query -> 'search', '""');
  filters jsonb := coalesce(new.query -> 'filters', '{}');
  sort jsonb := coalesce(new.query -> 'sort', '"joined"');
  columns jsonb := coalesce(new.query -> 'columns', '[]');
begin
  if jsonb_typeof(new.query) <> 'object' or jsonb_typeof(search) <> 'string' or char_length(search #>> '{}') > 200
    or jsonb_typeof(filters) <> 'object' or jsonb_typeof(sort) <> 'string' or jsonb_typeof(columns) <> 'array'
    or jsonb_typeof(coalesce(new.query -> 'descending', 'true')) <> 'boolean'
    or new.query - array['search', 'filters', 'sort', 'descending', 'columns'] <> '{}' then
    raise exception using errcode = '22023', message = 'a view has a search, filters, an order and columns';
  end if;
  if jsonb_array_length(columns) > 20
    or exists (select from jsonb_array_elements(columns) c where (c #>> '{}') ~ '^[a-z_]{1,20}$' is not true) then
    raise exception using errcode = '22023', message = 'a view has 20 columns at most';
  end if;
  perform private.check_cohort(filters, sort #>> '{}');
  return new;
end
$$;

create or replace trigger check_saved_view before insert or update of query on public.saved_views
  for each row execute function private.check_saved_view();

-- A list that is read whole stays short.
create or replace function private.limit_saved_views() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two at the same time cannot exceed a limit together.
  perform pg_advisory_xact_lock(hashtext('public.saved_views'));
  if exists (
    select from public.saved_views v where v.admin_id is null or v.admin_id in (select n.admin_id from new_rows n)
    group by v.admin_id having count(*) > case when v.admin_id is null then 20 else 12 end
  ) then
    raise exception using errcode = '54000', message = 'there are 12 views of an admin at most, and 20 of the team';
  end if;
  return null;
end
$$;

create or replace trigger limit_inserted after insert on public.saved_views
  referencing new table as new_rows for each statement execute function private.limit_saved_views();
create or replace trigger limit_updated after update on public.saved_views
  referencing new table as new_rows for each statement execute function private.limit_saved_views();

-- Makes a view of the team the admin's own, under a name, as another row: colleagues receive the deletion of theirs, and an update
-- that hides a row would not reach them. Returns the new id; null when the view is gone.
create or replace function public.keep_view(view uuid, name text) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  kept uuid;
begin
  perform private.require_admin();
  with removed as (
    delete from public.saved_views v where v.id = view and v.admin_id is null returning v.query
  )
  insert into public.saved_views (name, query) select keep_view.name, r.query from removed r returning id into kept;
  return kept;
end
$$;

-- Only the team's views are in the audit log.
create or replace trigger log_insert after insert on public.saved_views
  for each row when (new.admin_id is null) execute function private.log_team_change();
create or replace trigger log_update after update on public.saved_views
  for each row when (old.admin_id is null or new.admin_id is null) execute function private.log_team_change();
create or replace trigger log_delete after delete on public.saved_views
  for each row when (old.admin_id is null) execute function private.log_team_change();

revoke execute on function private.check_saved_view(), private.limit_saved_views(), public.keep_view(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.keep_view(uuid, text) to authenticated;

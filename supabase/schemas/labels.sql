-- Labels of founders, for admins alone (docs/decisions/0033-labels-and-many-at-once.md).

revoke all on public.founder_labels, public.labelled_founders from public, anon, authenticated, service_role;
grant select, delete on public.founder_labels to authenticated;
grant insert (name), update (name) on public.founder_labels to authenticated;
grant select on public.labelled_founders to authenticated, service_role;
grant all on public.founder_labels to service_role;

drop policy if exists "admins read labels" on public.founder_labels;
create policy "admins read labels" on public.founder_labels
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins add labels" on public.founder_labels;
create policy "admins add labels" on public.founder_labels
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins rename labels" on public.founder_labels;
create policy "admins rename labels" on public.founder_labels
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete labels" on public.founder_labels;
create policy "admins delete labels" on public.founder_labels
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "the service manages labels" on public.founder_labels;
create policy "the service manages labels" on public.founder_labels
  for all to service_role using (true) with check (true);
drop policy if exists "admins read who has which label" on public.labelled_founders;
create policy "admins read who has which label" on public.labelled_founders
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads who has which label" on public.labelled_founders;
create policy "the service reads who has which label" on public.labelled_founders
  for select to service_role using (true);

-- Changes of labels wait for each other, so that two at the same time cannot exceed a limit together.
create or replace function private.lock_labels() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(hashtext('public.founder_labels'))
$$;

-- A list that is read whole stays short.
create or replace function private.limit_labels() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.lock_labels();
  if (select count(*) from public.founder_labels) > 100 then
    raise exception using errcode = '54000', message = 'there are 100 labels already';
  end if;
  return null;
end
$$;

create or replace trigger limit_labels after insert on public.founder_labels
  for each statement execute function private.limit_labels();

create or replace function private.limit_labels_of_founders() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from public.labelled_founders l where l.user_id in (select n.user_id from new_rows n)
    group by l.user_id having count(*) > 20
  ) then
    raise exception using errcode = '54000', message = 'a founder has 20 labels at most';
  end if;
  return null;
end
$$;

create or replace trigger limit_labels_of_founders after insert on public.labelled_founders
  referencing new table as new_rows for each statement execute function private.limit_labels_of_founders();

-- A deleted label is one entry with the number of founders who had it, and none for each of them.
create or replace function private.log_label_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  old_values jsonb := case when tg_op <> 'INSERT' then jsonb_build_object('name', old.name) end;
begin
  if auth.uid() is null or tg_op = 'UPDATE' and old.name = new.name then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    old_values := old_values || jsonb_build_object(
      'founders', (select count(*) from public.labelled_founders l where l.label = old.id)
    );
  end if;
  insert into public.admin_audit (admin_id, table_name, row_id, action, before, after)
  values (
    auth.uid(), 'founder_labels', coalesce(new.id, old.id), lower(tg_op), old_values,
    case when tg_op <> 'DELETE' then jsonb_build_object('name', new.name) end
  );
  return coalesce(new, old);
end
$$;

-- Before: afterwards no founder has a deleted label.
create or replace trigger log_admin_change before insert or update or delete on public.founder_labels
  for each row execute function private.log_label_change();

-- One entry for each founder, with the label's name: its id says nothing once it is deleted.
create or replace function private.log_labelled() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, after)
    select auth.uid(), n.user_id, 'labelled_founders', n.label, 'insert', jsonb_build_object('label', l.name)
    from new_rows n join public.founder_labels l on l.id = n.label
    where n.user_id <> auth.uid();
  else
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before)
    select auth.uid(), o.user_id, 'labelled_founders', o.label, 'delete', jsonb_build_object('label', l.name)
    from old_rows o join public.founder_labels l on l.id = o.label
    -- Nothing is logged when the account itself is being deleted.
    where o.user_id <> auth.uid() and exists (select from auth.users u where u.id = o.user_id);
  end if;
  return null;
end
$$;

create or replace trigger log_insert after insert on public.labelled_founders
  referencing new table as new_rows for each statement execute function private.log_labelled();
create or replace trigger log_delete after delete on public.labelled_founders
  referencing old table as old_rows for each statement execute function private.log_labelled();

-- The labels by name, with how many founders have each. At most 100.
create or replace function public.list_labels() returns table (id uuid, name text, founders integer)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select l.id, l.name, coalesce(c.founders, 0)::integer
    from public.founder_labels l
    left join (
      select f.label, count(*) as founders from public.labelled_founders f group by f.label
    ) c on c.label = l.id
    order by lower(l.name);
end
$$;

-- Limits an admin's bulk action to 10,000 founders.
create or replace function private.limit_founders(founders uuid[]) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if founders is null or cardinality(founders) not between 1 and 10000 then
    raise exception using errcode = '22023', message = 'this is for 1 to 10,000 founders at once';
  end if;
end
$$;

-- Gives founders a label, or takes it from them, all in one statement. Returns those who did not have it before, or had
-- it: undoing is the opposite for them. Accounts that no longer exist are left out.
create or replace function public.label_founders(label uuid, founders uuid[], is_on boolean) returns uuid[]
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  changed uuid[];
begin
  perform private.require_admin();
  perform private.limit_founders(founders);
  if is_on is null then
    raise exception using errcode = '22023', message = 'is_on is true or false';
  end if;
  perform private.lock_labels();
  if not exists (select from public.founder_labels l where l.id = label_founders.label) then
    raise exception using errcode = 'P0002', message = 'the label no longer exists';
  end if;
  if is_on then
    with added as (
      insert into public.labelled_founders (label, user_id)
      select label_founders.label, p.id from public.profiles p where p.id = any(founders)
      on conflict on constraint labelled_founders_pkey do nothing returning user_id
    )
    select array_agg(a.user_id) into changed from added a;
  else
    with removed as (
      delete from public.labelled_founders l where l.label = label_founders.label and l.user_id = any(founders)
      returning l.user_id
    )
    select array_agg(r.user_id) into changed from removed r;
  end if;
  return coalesce(changed, '{}');
end
$$;

revoke execute on function
  private.lock_labels(), private.limit_labels(), private.limit_labels_of_founders(), private.log_label_change(),
  private.log_labelled(), public.list_labels(), private.limit_founders(uuid[]),
  public.label_founders(uuid, uuid[], boolean)
from public, anon, authenticated, service_role;
grant execute on function public.list_labels(), public.label_founders(uuid, uuid[], boolean) to authenticated;

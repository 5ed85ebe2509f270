-- Labels of founders, and what admins do for many founders at once (docs/decisions/0033-labels-and-many-at-once.md).

-- For admins alone: founders see neither labels nor who has them.
create table public.founder_labels (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and name <> '' and char_length(name) <= 40),
  created_at timestamptz not null default now()
);
create unique index founder_labels_by_name on public.founder_labels (lower(name));

create table public.labelled_founders (
  label uuid not null references public.founder_labels on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (label, user_id)
);
create index labelled_founders_by_founder on public.labelled_founders (user_id, label);

alter table public.founder_labels enable row level security;
alter table public.labelled_founders enable row level security;
revoke all on public.founder_labels, public.labelled_founders from public, anon, authenticated, service_role;
grant select, delete on public.founder_labels to authenticated;
grant insert (name), update (name) on public.founder_labels to authenticated;
grant select on public.labelled_founders to authenticated, service_role;
grant all on public.founder_labels to service_role;

create policy "admins read labels" on public.founder_labels
  for select to authenticated using ((select private.is_admin()));
create policy "admins add labels" on public.founder_labels
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins rename labels" on public.founder_labels
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete labels" on public.founder_labels
  for delete to authenticated using ((select private.is_admin()));
create policy "the service manages labels" on public.founder_labels
  for all to service_role using (true) with check (true);
create policy "admins read who has which label" on public.labelled_founders
  for select to authenticated using ((select private.is_admin()));
create policy "the service reads who has which label" on public.labelled_founders
  for select to service_role using (true);

-- Changes of labels wait for each other, so that two at the same time cannot exceed a limit together.
create function private.lock_labels() returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('public.founder_labels'))
$$;

-- A list that is read whole stays short.
create function private.limit_labels() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_labels();
  if (select count(*) from public.founder_labels) > 100 then
    raise exception using errcode = '54000', message = 'there are 100 labels already';
  end if;
  return null;
end
$$;
create trigger limit_labels after insert on public.founder_labels
  for each statement execute function private.limit_labels();

create function private.limit_labels_of_founders() returns trigger
language plpgsql security definer
set search_path = ''
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
create trigger limit_labels_of_founders after insert on public.labelled_founders
  referencing new table as new_rows for each statement execute function private.limit_labels_of_founders();

-- The audit log has entries that are about no founder: the labels themselves.
alter table public.admin_audit alter column user_id drop not null;

-- A deleted label is one entry with the number of founders who had it, and none for each of them.
create function private.log_label_change() returns trigger
language plpgsql security definer
set search_path = ''
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
create trigger log_admin_change before insert or update or delete on public.founder_labels
  for each row execute function private.log_label_change();

-- One entry for each founder, with the label's name: its id says nothing once it is deleted.
create function private.log_labelled() returns trigger
language plpgsql security definer
set search_path = ''
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
    -- Not when the account itself is being deleted.
    where o.user_id <> auth.uid() and exists (select from auth.users u where u.id = o.user_id);
  end if;
  return null;
end
$$;
create trigger log_insert after insert on public.labelled_founders
  referencing new table as new_rows for each statement execute function private.log_labelled();
create trigger log_delete after delete on public.labelled_founders
  referencing old table as old_rows for each statement execute function private.log_labelled();

-- The labels by name, with how many founders have each. At most 100.
create function public.list_labels() returns table (id uuid, name text, founders integer)
language plpgsql stable security definer
set search_path = ''
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

-- What an admin does for many founders is for 10,000 at once at most.
create function private.limit_founders(founders uuid[]) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if founders is null or cardinality(founders) not between 1 and 10000 then
    raise exception using errcode = '22023', message = 'this is for 1 to 10,000 founders at once';
  end if;
end
$$;

-- Gives founders a label, or takes it from them, all in one statement. Returns those who did not have it before, or had
-- it: undoing is the opposite for them. Accounts that no longer exist are left out.
create function public.label_founders(label uuid, founders uuid[], is_on boolean) returns uuid[]
language plpgsql security definer
set search_path = ''
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
  private.log_labelled(), private.limit_founders(uuid[]), public.list_labels(), public.label_founders(uuid, uuid[], boolean)
from public, anon, authenticated;
grant execute on function public.list_labels(), public.label_founders(uuid, uuid[], boolean) to authenticated;

-- A note for many founders.

-- Notes that an admin adds at once. The index of their words takes a millisecond or more for each, so a statement adds a
-- part, and the function add-notes the rest. Kept for a day: a request that is sent again adds nothing.
create table private.note_batches (
  id uuid primary key,
  admin_id uuid not null references auth.users on delete cascade,
  -- As for one note.
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  category text not null check (btrim(category) <> '' and char_length(category) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 10000),
  -- Founders whose note is still to be added.
  founders_left uuid[] not null,
  -- The notes that were added.
  notes uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create index note_batches_by_date on private.note_batches (created_at);
create index note_batches_by_admin on private.note_batches (admin_id);
create index note_batches_left on private.note_batches (created_at) where founders_left <> '{}';

-- As private.log_admin_change, for statements that add or delete many rows: entries are computed in one statement.
create function private.log_admin_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  writer uuid := auth.uid();
begin
  if writer is null then
    return null;
  elsif tg_op = 'INSERT' then
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, after)
    select writer, n.user_id, tg_table_name, n.id, 'insert', private.truncate_values(to_jsonb(n))
    from new_rows n where n.user_id <> writer;
  else
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before)
    select writer, o.user_id, tg_table_name, o.id, 'delete', private.truncate_values(to_jsonb(o))
    from old_rows o
    -- Not when the account itself is being deleted.
    where o.user_id <> writer and exists (select from auth.users u where u.id = o.user_id);
  end if;
  return null;
end
$$;
drop trigger log_admin_change on public.notes;
create trigger log_admin_change after update on public.notes
  for each row execute function private.log_admin_change();
create trigger log_insert after insert on public.notes
  referencing new table as new_rows for each statement execute function private.log_admin_changes();
create trigger log_delete after delete on public.notes
  referencing old table as old_rows for each statement execute function private.log_admin_changes();
-- A founder who deletes the account may have tens of thousands of messages.
drop trigger log_admin_change on public.squad_messages;
create trigger log_admin_change after update on public.squad_messages
  for each row execute function private.log_admin_change();
create trigger log_insert after insert on public.squad_messages
  referencing new table as new_rows for each statement execute function private.log_admin_changes();
create trigger log_delete after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.log_admin_changes();

-- Adds the next part of a batch, which the caller has locked; logged under the admin's name. Accounts that no longer exist
-- are left out.
create function private.add_notes_of(batch private.note_batches) returns private.note_batches
language plpgsql
set search_path = ''
as $$
declare
  -- Less than half a second, so that no one waits for it: longer texts take longer.
  size integer := least(250, greatest(20, 250000 / (char_length(batch.content) + 500)));
  part uuid[] := batch.founders_left[1:size];
  added uuid[];
begin
  with notes as (
    insert into public.notes (user_id, title, category, content)
    select p.id, batch.title, batch.category, batch.content from public.profiles p where p.id = any(part)
    returning *
  ),
  -- As the trigger would: the function add-notes is no admin.
  logged as (
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, after)
    select batch.admin_id, n.user_id, 'notes', n.id, 'insert', private.truncate_values(to_jsonb(n))
    from notes n where auth.uid() is null and n.user_id <> batch.admin_id
  )
  select array_agg(n.id) into added from notes n;
  update private.note_batches b
  set founders_left = batch.founders_left[size + 1:], notes = b.notes || coalesce(added, '{}')
  where b.id = batch.id
  returning * into batch;
  return batch;
end
$$;

-- Adds a note for each founder: for the first ones at once, for the others as soon as the function add-notes gets to them.
-- `batch` is the caller's: the same one again adds nothing. Returns how many were added and how many are left.
create function public.add_note_for(
  batch uuid, founders uuid[], title text, content text, category text default 'buyer-insights'
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  stored private.note_batches;
begin
  perform private.require_admin();
  perform private.limit_founders(founders);
  -- An admin's batches wait for each other, and none is begun twice.
  perform pg_advisory_xact_lock(hashtextextended('note_batches ' || auth.uid(), 0));
  select * into stored from private.note_batches b where b.id = add_note_for.batch and b.admin_id = auth.uid();
  if not found then
    if (
      select count(*) from private.note_batches b where b.admin_id = auth.uid() and b.founders_left <> '{}'
    ) >= 5 then
      raise exception using errcode = '54000', message = 'five notes are still being added';
    end if;
    insert into private.note_batches (id, admin_id, title, category, content, founders_left)
    values (
      add_note_for.batch, auth.uid(), add_note_for.title, add_note_for.category, add_note_for.content,
      array(select distinct f from unnest(founders) as f where f is not null)
    )
    returning * into stored;
    stored := private.add_notes_of(stored);
    -- The minute for undoing begins when the caller gets the answer.
    update private.note_batches b set created_at = clock_timestamp() where b.id = stored.id;
    if stored.founders_left <> '{}' then
      perform pg_notify('functions', 'add-notes');
    end if;
  end if;
  return jsonb_build_object('added', cardinality(stored.notes), 'left', cardinality(stored.founders_left));
end
$$;

-- Adds the next part of the oldest batch that has one. Returns how many founders are left in all; -1 when other callers
-- add to every batch.
create function public.continue_notes() returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  batch private.note_batches;
  left_over integer;
begin
  -- Nothing more in the name of a former admin.
  update private.note_batches b set founders_left = '{}'
  where b.founders_left <> '{}' and not private.is_admin_user(b.admin_id);
  select * into batch from private.note_batches b
  where b.founders_left <> '{}' order by b.created_at limit 1 for update skip locked;
  if found then
    perform private.add_notes_of(batch);
  end if;
  select coalesce(sum(cardinality(b.founders_left)), 0) into left_over from private.note_batches b;
  return case when batch.id is null and left_over > 0 then -1 else left_over end;
end
$$;

-- Within a minute, adds no more notes of a batch of the caller's and deletes those that were added, except the ones that
-- were changed since. Returns how many were deleted.
create function public.undo_notes(batch uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  undone private.note_batches;
  deleted integer;
begin
  perform private.require_admin();
  select * into undone from private.note_batches b where b.id = batch and b.admin_id = auth.uid() for update;
  if not found or undone.created_at < clock_timestamp() - interval '60 seconds' then
    raise exception using errcode = 'P0002', message = 'it is too late to undo this';
  end if;
  delete from public.notes n
  where n.id = any(undone.notes)
    and (n.title, n.category, n.content) = (undone.title, undone.category, undone.content);
  get diagnostics deleted = row_count;
  update private.note_batches b set notes = '{}', founders_left = '{}' where b.id = batch;
  return deleted;
end
$$;

revoke execute on function
  private.log_admin_changes(), private.add_notes_of(private.note_batches),
  public.add_note_for(uuid, uuid[], text, text, text), public.continue_notes(), public.undo_notes(uuid)
from public, anon, authenticated;
grant execute on function public.add_note_for(uuid, uuid[], text, text, text), public.undo_notes(uuid) to authenticated;
grant execute on function public.continue_notes() to service_role;

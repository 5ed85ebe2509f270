-- A note for many founders, added in parts.

-- Adds the next part of a batch, which the caller has locked. Accounts that no longer exist are left out. Of a part that fails, the
-- notes are added one by one, and those that fail again wait behind the others. A part of which none can be added is tried again
-- after a minute, doubled each time, and given up after five attempts.
create or replace function private.add_notes_of(batch private.note_batches) returns private.note_batches
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Less than half a second, so that no one waits for it: longer texts take longer.
  size integer := least(250, greatest(20, 250000 / (char_length(batch.content) + 500)));
  part uuid[] := batch.founders_left[1:size];
  added uuid[] := '{}';
  failed uuid[] := '{}';
  reason text;
  founder uuid;
begin
  begin
    added := private.insert_notes(batch, part);
  exception when others then
    foreach founder in array part loop
      begin
        added := added || private.insert_notes(batch, array[founder]);
      exception when others then
        failed := failed || founder;
        reason := format('no note for %s: %s', founder, sqlerrm);
      end;
    end loop;
  end;
  update private.note_batches b
  set notes = b.notes || added, failure = reason,
    founders_left = batch.founders_left[size + 1:] || case when stuck and b.attempts >= 4 then '{}' else failed end,
    founders = case
      when stuck and b.attempts >= 4 then array(select unnest(b.founders) except select unnest(failed)) else b.founders
    end,
    attempts = case when stuck and b.attempts < 4 then b.attempts + 1 else 0 end,
    due_at = case when stuck then now() + interval '1 minute' * 2 ^ b.attempts else b.due_at end
  from (select failed <> '{}' and added = '{}' as stuck) part_of
  where b.id = batch.id
  returning b.* into batch;
  return batch;
end
$$;

-- Adds a note for each founder: for the first ones at once, for the others as soon as the function add-notes gets to them.
-- `batch` is the caller's: the same one again adds nothing. One entry of the audit. Returns how many were added and how many are left.
create or replace function public.add_note_for(
  batch uuid, founders uuid[], title text, content text, category text default 'buyer-insights'
) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  known uuid[];
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
    -- The audit log knows a batch by its id alone.
    if exists (select from private.message_batches m where m.id = add_note_for.batch) then
      raise exception using errcode = '23505', message = 'this id is that of a message';
    end if;
    known := array(select p.id from public.profiles p where p.id = any(add_note_for.founders) order by p.id);
    insert into private.note_batches (id, admin_id, title, category, content, founders, founders_left)
    values (
      add_note_for.batch, auth.uid(), add_note_for.title, add_note_for.category, add_note_for.content,
      known, known
    )
    returning * into stored;
    perform private.log_note_batch(stored, 'insert');
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

-- Within a minute, adds no more notes of a batch of the caller's and deletes those that were added, except the ones that
-- were changed since. Returns how many were deleted.
create or replace function public.undo_notes(batch uuid) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
  perform private.log_note_batch(undone, 'delete');
  perform set_config('upswing.is_logged', 'yes', true);
  delete from public.notes n
  where n.id = any(undone.notes)
    and (n.title, n.category, n.content) = (undone.title, undone.category, undone.content);
  get diagnostics deleted = row_count;
  perform set_config('upswing.is_logged', '', true);
  update private.note_batches b set notes = '{}', founders_left = '{}' where b.id = batch;
  return deleted;
end
$$;

-- One entry of the audit for all notes of a batch: batch_recipients lists whom. None when there is nothing to add or undo.
create or replace function private.log_note_batch(batch private.note_batches, action text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.admin_audit (admin_id, table_name, row_id, action, before, after)
  select auth.uid(), 'note_batches', batch.id, log_note_batch.action,
    case when log_note_batch.action = 'delete' then v.given end, case when log_note_batch.action = 'insert' then v.given end
  from (
    select private.truncate_values(jsonb_build_object(
      'title', batch.title, 'category', batch.category, 'content', batch.content, 'founders', cardinality(batch.founders)
    )) as given
  ) v
  where batch.notes <> '{}' or batch.founders_left <> '{}'
$$;

-- Adds a batch's note for some founders. Accounts that no longer exist are left out.
create or replace function private.insert_notes(batch private.note_batches, founders uuid[]) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  added uuid[];
begin
  perform set_config('upswing.is_logged', 'yes', true);
  with notes as (
    insert into public.notes (user_id, title, category, content)
    select p.id, batch.title, batch.category, batch.content from public.profiles p where p.id = any(founders)
    returning *
  ),
  -- As the trigger would: the function add-notes is no admin.
  written as (
    insert into private.note_authors (note_id, author_id, created_at)
    select n.id, batch.admin_id, n.created_at from notes n where auth.uid() is null
  )
  select coalesce(array_agg(n.id), '{}') into added from notes n;
  perform set_config('upswing.is_logged', '', true);
  return added;
end
$$;

-- Adds the next part of the oldest batch that has one and is due. `left_over`: for how many founders due batches have notes;
-- -1 when other callers add to every one. `failure`: why a note of the part could not be added.
create or replace function public.continue_notes() returns table (left_over integer, failure text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  batch private.note_batches;
begin
  -- Nothing more in the name of a former admin.
  update private.note_batches b
  set founders_left = '{}', founders = array(select unnest(b.founders) except select unnest(b.founders_left))
  where b.founders_left <> '{}' and not private.is_admin_user(b.admin_id);
  select * into batch from private.note_batches b
  where b.founders_left <> '{}' and b.due_at <= now() order by b.created_at limit 1 for update skip locked;
  if found then
    batch := private.add_notes_of(batch);
  end if;
  select coalesce(sum(cardinality(b.founders_left)), 0) into left_over
  from private.note_batches b where b.due_at <= now();
  if batch.id is null and left_over > 0 then
    left_over := -1;
  end if;
  failure := batch.failure;
  return next;
end
$$;

revoke execute on function
  private.add_notes_of(private.note_batches), public.add_note_for(uuid, uuid[], text, text, text),
  public.undo_notes(uuid), private.log_note_batch(private.note_batches, text),
  private.insert_notes(private.note_batches, uuid[]), public.continue_notes()
from public, anon, authenticated, service_role;
grant execute on function public.add_note_for(uuid, uuid[], text, text, text), public.undo_notes(uuid) to authenticated;
grant execute on function public.continue_notes() to service_role;

-- A message to many founders, each in their own conversation, and who of the team wrote what
-- (docs/decisions/0063-a-message-to-many-founders.md).

revoke all on public.squad_answers from public, anon, authenticated, service_role;
grant select on public.squad_answers to authenticated, service_role;

drop policy if exists "admins read who wrote an answer" on public.squad_answers;
create policy "admins read who wrote an answer" on public.squad_answers
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads who wrote an answer" on public.squad_answers;
create policy "the service reads who wrote an answer" on public.squad_answers
  for select to service_role using (true);

-- What the service stores has no author here: a batch names its admin itself.
create or replace function private.answer_written() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if auth.uid() is not null then
    insert into public.squad_answers (message_id, user_id, author_id, created_at)
    select a.id, a.user_id, auth.uid(), a.created_at from added a where a.sender_type = 'squad';
  end if;
  return null;
end
$$;

create or replace trigger answer_written after insert on public.squad_messages
  referencing new table as added for each statement execute function private.answer_written();

-- One that went to many founders answers none of them.
create or replace function private.is_to_many(message uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.squad_answers a where a.message_id = message and a.batch_id is not null)
$$;

-- The text for one founder, as web/src/lib/texts/placeholders.ts fills it. In one pass: names may have braces themselves.
create or replace function private.fill_placeholders(content text, first_name text, last_name text, sender text)
returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(
    case part[1]
      when '{first_name}' then coalesce(nullif(btrim(first_name), ''), 'there')
      when '{last_name}' then last_name
      when '{sender}' then sender
      else part[1]
    end,
    '' order by position
  )
  from regexp_matches(content, '\{(?:first_name|last_name|sender)\}|[^{]+|\{', 'g') with ordinality as p (part, position)
$$;

-- Those of the `founders` who have an account, the first thousand by name, and how many wait for an answer.
create or replace function private.recipients(founders uuid[]) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with known as materialized (
    select p.id, p.first_name, p.last_name from public.profiles p where p.id = any(founders)
  ),
  listed as (
    select k.id, k.first_name, k.last_name, private.address_of_nameless(k.id) as email
    from known k order by lower(k.first_name), lower(k.last_name), k.id limit 1000
  ),
  nameless as (
    select k.id, k.first_name, k.last_name, private.address_of_nameless(k.id) as email
    from known k where btrim(k.first_name) = '' or btrim(k.last_name) = '' order by k.id limit 100
  )
  select jsonb_build_object(
    'count', (select count(*) from known),
    'waiting', (
      select count(*) from public.squad_conversations c
      where c.user_id = any(founders) and c.waiting_since is not null
    ),
    'founders', (
      select coalesce(jsonb_agg(to_jsonb(l) order by lower(l.first_name), lower(l.last_name), l.id), '[]') from listed l
    ),
    -- Without a first or a last name: how many, and some of them.
    'without_first_name', (select count(*) from known k where btrim(k.first_name) = ''),
    'without_last_name', (select count(*) from known k where btrim(k.last_name) = ''),
    'nameless', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from nameless n)
  )
$$;

-- Before a message to many is sent: who gets it.
create or replace function public.preview_recipients(founders uuid[]) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.limit_founders(founders);
  return private.recipients(founders);
end
$$;

-- Who got a message or a note for many; the audit log has its batch.
create or replace function public.batch_recipients(batch uuid) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return private.recipients(coalesce(
    (select b.founders from private.message_batches b where b.id = batch),
    (select b.founders from private.note_batches b where b.id = batch)
  ));
end
$$;

-- Refuses a text that is empty or too long for one of the founders once its placeholders are filled.
create or replace function private.check_filled(founders uuid[], content text, sender text) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  firsts integer := regexp_count(content, '\{first_name\}');
  lasts integer := regexp_count(content, '\{last_name\}');
  senders integer := regexp_count(content, '\{sender\}');
  -- Without its placeholders.
  base integer := char_length(content) - 12 * firsts - 11 * lasts - 8 * senders + senders * char_length(sender);
begin
  if exists (
    select from public.profiles p
    where p.id = any(founders)
      and base + lasts * char_length(p.last_name)
        + firsts * case when btrim(p.first_name) = '' then 5 else char_length(btrim(p.first_name)) end not between 1 and 5000
  ) then
    raise exception using
      errcode = '22001', message = 'the message of a founder is empty, or longer than 5,000 characters, with the names';
  end if;
end
$$;

-- Sends a message to each of many founders in twelve seconds, of which the screen offers ten for undoing it: the others are
-- for slow networks. `batch` is the caller's: the same one again sends nothing. Returns to how many founders.
create or replace function public.message_founders(batch uuid, founders uuid[], content text, sender_name text) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  known uuid[];
  stored private.message_batches;
begin
  perform private.require_admin();
  perform private.limit_founders(founders);
  -- An admin's batches wait for each other: none is begun twice, and two at once cannot exceed a limit together.
  perform pg_advisory_xact_lock(hashtextextended('message_batches ' || auth.uid(), 0));
  select * into stored from private.message_batches b where b.id = message_founders.batch and b.admin_id = auth.uid();
  if found then
    return cardinality(stored.founders);
  end if;
  known := array(select p.id from public.profiles p where p.id = any(message_founders.founders) order by p.id);
  if known = '{}' then
    raise exception using errcode = 'P0002', message = 'none of these founders has an account any more';
  end if;
  if (
    select count(*) filter (where b.undone_at is null) >= 20 or count(*) >= 100
      or coalesce(sum(cardinality(b.founders)) filter (where b.undone_at is null), 0) + cardinality(known) > 30000
    from private.message_batches b
    where b.admin_id = auth.uid() and b.created_at > now() - interval '1 day'
  ) then
    raise exception using
      errcode = '54000',
      message = 'an admin sends 20 messages to many founders a day, to 30,000 founders in all, and 100 with those that are undone';
  end if;
  -- The audit log knows a batch by its id alone.
  if exists (select from private.note_batches n where n.id = message_founders.batch) then
    raise exception using errcode = '23505', message = 'this id is that of a note';
  end if;
  perform private.check_filled(known, message_founders.content, message_founders.sender_name);
  insert into private.message_batches (id, admin_id, sender_name, content, founders, founders_left, due_at)
  values (
    message_founders.batch, auth.uid(), message_founders.sender_name, message_founders.content, known, known,
    clock_timestamp() + interval '12 seconds'
  );
  perform private.log_batch(message_founders.batch, 'insert');
  perform pg_notify('functions', 'send-messages');
  return cardinality(known);
end
$$;

-- One entry for all of them: batch_recipients lists whom.
create or replace function private.log_batch(batch uuid, action text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.admin_audit (admin_id, table_name, row_id, action, before, after)
  select auth.uid(), 'message_batches', b.id, log_batch.action,
    case when log_batch.action = 'delete' then v.given end, case when log_batch.action = 'insert' then v.given end
  from private.message_batches b
  cross join lateral (
    select private.truncate_values(jsonb_build_object(
      'content', b.content, 'sender_name', b.sender_name, 'founders', cardinality(b.founders)
    )) as given
  ) v
  where b.id = log_batch.batch
$$;

-- Takes back a message of the caller's that no founder has yet. Returns to how many founders it would have gone.
create or replace function public.undo_message(batch uuid) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  undone private.message_batches;
begin
  perform private.require_admin();
  -- Waits for a part that is being stored.
  select * into undone from private.message_batches b where b.id = batch and b.admin_id = auth.uid() for update;
  if not found or undone.begun_at is not null then
    raise exception using errcode = 'P0002', message = 'it is too late to undo this';
  end if;
  if undone.undone_at is null then
    update private.message_batches b set undone_at = now(), founders_left = '{}' where b.id = undone.id;
    perform private.log_batch(undone.id, 'delete');
  end if;
  return cardinality(undone.founders);
end
$$;

-- Stores the message of a batch for some founders. Accounts that were deleted are left out.
create or replace function private.insert_messages(batch private.message_batches, founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  with message as (
    select gen_random_uuid() as id, p.id as user_id,
      private.fill_placeholders(batch.content, p.first_name, p.last_name, batch.sender_name) as content
    from public.profiles p where p.id = any(founders)
  ),
  -- Triggers fire at the end of the statement: they know that these answer nothing.
  written as (
    insert into public.squad_answers (message_id, user_id, author_id, batch_id, created_at)
    select m.id, m.user_id, batch.admin_id, batch.id, now() from message m
  )
  insert into public.squad_messages (id, user_id, sender_type, sender_name, content)
  select m.id, m.user_id, 'squad', batch.sender_name, m.content from message m
$$;

-- Stores the next part of a batch, which the caller has locked. Of a part that fails, messages are stored one by one, and those
-- that fail again wait behind the others. A part of which none can be stored is tried again after a minute, doubled each
-- time, and given up after five attempts.
create or replace function private.send_part(batch private.message_batches) returns private.message_batches
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Less than half a second, so that no one waits for it: longer texts take longer.
  size integer := least(100, greatest(20, 100000 / (char_length(batch.content) + 500)));
  part uuid[] := batch.founders_left[1:size];
  failed uuid[] := '{}';
  reason text;
  founder uuid;
begin
  begin
    perform private.insert_messages(batch, part);
  exception when others then
    foreach founder in array part loop
      begin
        perform private.insert_messages(batch, array[founder]);
      exception when others then
        failed := failed || founder;
        reason := format('no message to %s: %s', founder, sqlerrm);
      end;
    end loop;
  end;
  update private.message_batches b
  set failure = reason, begun_at = coalesce(b.begun_at, now()),
    founders_left = batch.founders_left[size + 1:] || case when stuck and b.attempts >= 4 then '{}' else failed end,
    attempts = case when stuck and b.attempts < 4 then b.attempts + 1 else 0 end,
    due_at = case when stuck then now() + interval '1 minute' * 2 ^ b.attempts else b.due_at end
  from (select cardinality(failed) = cardinality(part) as stuck) part_of
  where b.id = batch.id
  returning b.* into batch;
  return batch;
end
$$;

-- Stores the next part of the batch that is due first. `left_over`: for how many founders due batches have messages; -1 when
-- other callers store every one. `failure`: why a message of the part could not be stored. `wait_ms`: milliseconds until the
-- next batch is due, within a minute.
create or replace function public.continue_messages() returns table (left_over integer, failure text, wait_ms integer)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  batch private.message_batches;
begin
  -- Nothing more in the name of a former admin.
  update private.message_batches b set founders_left = '{}'
  where b.founders_left <> '{}' and not private.is_admin_user(b.admin_id);
  select * into batch from private.message_batches b
  where b.founders_left <> '{}' and b.due_at <= now() order by b.due_at limit 1 for update skip locked;
  if found then
    batch := private.send_part(batch);
  end if;
  select coalesce(sum(cardinality(b.founders_left)), 0) into left_over
  from private.message_batches b where b.founders_left <> '{}' and b.due_at <= now();
  if batch.id is null and left_over > 0 then
    left_over := -1;
  end if;
  failure := batch.failure;
  -- Null without one: `greatest` alone would make it 0.
  select greatest(0, ceil(extract(epoch from b.due_at - clock_timestamp()) * 1000)) into wait_ms
  from private.message_batches b
  where b.founders_left <> '{}' and b.due_at > now() and b.due_at < now() + interval '1 minute'
  order by b.due_at limit 1;
  return next;
end
$$;

revoke execute on function
  private.answer_written(), private.is_to_many(uuid), private.fill_placeholders(text, text, text, text),
  private.recipients(uuid[]), public.preview_recipients(uuid[]), public.batch_recipients(uuid),
  private.check_filled(uuid[], text, text), public.message_founders(uuid, uuid[], text, text),
  private.log_batch(uuid, text), public.undo_message(uuid), private.insert_messages(private.message_batches, uuid[]),
  private.send_part(private.message_batches), public.continue_messages()
from public, anon, authenticated, service_role;
grant execute on function
  public.preview_recipients(uuid[]), public.batch_recipients(uuid), public.message_founders(uuid, uuid[], text, text),
  public.undo_message(uuid)
to authenticated;
grant execute on function public.continue_messages() to service_role;

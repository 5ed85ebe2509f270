-- Messages between founders and the human growth squad (SPEC sections 3 to 6), and the list of conversations.

revoke all on public.squad_messages from public, anon, authenticated;
grant select on public.squad_messages to authenticated;
grant insert (id, user_id, sender_type, sender_name, content, about_kind, about_id) on public.squad_messages to authenticated;
grant all on public.squad_messages to service_role;

drop policy if exists "founders read their own conversation, admins read all" on public.squad_messages;
create policy "founders read their own conversation, admins read all" on public.squad_messages
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders write as themselves, admins as the squad under a name" on public.squad_messages;
create policy "founders write as themselves, admins as the squad under a name" on public.squad_messages
  for insert to authenticated
  with check (
    (user_id = (select auth.uid()) and sender_type = 'user' and sender_name is null)
    or (sender_type = 'squad' and sender_name is not null and (select private.is_admin()))
  );
drop policy if exists "no second factor is due" on public.squad_messages;
create policy "no second factor is due" on public.squad_messages
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages messages" on public.squad_messages;
create policy "the service manages messages" on public.squad_messages
  for all to service_role using (true) with check (true);

revoke all on public.squad_conversations from public, anon, authenticated, service_role;
grant select on public.squad_conversations to authenticated, service_role;

drop policy if exists "admins read the list of conversations" on public.squad_conversations;
create policy "admins read the list of conversations" on public.squad_conversations
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads the list of conversations" on public.squad_conversations;
create policy "the service reads the list of conversations" on public.squad_conversations
  for select to service_role using (true);

-- The founder waits from the first message after the squad's last one; a comment of the squad answers those about its record, and
-- a message to many founders answers nothing.
create or replace function private.messages_added() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  commented uuid[] := array(select distinct user_id from added where sender_type = 'squad' and about_id is not null);
begin
  insert into public.squad_conversations as c
    (user_id, last_message_at, preview, sender_type, sender_name, answered_at, unread, waiting_since)
  select distinct on (user_id) user_id, created_at, left(content, 50), sender_type, sender_name, answered,
    count(*) filter (where is_open) over (partition by user_id),
    min(created_at) filter (where is_open) over (partition by user_id)
  from (
    select *, sender_type = 'user' and created_at > coalesce(answered, '-infinity') as is_open
    from (
      select *, max(created_at) filter (
        where sender_type = 'squad' and about_id is null and not private.is_to_many(id)
      ) over (partition by user_id) as answered
      from added
    ) as message
  ) as message
  -- In a fixed order: two transactions with messages of the same founders would otherwise deadlock.
  order by user_id, created_at desc, id
  on conflict (user_id) do update set
    (last_message_at, preview, sender_type, sender_name) = (
      select m.last_message_at, m.preview, m.sender_type, m.sender_name
      from (values
        (excluded.last_message_at, excluded.preview, excluded.sender_type, excluded.sender_name, 2),
        (c.last_message_at, c.preview, c.sender_type, c.sender_name, 1)
      ) as m (last_message_at, preview, sender_type, sender_name, position)
      order by m.last_message_at desc, m.position desc limit 1
    ),
    answered_at = greatest(c.answered_at, excluded.answered_at),
    unread = excluded.unread + case when excluded.answered_at is null then c.unread else 0 end,
    waiting_since = case
      when excluded.answered_at is null then least(c.waiting_since, excluded.waiting_since)
      else excluded.waiting_since
    end,
    done_at = null,
    snoozed_until = case
      when excluded.waiting_since is null and excluded.answered_at is null then c.snoozed_until
    end,
    marked_unread = c.marked_unread and excluded.answered_at is null;
  if commented <> '{}' then
    perform private.comments_answered(commented);
  end if;
  return null;
end
$$;

-- Computes a founder's row again from the messages.
create or replace function private.refresh_conversation(founder uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Locks before counting: a message that is being added is counted by the second transaction.
  perform from public.squad_conversations where user_id = founder for update;
  update public.squad_conversations c
  set (last_message_at, preview, sender_type, sender_name) = (
      select m.created_at, left(m.content, 50), m.sender_type, m.sender_name
      from public.squad_messages m where m.user_id = founder order by m.created_at desc, m.id limit 1
    ),
    answered_at = answered.at,
    (unread, waiting_since) = (
      select
        count(*) filter (where m.created_at > coalesce(c.read_until, '-infinity')),
        case when c.done_at is null then min(m.created_at) end
      from private.open_messages(founder, answered.at) m
    )
  from (
    select max(m.created_at) as at from public.squad_messages m
    where m.user_id = founder and m.sender_type = 'squad' and m.about_id is null and not private.is_to_many(m.id)
  ) as answered
  where c.user_id = founder;
end
$$;

-- Users cannot change or delete messages; the service can.
create or replace function private.messages_changed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Waits for concurrent writers: the next statement sees what they stored.
  perform from public.squad_conversations c
  where c.user_id in (select user_id from old_rows) order by c.user_id for update;
  delete from public.squad_conversations c
  where c.user_id in (select user_id from old_rows)
    and not exists (select from public.squad_messages m where m.user_id = c.user_id);
  perform private.refresh_conversation(user_id)
  from (select user_id from old_rows group by user_id order by user_id) as founders;
  return null;
end
$$;

create or replace trigger messages_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.messages_added();
create or replace trigger messages_updated after update on public.squad_messages
  referencing old table as old_rows for each statement execute function private.messages_changed();
create or replace trigger messages_deleted after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.messages_changed();

-- The squad's read receipt: marks a founder's messages as read, which the founder sees. A founder who waits keeps waiting.
-- Every open inbox is notified of a change: one of nothing is not made.
create or replace function public.mark_conversation_read(founder uuid, until timestamptz default now()) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  conversation public.squad_conversations;
begin
  perform private.require_admin();
  perform private.require_finite(until);
  -- Locks before counting: a message that is being added is counted by the second transaction.
  select * into conversation from public.squad_conversations o where o.user_id = founder for update;
  conversation.read_until := greatest(
    conversation.read_until, least(until, now(), conversation.last_message_at)
  );
  update public.squad_conversations o
  set read_until = conversation.read_until, unread = (
    select count(*) from private.open_messages(founder, greatest(conversation.read_until, conversation.answered_at))
  )
  where o.user_id = founder and o.read_until is distinct from conversation.read_until;
  update public.squad_conversations o set marked_unread = false where o.user_id = founder and o.marked_unread;
  insert into public.read_receipts as r (user_id, squad_read_until)
  select c.user_id, c.read_until from public.squad_conversations c where c.user_id = founder
  on conflict (user_id) do update set squad_read_until = excluded.squad_read_until
    where r.squad_read_until is null or r.squad_read_until < excluded.squad_read_until;
end
$$;

revoke execute on function
  private.messages_added(), private.refresh_conversation(uuid), private.messages_changed(),
  public.mark_conversation_read(uuid, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.mark_conversation_read(uuid, timestamptz) to authenticated;

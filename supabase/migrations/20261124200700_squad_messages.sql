-- Messages between founders and the human growth squad (SPEC sections 3 to 6); the admins' list of conversations.

create table public.squad_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  sender_type text not null default 'user' check (sender_type in ('user', 'squad')),
  sender_name text check (btrim(sender_name) <> '' and char_length(sender_name) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);
create index squad_messages_by_founder on public.squad_messages (user_id, created_at desc, id);

alter table public.squad_messages enable row level security;
revoke all on public.squad_messages from public, anon, authenticated;
grant select on public.squad_messages to authenticated;
grant insert (user_id, sender_type, sender_name, content) on public.squad_messages to authenticated;
grant all on public.squad_messages to service_role;

create policy "founders read their own conversation, admins read all" on public.squad_messages
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders write as themselves, admins as the squad under a name" on public.squad_messages
  for insert to authenticated
  with check (
    (user_id = (select auth.uid()) and sender_type = 'user' and sender_name is null)
    or (sender_type = 'squad' and sender_name is not null and (select private.is_admin()))
  );
create policy "no second factor is due" on public.squad_messages
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages messages" on public.squad_messages
  for all to service_role using (true) with check (true);

alter publication supabase_realtime add table public.squad_messages;

-- One row per founder, kept by triggers, so that the list of conversations never reads the messages (SPEC section 2,
-- Growth Squad). A conversation read by one admin counts as read for the team.
create table public.squad_conversations (
  user_id uuid primary key references auth.users on delete cascade,
  last_message_at timestamptz not null,
  -- The first 50 characters of the last message (SPEC section 9).
  preview text not null,
  sender_type text not null check (sender_type in ('user', 'squad')),
  sender_name text,
  -- The squad's last message, and the newest message that an admin has read.
  answered_at timestamptz,
  read_until timestamptz,
  -- The founder's messages after both.
  unread integer not null
);
create index squad_conversations_newest_first on public.squad_conversations (last_message_at desc, user_id);

alter table public.squad_conversations enable row level security;
revoke all on public.squad_conversations from public, anon, authenticated, service_role;
grant select on public.squad_conversations to authenticated, service_role;

create policy "admins read the list of conversations" on public.squad_conversations
  for select to authenticated using ((select private.is_admin()));
create policy "the service reads the list of conversations" on public.squad_conversations
  for select to service_role using (true);

alter publication supabase_realtime add table public.squad_conversations;

create function private.messages_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.squad_conversations as c
    (user_id, last_message_at, preview, sender_type, sender_name, answered_at, unread)
  select distinct on (user_id) user_id, created_at, left(content, 50), sender_type, sender_name, answered,
    count(*) filter (where sender_type = 'user' and created_at > coalesce(answered, '-infinity'))
      over (partition by user_id)
  from (
    select *, max(created_at) filter (where sender_type = 'squad') over (partition by user_id) as answered from added
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
    unread = excluded.unread + case when excluded.answered_at is null then c.unread else 0 end;
  return null;
end
$$;

-- Computes a founder's row again from the messages.
create function private.refresh_conversation(founder uuid) returns void
language plpgsql
set search_path = ''
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
    unread = (
      select count(*) from public.squad_messages m
      where m.user_id = founder and m.sender_type = 'user'
        and m.created_at > coalesce(greatest(c.read_until, answered.at), '-infinity')
    )
  from (
    select max(m.created_at) as at from public.squad_messages m where m.user_id = founder and m.sender_type = 'squad'
  ) as answered
  where c.user_id = founder;
end
$$;

-- Users cannot change or delete messages; the service can.
create function private.messages_changed() returns trigger
language plpgsql security definer
set search_path = ''
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

create trigger messages_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.messages_added();
create trigger messages_updated after update on public.squad_messages
  referencing old table as old_rows for each statement execute function private.messages_changed();
create trigger messages_deleted after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.messages_changed();

-- `until` is the date of the newest message on the screen: later messages stay unread.
create function public.mark_conversation_read(founder uuid, until timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.squad_conversations
  set read_until = greatest(read_until, least(until, now()))
  where user_id = founder;
  perform private.refresh_conversation(founder);
end
$$;

-- A page of the conversations, newest first, after the row (`after_at`, `after_id`).
create function public.find_conversations(
  page_size integer default 50, after_at timestamptz default null, after_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, last_message_at timestamptz, preview text, sender_type text,
  sender_name text, unread integer
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  before timestamptz := coalesce(after_at, 'infinity');
begin
  perform private.require_admin();
  return query
    select c.user_id, p.first_name, p.last_name, c.last_message_at, c.preview, c.sender_type,
      coalesce(c.sender_name, ''), c.unread
    from public.squad_conversations c
    -- One lookup per row: a page is short, and there may be very many profiles.
    cross join lateral (select * from public.profiles where id = c.user_id limit 1) as p
    where c.last_message_at <= before and (c.last_message_at < before or c.user_id > after_id)
    order by c.last_message_at desc, c.user_id
    limit least(greatest(page_size, 1), 200);
end
$$;

revoke execute on function
  private.messages_added(), private.refresh_conversation(uuid), private.messages_changed(),
  public.mark_conversation_read(uuid, timestamptz), public.find_conversations(integer, timestamptz, uuid)
from public, anon, authenticated;
grant execute on function
  public.mark_conversation_read(uuid, timestamptz), public.find_conversations(integer, timestamptz, uuid)
to authenticated;

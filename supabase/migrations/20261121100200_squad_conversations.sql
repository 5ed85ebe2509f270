-- One row for each founder's conversation with the squad, kept by triggers, so that the list of conversations never
-- reads the messages (SPEC section 2, Growth Squad). Read by one admin is read by the team.

create table public.squad_conversations (
  user_id uuid primary key references auth.users on delete cascade,
  last_message_at timestamptz not null,
  -- The first 50 characters of the last message (SPEC section 9).
  preview text not null,
  sender_type text not null check (sender_type in ('user', 'squad')),
  sender_name text,
  -- When the squad last wrote, and up to when an admin has read.
  answered_at timestamptz,
  read_until timestamptz,
  -- Messages of the founder after both.
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

create function private.messages_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.squad_conversations as c
    (user_id, last_message_at, preview, sender_type, sender_name, answered_at, unread)
  select distinct on (user_id) user_id, created_at, left(content, 50), sender_type, sender_name, answered,
    count(*) filter (where sender_type = 'user' and created_at > coalesce(answered, '-infinity')) over (partition by user_id)
  from (
    select *, max(created_at) filter (where sender_type = 'squad') over (partition by user_id) as answered from added
  ) as message
  -- Founders in one order, so that two who write to the same ones do not wait for each other.
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

create function private.read_conversation_anew(founder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Before the messages are counted: one that is being added is counted by whoever comes second.
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

-- People cannot change or delete messages; the service can.
create function private.messages_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The next statement sees what those who held these rows have stored.
  perform from public.squad_conversations c
  where c.user_id in (select user_id from gone) order by c.user_id for update;
  delete from public.squad_conversations c
  where c.user_id in (select user_id from gone)
    and not exists (select from public.squad_messages m where m.user_id = c.user_id);
  perform private.read_conversation_anew(user_id)
  from (select user_id from gone group by user_id order by user_id) as founders;
  return null;
end
$$;

-- Up to `until`, the date of the newest message that was on the screen: what came meanwhile stays unread.
create function public.mark_conversation_read(founder uuid, until timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.squad_conversations
  set read_until = greatest(read_until, least(until, now()))
  where user_id = founder;
  perform private.read_conversation_anew(founder);
end
$$;

revoke execute on function
  private.messages_added(), private.read_conversation_anew(uuid), private.messages_changed(),
  public.mark_conversation_read(uuid, timestamptz)
  from public, anon, authenticated;
grant execute on function public.mark_conversation_read(uuid, timestamptz) to authenticated;

create trigger messages_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.messages_added();
create trigger messages_updated after update on public.squad_messages
  referencing old table as gone for each statement execute function private.messages_changed();
create trigger messages_deleted after delete on public.squad_messages
  referencing old table as gone for each statement execute function private.messages_changed();

insert into public.squad_conversations
  (user_id, last_message_at, preview, sender_type, sender_name, answered_at, unread)
select distinct on (user_id) user_id, created_at, left(content, 50), sender_type, sender_name, answered,
  count(*) filter (where sender_type = 'user' and created_at > coalesce(answered, '-infinity')) over (partition by user_id)
from (
  select *, max(created_at) filter (where sender_type = 'squad') over (partition by user_id) as answered
  from public.squad_messages
) as message
order by user_id, created_at desc, id;

-- A page of the conversations, newest first, after the row that `after_at` and `after_id` name.
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
    -- One by one: a page is short, and there may be very many people.
    cross join lateral (select * from public.profiles where id = c.user_id limit 1) as p
    where c.last_message_at <= before and (c.last_message_at < before or c.user_id > after_id)
    order by c.last_message_at desc, c.user_id
    limit least(greatest(page_size, 1), 200);
end
$$;
revoke execute on function public.find_conversations(integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.find_conversations(integer, timestamptz, uuid) to authenticated;

alter publication supabase_realtime add table public.squad_conversations;

-- Conversations of a founder with the AI co-founder: listed, deleted and restored. A conversation is its messages; its id is
-- the browser's.

-- 100: few enough for one list.
create or replace function private.most_conversations() returns integer language sql immutable return 100;

-- The ids of a founder's conversations but the first, whose messages have none. One probe of the index for each.
create or replace function private.conversations_of(founder uuid) returns setof uuid
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with recursive known as (
    (
      select c.conversation from public.ai_conversations c
      where c.user_id = founder and c.conversation is not null order by c.conversation limit 1
    )
    union all
    select (
      select c.conversation from public.ai_conversations c
      where c.user_id = founder and c.conversation > k.conversation order by c.conversation limit 1
    )
    from known k where k.conversation is not null
  )
  select k.conversation from known k where k.conversation is not null
$$;

-- The caller's conversations, the latest first, under the caller's policies. The title is the beginning of the first question.
create or replace function public.my_conversations()
returns table (conversation uuid, title text, started_at timestamptz, latest_at timestamptz)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with me as (select auth.uid() as id)
  select o.conversation, left(q.content, 200), q.created_at, l.created_at
  from me cross join lateral private.conversations_of(me.id) as o (conversation)
  cross join lateral (
    select c.content, c.created_at from public.ai_conversations c
    where c.user_id = me.id and c.conversation = o.conversation order by c.created_at limit 1
  ) q
  cross join lateral (
    select c.created_at from public.ai_conversations c
    where c.user_id = me.id and c.conversation = o.conversation order by c.created_at desc limit 1
  ) l
  union all
  select null, left(q.content, 200), q.created_at, l.created_at
  from me
  cross join lateral (
    select c.content, c.created_at from public.ai_conversations c
    where c.user_id = me.id and c.conversation is null order by c.created_at limit 1
  ) q
  cross join lateral (
    select c.created_at from public.ai_conversations c
    where c.user_id = me.id and c.conversation is null order by c.created_at desc limit 1
  ) l
  order by 4 desc, 1
$$;

-- Deletes one of the caller's conversations (null: the first). Its messages are kept for Undo, for ten minutes and until the
-- next clean-up.
create or replace function public.delete_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  delete from private.deleted_messages d where d.user_id = auth.uid() and d.deleted_at < now() - interval '10 minutes';
  with deleted as (
    delete from public.ai_conversations c
    where c.user_id = auth.uid()
      and (c.conversation = delete_conversation.conversation
        or delete_conversation.conversation is null and c.conversation is null)
    returning c.*
  )
  insert into private.deleted_messages (id, user_id, conversation, message)
  select d.id, d.user_id, d.conversation, to_jsonb(d) from deleted d
  on conflict (id) do update set message = excluded.message, deleted_at = excluded.deleted_at;
end
$$;

-- Undo of a deletion within ten minutes: the same rows, with their ids and times.
create or replace function public.restore_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  with restored as (
    delete from private.deleted_messages d
    where d.user_id = auth.uid() and d.deleted_at > now() - interval '10 minutes'
      and d.conversation is not distinct from restore_conversation.conversation
    returning d.message
  )
  insert into public.ai_conversations
  select (jsonb_populate_record(null::public.ai_conversations, r.message)).* from restored r
  on conflict do nothing;
  if not found then
    raise exception using errcode = '42501', message = 'there is no such conversation of yours to restore';
  end if;
end
$$;

revoke execute on function
  private.most_conversations(), private.conversations_of(uuid), public.my_conversations(), public.delete_conversation(uuid),
  public.restore_conversation(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.conversations_of(uuid), public.my_conversations(), public.delete_conversation(uuid), public.restore_conversation(uuid)
to authenticated;

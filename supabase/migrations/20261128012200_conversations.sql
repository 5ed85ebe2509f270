-- A founder's conversations with the co-founder, and those that were just deleted, for Undo.

-- The conversation of a message; null: the founder's first one, to which messages go that name none.
alter table public.ai_conversations add column conversation uuid;

create index ai_conversations_by_conversation on public.ai_conversations (user_id, conversation, created_at desc, id);

-- Rows as JSON, so that a new column of messages needs none here.
create table private.deleted_messages (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  conversation uuid,
  message jsonb not null,
  deleted_at timestamptz not null default now()
);

create index deleted_messages_by_founder on private.deleted_messages (user_id);
create index deleted_messages_by_age on private.deleted_messages (deleted_at);

-- Beginning and ending an answer take more arguments now.
drop function if exists public.begin_answer(uuid, uuid, integer, integer, integer, integer, integer);
drop function if exists public.finish_answer(uuid, uuid, uuid, text, text);

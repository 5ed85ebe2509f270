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

alter publication supabase_realtime add table public.squad_conversations;

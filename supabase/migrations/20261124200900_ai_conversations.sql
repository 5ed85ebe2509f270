-- The AI co-founder: conversations, which only the founder reads, and the admins' memory for it, which the founder
-- does not read (SPEC sections 3, 4 and 6).

create table public.ai_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (content <> '' and char_length(content) <= 32000),
  -- Rows written in one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  -- A turn is a question and its answer.
  turn uuid
);

create index ai_conversations_by_founder on public.ai_conversations (user_id, created_at desc, id);

-- Chat turns are idempotent: a turn is stored once, however often the client sends it.
create unique index ai_conversations_by_turn on public.ai_conversations (user_id, turn, role);

create table public.founder_ai_memory (
  user_id uuid primary key references auth.users on delete cascade,
  memory_content text not null default '' check (char_length(memory_content) <= 20000)
);

alter table public.ai_conversations enable row level security;

alter table public.founder_ai_memory enable row level security;

-- Answers in progress, so that any server can continue to send one (SPEC section 4). Unlogged: after a crash of the
-- database the client asks again.
create unlogged table private.answers (
  user_id uuid not null references auth.users on delete cascade,
  turn uuid not null,
  -- The server request that writes it; null when it was stopped before one began.
  writer uuid,
  text text not null default '',
  is_stopped boolean not null default false,
  -- The writer's last update: after 5 seconds without one, another may take over.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, turn)
);

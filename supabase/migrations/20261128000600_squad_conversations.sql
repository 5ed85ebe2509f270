-- Who waits for an answer, who answers, and what the team notes about a conversation.

alter table public.squad_conversations
  -- The founder's first message that was neither answered nor marked as done.
  add column waiting_since timestamptz,
  -- When an admin marked it as done. Any later message ends that.
  add column done_at timestamptz,
  -- The admin who answers it; null while unassigned. No foreign key: a trigger unassigns who is no admin any more.
  add column assigned_to uuid,
  add column state text not null generated always as (
    case when waiting_since is not null then 'waiting' when done_at is not null then 'done' else 'answered' end
  ) stored,
  add constraint done_does_not_wait check (waiting_since is null or done_at is null);

create index squad_conversations_longest_waiting on public.squad_conversations (waiting_since, user_id)
  where waiting_since is not null;

create index squad_conversations_done on public.squad_conversations (last_message_at desc, user_id)
  where state = 'done';

create index squad_conversations_by_assignee on public.squad_conversations (assigned_to, last_message_at desc, user_id)
  where state <> 'done';

-- To unassign a member.
create index squad_conversations_assigned on public.squad_conversations (assigned_to) where assigned_to is not null;

-- It takes more arguments now.
drop function if exists public.find_conversations(integer, timestamptz, uuid);

create index squad_messages_by_time on public.squad_messages (created_at);

create table public.internal_notes (
  id uuid primary key default gen_random_uuid(),
  -- The founder whom it is about.
  user_id uuid not null references auth.users on delete cascade,
  -- No foreign key: a note outlives its author's account.
  author_id uuid default auth.uid(),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);

create index internal_notes_by_founder on public.internal_notes (user_id, created_at desc, id);

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 60),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);

create unique index saved_replies_by_title on public.saved_replies (lower(title));

-- Who had text in the reply box when: of use for seconds, and deleted by the daily cleaning at the latest.
create table public.squad_typing (
  -- The founder who is answered.
  user_id uuid not null references auth.users on delete cascade,
  member uuid not null,
  typed_at timestamptz not null default now(),
  primary key (user_id, member)
);

alter table public.internal_notes enable row level security;

alter table public.saved_replies enable row level security;

alter table public.squad_typing enable row level security;

alter publication supabase_realtime add table public.internal_notes, public.squad_typing;

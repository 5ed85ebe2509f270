-- A message to many founders, each in their own conversation (docs/decisions/0063-a-message-to-many-founders.md).

create table private.message_batches (
  id uuid primary key,
  -- No foreign key: the audit log says to whom a former admin has written.
  admin_id uuid not null,
  sender_name text not null check (btrim(sender_name) <> '' and char_length(sender_name) <= 100),
  -- With its placeholders.
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  founders uuid[] not null,
  -- Those whose message is still to be stored.
  founders_left uuid[] not null,
  created_at timestamptz not null default now(),
  -- Until then it can be undone; later, when a part that failed is tried again.
  due_at timestamptz not null,
  -- When its first message was stored.
  begun_at timestamptz,
  undone_at timestamptz,
  -- How often no message of a part could be stored, and why the last one could not.
  attempts integer not null default 0,
  failure text
);

create index message_batches_by_admin on private.message_batches (admin_id, created_at);

create index message_batches_by_date on private.message_batches (created_at);

create index message_batches_left on private.message_batches (due_at) where founders_left <> '{}';

-- Who of the team wrote a message of the squad, for the team alone. One to many founders has its batch, and answers nothing.
create table public.squad_answers (
  message_id uuid primary key references public.squad_messages on delete cascade,
  -- The founder.
  user_id uuid not null,
  -- No foreign key: an answer outlives its author's account.
  author_id uuid not null,
  batch_id uuid,
  created_at timestamptz not null
);

create index squad_answers_by_founder on public.squad_answers (user_id, created_at desc, message_id);

alter table public.squad_answers enable row level security;

-- Those that the log knows.
insert into public.squad_answers (message_id, user_id, author_id, created_at)
select distinct on (m.id) m.id, m.user_id, a.admin_id, m.created_at
from public.admin_audit a join public.squad_messages m on m.id = a.row_id
where a.table_name = 'squad_messages' and a.action = 'insert' and a.admin_id is not null;

-- Conversations are snoozed until a day and marked as unread, and internal notes mention colleagues.

alter table public.squad_conversations
  -- Until this day the conversation is in no list of what is to be done. The founder's next message or an answer ends that.
  add column snoozed_until date,
  -- An admin wants it to be read again, by anybody. Reading or an answer ends that.
  add column marked_unread boolean not null default false;

create index squad_conversations_snoozed on public.squad_conversations (last_message_at desc, user_id)
  where snoozed_until is not null;

-- They return more now.
drop function if exists private.founders_of_week(numeric, text[]);
drop function if exists private.founders_with_words(text, uuid[]);
drop function if exists public.find_conversations(text, text, boolean, integer, timestamptz, uuid);

alter table public.internal_notes
  -- Members whom the note mentions.
  add column mentions uuid[] not null default '{}' check (cardinality(mentions) <= 10);

-- Members who were mentioned, one row each: a trigger on it, or a reader of it, notifies them.
create table private.note_mentions (
  note_id uuid not null references public.internal_notes on delete cascade,
  member uuid not null,
  -- The founder whom the note is about.
  user_id uuid not null,
  author_id uuid,
  created_at timestamptz not null default now(),
  primary key (note_id, member)
);

create index note_mentions_by_member on private.note_mentions (member, created_at desc);

-- The labels and the snooze of a founder are shown live.
alter publication supabase_realtime add table public.labelled_founders, public.radar_snoozes;

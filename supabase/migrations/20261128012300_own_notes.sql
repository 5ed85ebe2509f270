-- Own notes: a founder's, which nobody else reads.

create table public.own_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  content text not null check (btrim(content, E' \t\r\n') <> '' and char_length(content) <= 10000),
  created_at timestamptz not null default now()
);

create index own_notes_by_founder on public.own_notes (user_id, created_at desc, id);

create index own_notes_by_words on public.own_notes
  using gin (private.record_words(user_id, '', content)) with (fastupdate = off);
alter index public.own_notes_by_words alter column 1 set statistics 0;

alter table public.own_notes enable row level security;

-- What connected apps have added: marked, and undone within a day.

create table public.app_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('goal', 'done-goal', 'check-in', 'decision', 'message')),
  record_id uuid not null,
  -- How the record begins, so that the list needs no other table.
  title text not null check (char_length(title) <= 100),
  client_id uuid not null,
  -- The app's own name when it wrote.
  app text not null check (char_length(app) <= 100),
  -- Of the record as the app left it: what was changed since is not taken back.
  content_hash text not null,
  undone_at timestamptz
);

create index app_entries_of_founder on public.app_entries (user_id, created_at desc, id);

create index app_entries_of_record on public.app_entries (record_id, kind, created_at desc);

alter table public.app_entries enable row level security;

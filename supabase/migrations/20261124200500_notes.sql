-- Notes: written by admins for one founder, who reads them (SPEC sections 3 and 6).

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  category text not null default 'buyer-insights' check (btrim(category) <> '' and char_length(category) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 10000),
  created_at timestamptz not null default now()
);

create index notes_by_founder on public.notes (user_id, created_at desc, id);

create index notes_newest_first on public.notes (created_at desc, id);

alter table public.notes enable row level security;

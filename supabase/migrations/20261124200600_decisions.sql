-- Decisions: logged and deleted by founders, rated by admins (SPEC section 4).

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  reason text not null check (btrim(reason) <> '' and char_length(reason) <= 10000),
  category text not null default 'General' check (btrim(category) <> '' and char_length(category) <= 100),
  impact text not null default 'neutral' check (impact in ('positive', 'neutral', 'negative')),
  result text not null default '' check (char_length(result) <= 10000),
  created_at timestamptz not null default now()
);

create index decisions_by_founder on public.decisions (user_id, created_at desc, id);

alter table public.decisions enable row level security;

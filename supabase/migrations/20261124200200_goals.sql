-- Goals by period: founders add, tick and delete their own (SPEC sections 3, 4 and 6).

create table public.goals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  text text not null check (btrim(text) <> '' and char_length(text) <= 500),
  period text not null check (period in ('weekly', 'monthly', 'quarterly', 'yearly')),
  completed boolean not null default false,
  created_at timestamptz not null default now()
);

create index goals_by_founder on public.goals (user_id, created_at desc, id);

-- The Command Board reads one period, a page at a time.
create index goals_by_period on public.goals (user_id, period, created_at desc, id);

alter table public.goals enable row level security;

alter publication supabase_realtime add table public.goals;

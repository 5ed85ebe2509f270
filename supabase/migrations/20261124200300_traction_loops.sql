-- Traction loops: founders read their own, only admins change them (SPEC sections 3, 4 and 6).

create table public.traction_loops (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  status text not null default 'running' check (status in ('running', 'paused', 'scaling')),
  conversions integer not null default 0,
  demos integer not null default 0,
  messages integer not null default 0,
  created_at timestamptz not null default now()
);

create index traction_loops_by_founder on public.traction_loops (user_id, created_at desc, id);

create index traction_loops_by_status on public.traction_loops (status);

alter table public.traction_loops enable row level security;

alter publication supabase_realtime add table public.traction_loops;

-- Profiles: the name of each user, and the search by name for admins (SPEC sections 2, 3 and 6).

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (first_name = btrim(first_name) and char_length(first_name) <= 100),
  last_name text not null default '' check (last_name = btrim(last_name) and char_length(last_name) <= 100),
  created_at timestamptz not null default now()
);

create index profiles_newest_first on public.profiles (created_at desc, id);

alter table public.profiles enable row level security;

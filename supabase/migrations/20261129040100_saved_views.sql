-- Views of the users table that admins keep under a name (docs/decisions/0065-owners-and-saved-views.md).

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Whose it is; null: the team's.
  admin_id uuid default auth.uid() references auth.users on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and char_length(name) <= 40),
  -- search, filters, sort, descending and columns, each where it is not as at first.
  query jsonb not null check (octet_length(query::text) <= 2000),
  created_at timestamptz not null default now()
);

create unique index saved_views_by_name on public.saved_views (admin_id, lower(name)) nulls not distinct;

alter table public.saved_views enable row level security;

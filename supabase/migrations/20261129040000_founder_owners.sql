-- Which admin looks after each founder (docs/decisions/0065-owners-and-saved-views.md).

-- For admins alone. Without a row nobody does; a trigger removes those of a former admin.
create table public.founder_owners (
  user_id uuid primary key references auth.users on delete cascade,
  owner uuid not null
);

create index founder_owners_by_owner on public.founder_owners (owner, user_id);

alter table public.founder_owners enable row level security;

alter publication supabase_realtime add table public.founder_owners;

-- They return more now.
drop function if exists public.find_cohort(text, jsonb, text, boolean, integer, integer);
drop function if exists public.find_founders(text, integer, timestamptz, uuid);
drop function if exists public.founders_at_risk(boolean, integer, integer, uuid, timestamptz);

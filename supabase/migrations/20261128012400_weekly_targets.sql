-- What a founder wants to add in a week to each count of the loops.

create table public.weekly_targets (
  user_id uuid primary key references auth.users on delete cascade,
  -- Null: no target.
  conversions integer check (conversions between 1 and 1000000),
  demos integer check (demos between 1 and 1000000),
  messages integer check (messages between 1 and 1000000)
);

alter table public.weekly_targets enable row level security;

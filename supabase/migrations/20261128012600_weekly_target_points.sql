-- From which week each target counts: a new one does not change the weeks before it.

create table public.weekly_target_points (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- A Monday; these targets are of this week and those after it, until the next point.
  week date not null check (extract(isodow from week) = 1),
  -- Null: no target.
  conversions integer check (conversions between 1 and 1000000),
  demos integer check (demos between 1 and 1000000),
  messages integer check (messages between 1 and 1000000),
  created_at timestamptz not null default now(),
  unique (user_id, week)
);
create index weekly_target_points_by_founder on public.weekly_target_points (user_id, created_at desc, id);

alter table public.weekly_target_points enable row level security;

-- When the targets that there are were set is not known.
insert into public.weekly_target_points (user_id, week, conversions, demos, messages)
select w.user_id, date_trunc('week', now() at time zone 'utc')::date, w.conversions, w.demos, w.messages
from public.weekly_targets w;

-- Founders propose the figures of their runway, which admins record.

-- One a founder: the open one, or the last that was answered.
create table public.runway_proposals (
  user_id uuid primary key references auth.users on delete cascade,
  -- As in runway_data.
  bank_balance numeric(14, 2) not null check (bank_balance <> 'NaN'),
  monthly_revenue numeric(14, 2) not null check (monthly_revenue <> 'NaN') check (monthly_revenue >= 0),
  monthly_burn numeric(14, 2) not null check (monthly_burn <> 'NaN') check (monthly_burn >= 0),
  -- The day of the figures.
  as_of date not null check (isfinite(as_of)),
  created_at timestamptz not null default now(),
  -- Null while it waits for an admin.
  answer text check (answer in ('kept', 'corrected', 'dismissed')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);

create index runway_proposals_open on public.runway_proposals (created_at) where answer is null;

alter table public.runway_proposals enable row level security;
alter table public.runway_proposals replica identity full;
alter publication supabase_realtime add table public.runway_proposals;

-- The founder's day on which the board's request for new figures was dismissed.
alter table public.profiles add column figures_dismissed_on date;

-- It has one more column now.
drop function if exists public.find_cohort(text, jsonb, text, boolean, integer, integer);

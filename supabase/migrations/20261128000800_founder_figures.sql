-- Figures of each founder, kept by triggers: one row for each profile, so that the radar and tables of the cohort read one
-- small table and no records. What depends on the present day is computed when it is read.

create table public.founder_figures (
  user_id uuid primary key references auth.users on delete cascade,
  -- The newest check-in's week and mood, and the mood of the one before.
  last_check_in date,
  mood integer,
  mood_before integer,
  goals_open integer not null default 0,
  goals_completed integer not null default 0,
  -- The latest deadline of the open goals: before today, all of them are overdue. The last day of the period in which each
  -- was planned, UTC.
  goals_due date,
  -- Of all loops.
  conversions bigint not null default 0,
  -- The last day on which a loop that is running or scaling changed its counts or its status; null without one.
  loops_changed_on date,
  -- Null when it is not recorded, or does not end.
  runway_months numeric
) with (fillfactor = 80);

alter table public.founder_figures enable row level security;

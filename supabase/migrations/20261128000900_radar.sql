-- The radar: founders who need the squad, and why. The rules are in private.risks and nowhere else; their thresholds are
-- in a table that admins change. A snoozed founder is left out until a date.

-- One row. Null switches a rule off.
create table public.radar_thresholds (
  id boolean primary key default true check (id),
  check_in_weeks integer default 2 check (check_in_weeks between 1 and 26),
  mood_low integer default 2 check (mood_low between 1 and 4),
  mood_fall integer default 2 check (mood_fall between 1 and 4),
  runway_months integer default 6 check (runway_months between 1 and 36),
  runway_shrink_percent integer default 25 check (runway_shrink_percent between 5 and 95),
  loop_days integer default 21 check (loop_days between 7 and 180),
  message_hours integer default 24 check (message_hours between 1 and 336),
  unseen_days integer default 14 check (unseen_days between 3 and 180),
  goals_overdue_days integer default 1 check (goals_overdue_days between 1 and 90),
  changed_at timestamptz not null default now(),
  -- No foreign key: thresholds outlive the admin's account.
  changed_by uuid
);

insert into public.radar_thresholds default values;

-- The last snooze of a founder, in force before its date.
create table public.radar_snoozes (
  user_id uuid primary key references auth.users on delete cascade,
  until date not null,
  reason text not null check (btrim(reason) <> '' and char_length(reason) <= 500),
  -- No foreign key: a snooze outlives the admin's account.
  snoozed_by uuid,
  created_at timestamptz not null default now(),
  constraint snoozed_for_180_days_at_most check (until <= (created_at at time zone 'utc')::date + 180)
);

alter table public.radar_thresholds enable row level security;

alter table public.radar_snoozes enable row level security;

-- A founder at risk: the codes of the rules that apply, the most pressing first, and what the figures do not have.
create type private.risk as (
  founder uuid,
  -- Ten for each reason, and the place of the most pressing one.
  severity integer,
  codes text[],
  weeks_missed integer,
  -- How long the runway was four weeks ago, where it has lost a share since.
  months_before numeric,
  seen_at timestamptz,
  waiting_since timestamptz
);

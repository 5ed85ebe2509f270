-- Weekly check-ins: one per founder and week, never changed by the founder (SPEC sections 3 and 4), and the queue of
-- check-ins that wait for an AI summary.

create table public.weekly_checkins (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  week_of date not null check (extract(isodow from week_of) = 1),
  mood integer not null default 3 check (mood between 1 and 5),
  wins text not null check (btrim(wins) <> '' and char_length(wins) <= 5000),
  blockers text not null default '' check (char_length(blockers) <= 5000),
  next_priority text not null check (btrim(next_priority) <> '' and char_length(next_priority) <= 5000),
  -- Written by the service, never by a user.
  ai_summary text check (char_length(ai_summary) <= 5000),
  created_at timestamptz not null default now(),
  -- Also serves every list: a founder's check-ins, newest week first.
  unique (user_id, week_of),
  -- `infinity` is a date without a weekday, so the check for Mondays lets it pass; browsers have no dates after 9999.
  constraint weekly_checkins_week_in_range check (week_of between '1600-01-01' and '2999-12-31')
);

create index weekly_checkins_by_week on public.weekly_checkins (week_of);

alter table public.weekly_checkins enable row level security;

-- A summary appears on an open page as soon as it is written.
alter publication supabase_realtime add table public.weekly_checkins;

-- A function writes the summary after the check-in is saved (SPEC section 3). Saving only adds a row here.
create table private.check_ins_to_summarize (
  check_in uuid primary key references public.weekly_checkins on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);

create index check_ins_to_summarize_by_time on private.check_ins_to_summarize (due_at);

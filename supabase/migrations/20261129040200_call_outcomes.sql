-- What came of calls, and calls that are handed to another colleague (docs/decisions/0066-what-came-of-a-call.md).

alter table public.squad_bookings
  -- What the founder is told: in the mail, and on their devices. Cancelling is not one of them.
  add column last_change text not null default 'booked' check (last_change in ('booked', 'moved', 'handed-over'));

update public.squad_bookings set last_change = 'moved' where revision > 0;

-- The team's own: the founder never sees it.
create table public.call_outcomes (
  booking uuid primary key references public.squad_bookings on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  outcome text not null check (outcome in ('held', 'founder-absent', 'squad-absent', 'cancelled-late')),
  content text not null default '' check (char_length(content) <= 2000),
  -- Who recorded it last.
  author_id uuid,
  recorded_at timestamptz not null default now()
);

create index call_outcomes_by_founder on public.call_outcomes (user_id);

alter table public.call_outcomes enable row level security;

alter publication supabase_realtime add table public.call_outcomes;

-- It returns more now.
drop function if exists public.claim_booking_mails(integer);

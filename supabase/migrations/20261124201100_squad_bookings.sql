-- Calls that founders book with the squad (SPEC section 2): half hours within the squad's hours, one call at a time
-- for each member. Only the service books, moves and cancels calls, through the functions below.

create table public.squad_bookings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  member text not null check (member in ('whole-squad', 'strategy', 'growth', 'product')),
  starts_at timestamptz not null check (
    extract(epoch from starts_at) % 1800 = 0
    and (starts_at at time zone 'America/New_York')::time between '9:00' and '17:30'
  ),
  ends_at timestamptz not null check (ends_at = starts_at + interval '30 minutes'),
  -- What the founder wants to talk about.
  topic text not null default '' check (char_length(topic) <= 500),
  -- IANA name of the time zone used in mails to the founder.
  time_zone text not null default 'America/New_York' check (char_length(time_zone) <= 64),
  -- Incremented when the call is moved or cancelled: calendars use the highest one.
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz
);

-- A founder is in one call at a time; also serves the founder's upcoming calls.
create unique index squad_bookings_by_founder on public.squad_bookings (user_id, starts_at) where cancelled_at is null;

create index squad_bookings_by_time on public.squad_bookings (starts_at, id) where cancelled_at is null;

create index squad_bookings_newest_first on public.squad_bookings (user_id, created_at desc, id);

alter table public.squad_bookings enable row level security;

alter publication supabase_realtime add table public.squad_bookings;

-- The slots taken per member. A call with the whole squad takes a slot of each.
create table private.booked_slots (
  member text not null,
  starts_at timestamptz not null,
  booking uuid not null references public.squad_bookings on delete cascade,
  primary key (member, starts_at)
);

create index booked_slots_by_booking on private.booked_slots (booking);

-- The queue of calls whose latest state is not mailed yet. Each is handed to one caller, and again after growing
-- delays until the mail is confirmed as sent.
create table private.booking_mails (
  booking uuid primary key references public.squad_bookings on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);

create index booking_mails_by_time on private.booking_mails (due_at);

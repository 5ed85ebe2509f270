-- The history of loops and of the runway: a point for each day on which something changed, with the day's last values.

create table public.traction_points (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  loop_id uuid not null references public.traction_loops on delete cascade,
  day date not null default (now() at time zone 'utc')::date,
  status text not null,
  conversions integer not null,
  demos integer not null,
  messages integer not null,
  created_at timestamptz not null default now(),
  unique (loop_id, day)
);
create index traction_points_by_founder on public.traction_points (user_id, created_at desc, id);

create table public.runway_points (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  day date not null default (now() at time zone 'utc')::date,
  bank_balance numeric(14, 2) not null,
  monthly_revenue numeric(14, 2) not null,
  monthly_burn numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  unique (user_id, day)
);
create index runway_points_by_founder on public.runway_points (user_id, created_at desc, id);

alter table public.traction_points enable row level security;
alter table public.runway_points enable row level security;

-- The conversions that a founder added on each day, over all loops.
create table private.conversion_points (
  user_id uuid references auth.users on delete cascade,
  day date,
  conversions bigint not null,
  -- Since the point before; the first point is where the record begins, and adds nothing.
  added bigint not null,
  primary key (user_id, day)
);
create index conversion_points_by_day on private.conversion_points (day) include (user_id, added);

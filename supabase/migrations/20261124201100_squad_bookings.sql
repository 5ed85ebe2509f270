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
revoke all on public.squad_bookings from public, anon, authenticated;
grant select on public.squad_bookings to authenticated;
grant all on public.squad_bookings to service_role;

create policy "founders read their own calls, admins read all" on public.squad_bookings
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "no second factor is due" on public.squad_bookings
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages calls" on public.squad_bookings
  for all to service_role using (true) with check (true);

alter publication supabase_realtime add table public.squad_bookings;

-- The slots taken per member. A call with the whole squad takes a slot of each.
create table private.booked_slots (
  member text not null,
  starts_at timestamptz not null,
  booking uuid not null references public.squad_bookings on delete cascade,
  primary key (member, starts_at)
);
create index booked_slots_by_booking on private.booked_slots (booking);

create function private.members_in_call(member text) returns setof text
language sql immutable
set search_path = ''
as $$
  select unnest(case when member = 'whole-squad' then array['growth', 'product', 'strategy'] else array[member] end)
$$;

-- Keeps the slots in step with the calls. Inserts in a fixed order, and before it deletes: two calls that swap slots
-- get an error instead of a deadlock.
create function private.book_slots() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.cancelled_at is null then
    insert into private.booked_slots (member, starts_at, booking)
    select m, new.starts_at, new.id from private.members_in_call(new.member) m
    where not exists (
      select from private.booked_slots s where s.member = m and s.starts_at = new.starts_at and s.booking = new.id
    )
    order by m;
  end if;
  delete from private.booked_slots s
  where s.booking = new.id
    and (new.cancelled_at is not null or s.starts_at <> new.starts_at
      or s.member not in (select private.members_in_call(new.member)));
  return null;
exception when unique_violation then
  raise exception using errcode = '23505', message = 'this time is taken', detail = 'taken';
end
$$;
create trigger book_slots after insert or update of member, starts_at, cancelled_at on public.squad_bookings
  for each row execute function private.book_slots();

-- The queue of calls whose latest state is not mailed yet. Each is handed to one caller, and again after growing
-- delays until the mail is confirmed as sent.
create table private.booking_mails (
  booking uuid primary key references public.squad_bookings on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index booking_mails_by_time on private.booking_mails (due_at);

create function private.enqueue_booking_mail(booking uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.booking_mails (booking) values (enqueue_booking_mail.booking)
  on conflict on constraint booking_mails_pkey do update set attempts = 0, due_at = now();
  perform pg_notify('functions', 'booking-mails');
end
$$;

-- Rejects times that are too near or too far, and users who are banned or deleted: mailed links outlive a session.
create function private.require_bookable(founder uuid, starts_at timestamptz) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.users u
    where u.id = founder and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ) then
    raise exception using errcode = 'P0001', message = 'this account books no calls', detail = 'invalid';
  end if;
  if starts_at < now() + interval '1 hour' or starts_at > now() + interval '28 days' then
    raise exception using
      errcode = 'P0001', message = 'calls are booked from an hour to 28 days ahead', detail = 'taken';
  end if;
end
$$;

-- Books a call; repeating a request returns the existing call. Error details: invalid, taken, own-call (the founder
-- has another call then), too-many, too-often: each change sends a mail, whose address may be unproven.
create function public.book_call(
  founder uuid, member text, starts_at timestamptz, topic text default '', time_zone text default 'America/New_York'
) returns public.squad_bookings
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.squad_bookings;
begin
  -- Serializes a founder's bookings, so that they can be counted.
  perform pg_advisory_xact_lock(hashtextextended('booking:' || founder, 0));
  select * into booking from public.squad_bookings b
  where b.user_id = founder and b.starts_at = book_call.starts_at and b.cancelled_at is null;
  if booking.member = book_call.member then
    return booking;
  elsif found then
    raise exception using errcode = '23505', message = 'you have another call at this time', detail = 'own-call';
  end if;
  perform private.require_bookable(founder, starts_at);
  if (
    select count(*) from public.squad_bookings b
    where b.user_id = founder and b.cancelled_at is null and b.starts_at > now()
  ) >= 5 then
    raise exception using errcode = 'P0001', message = 'five calls are booked already', detail = 'too-many';
  end if;
  if (
    select count(*) from public.squad_bookings b
    where b.user_id = founder and b.created_at > now() - interval '1 day'
  ) >= 10 then
    raise exception using errcode = 'P0001', message = 'ten calls were booked within a day', detail = 'too-often';
  end if;
  insert into public.squad_bookings (user_id, member, starts_at, ends_at, topic, time_zone)
  values (
    founder, book_call.member, book_call.starts_at, book_call.starts_at + interval '30 minutes',
    btrim(book_call.topic), book_call.time_zone
  ) returning * into booking;
  perform private.enqueue_booking_mail(booking.id);
  return booking;
end
$$;

-- Moves a call that has not begun; the same time is no change. Error details: gone (cancelled, begun or deleted),
-- invalid, taken, own-call, too-often.
create function public.move_call(booking uuid, starts_at timestamptz) returns public.squad_bookings
language plpgsql security definer
set search_path = ''
as $$
declare
  call public.squad_bookings;
begin
  perform pg_advisory_xact_lock(hashtextextended('booking:' || b.user_id, 0))
  from public.squad_bookings b where b.id = booking;
  select * into call from public.squad_bookings b
  where b.id = booking and b.cancelled_at is null and b.starts_at > now() for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'this call cannot be changed any more', detail = 'gone';
  end if;
  if call.starts_at = move_call.starts_at then
    return call;
  end if;
  perform private.require_bookable(call.user_id, move_call.starts_at);
  if call.revision >= 5 then
    raise exception using errcode = 'P0001', message = 'this call was moved five times', detail = 'too-often';
  end if;
  if exists (
    select from public.squad_bookings b
    where b.user_id = call.user_id and b.starts_at = move_call.starts_at and b.cancelled_at is null
  ) then
    raise exception using errcode = '23505', message = 'you have another call at this time', detail = 'own-call';
  end if;
  update public.squad_bookings b
  set starts_at = move_call.starts_at, ends_at = move_call.starts_at + interval '30 minutes',
    revision = b.revision + 1, updated_at = now()
  where b.id = booking returning * into call;
  perform private.enqueue_booking_mail(booking);
  return call;
end
$$;

-- Cancels a call that has not begun; cancelling again is no change. Error detail: gone (begun or deleted).
create function public.cancel_call(booking uuid) returns public.squad_bookings
language plpgsql security definer
set search_path = ''
as $$
declare
  call public.squad_bookings;
begin
  select * into call from public.squad_bookings b where b.id = booking and b.starts_at > now() for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'this call cannot be changed any more', detail = 'gone';
  end if;
  if call.cancelled_at is null then
    update public.squad_bookings b
    set cancelled_at = now(), revision = b.revision + 1, updated_at = now()
    where b.id = booking returning * into call;
    perform private.enqueue_booking_mail(booking);
  end if;
  return call;
end
$$;

-- When a member, or any of the whole squad, is in a call, from now to the end of the booking window.
create function public.taken_slots(member text) returns setof timestamptz
language sql stable security definer
set search_path = ''
as $$
  select distinct s.starts_at from private.booked_slots s
  where s.member in (select private.members_in_call(taken_slots.member))
    and s.starts_at between now() and now() + interval '28 days'
  order by s.starts_at
$$;

-- Hands out calls whose latest state is to be mailed, each to one caller. Drops mails about calls that are over and
-- to users who are deleted or banned.
create function public.claim_booking_mails(max_rows integer)
returns table (
  booking uuid, revision integer, member text, starts_at timestamptz, ends_at timestamptz, time_zone text,
  cancelled_at timestamptz, updated_at timestamptz, email text
)
language sql security definer
set search_path = ''
as $$
  delete from private.booking_mails m using public.squad_bookings b
  join auth.users u on u.id = b.user_id
  where b.id = m.booking
    and (b.ends_at < now() or u.email is null or u.deleted_at is not null or u.banned_until > now());

  with due as (
    select m.booking from private.booking_mails m
    where m.due_at <= now() order by m.due_at limit claim_booking_mails.max_rows
    for update skip locked
  ), claimed as (
    update private.booking_mails m
    set attempts = m.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(m.attempts, 6)
    from due where m.booking = due.booking
    returning m.booking
  )
  select b.id, b.revision, b.member, b.starts_at, b.ends_at, b.time_zone, b.cancelled_at, b.updated_at, u.email::text
  from claimed
  join public.squad_bookings b on b.id = claimed.booking
  join auth.users u on u.id = b.user_id
$$;

-- A call that changed while its mail was sent is mailed again.
create function public.booking_mail_sent(booking uuid, revision integer) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.booking_mails m using public.squad_bookings b
  where m.booking = booking_mail_sent.booking and b.id = m.booking and b.revision = booking_mail_sent.revision
$$;

revoke execute on function
  private.members_in_call(text), private.book_slots(), private.enqueue_booking_mail(uuid),
  private.require_bookable(uuid, timestamptz),
  public.book_call(uuid, text, timestamptz, text, text), public.move_call(uuid, timestamptz), public.cancel_call(uuid),
  public.taken_slots(text), public.claim_booking_mails(integer), public.booking_mail_sent(uuid, integer)
from public, anon, authenticated;
grant execute on function
  public.book_call(uuid, text, timestamptz, text, text), public.move_call(uuid, timestamptz), public.cancel_call(uuid),
  public.taken_slots(text), public.claim_booking_mails(integer), public.booking_mail_sent(uuid, integer)
to service_role;

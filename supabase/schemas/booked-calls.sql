-- Calls of founders with the squad: booked, moved and cancelled, and the mails about them (SPEC section 2).

revoke all on public.squad_bookings from public, anon, authenticated;
grant select on public.squad_bookings to authenticated;
grant all on public.squad_bookings to service_role;

drop policy if exists "founders read their own calls, admins read all" on public.squad_bookings;
create policy "founders read their own calls, admins read all" on public.squad_bookings
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.squad_bookings;
create policy "no second factor is due" on public.squad_bookings
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages calls" on public.squad_bookings;
create policy "the service manages calls" on public.squad_bookings
  for all to service_role using (true) with check (true);

create or replace function private.members_in_call(member text) returns setof text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select unnest(case when member = 'whole-squad' then array['growth', 'product', 'strategy'] else array[member] end)
$$;

-- Keeps the slots in step with the calls. Inserts in a fixed order, and before it deletes: two calls that swap slots
-- get an error instead of a deadlock.
create or replace function private.book_slots() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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

create or replace trigger book_slots after insert or update of member, starts_at, cancelled_at on public.squad_bookings
  for each row execute function private.book_slots();

create or replace function private.enqueue_booking_mail(booking uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.booking_mails (booking) values (enqueue_booking_mail.booking)
  on conflict on constraint booking_mails_pkey do update set attempts = 0, due_at = now();
  perform pg_notify('functions', 'booking-mails');
end
$$;

-- Rejects times that are too near or too far, and users who are banned or deleted: mailed links outlive a session.
create or replace function private.require_bookable(founder uuid, starts_at timestamptz) returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
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

-- Moves a call that has not begun; the same time is no change. Error details: gone (cancelled, begun or deleted),
-- invalid, taken, own-call, too-often.
create or replace function public.move_call(booking uuid, starts_at timestamptz) returns public.squad_bookings
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.move_call(booking, starts_at, 5)
$$;

-- Cancels a call that has not begun; cancelling again is no change. Error detail: gone (begun or deleted).
create or replace function public.cancel_call(booking uuid) returns public.squad_bookings
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
create or replace function public.taken_slots(member text) returns setof timestamptz
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select distinct s.starts_at from private.booked_slots s
  where s.member in (select private.members_in_call(taken_slots.member))
    and s.starts_at between now() and now() + interval '28 days'
  order by s.starts_at
$$;

-- A call that changed while its mail was sent is mailed again.
create or replace function public.booking_mail_sent(booking uuid, revision integer) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from private.booking_mails m using public.squad_bookings b
  where m.booking = booking_mail_sent.booking and b.id = m.booking and b.revision = booking_mail_sent.revision
$$;

-- Hands out calls whose latest state is to be mailed, each to one caller. Drops mails about calls that are over and
-- to users who are deleted or banned. Gives up a mail after 100 attempts, more than four days: as long as a mail server
-- tries (RFC 5321, 4.5.4.1). `failure` says so, once.
create or replace function public.claim_booking_mails(max_rows integer)
returns table (
  booking uuid, revision integer, member text, starts_at timestamptz, ends_at timestamptz, time_zone text,
  cancelled_at timestamptz, updated_at timestamptz, last_change text, email text, failure text
)
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from private.booking_mails m using public.squad_bookings b
  join auth.users u on u.id = b.user_id
  where b.id = m.booking
    and (b.ends_at < now() or u.email is null or u.deleted_at is not null or u.banned_until > now());

  with due as (
    select m.booking, m.attempts >= 100 as is_given_up from private.booking_mails m
    where m.due_at <= now() order by m.due_at limit claim_booking_mails.max_rows
    for update skip locked
  ), given_up as (
    delete from private.booking_mails m using due where m.booking = due.booking and due.is_given_up
  ), claimed as (
    update private.booking_mails m
    set attempts = m.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(m.attempts, 6)
    from due where m.booking = due.booking and not due.is_given_up
  )
  select b.id, b.revision, b.member, b.starts_at, b.ends_at, b.time_zone, b.cancelled_at, b.updated_at,
    b.last_change, u.email::text,
    case when due.is_given_up then format('the mail about call %s is given up after 100 attempts', b.id) end
  from due
  join public.squad_bookings b on b.id = due.booking
  join auth.users u on u.id = b.user_id
$$;

-- Books a call; repeating a request returns the existing call. A network has at most `network_limit` calls ahead, over all
-- accounts. Error details: invalid, taken, own-call (the founder has another call then), too-many, too-often (each change
-- sends a mail, whose address may be unproven), network-full.
create or replace function public.book_call(
  founder uuid, member text, starts_at timestamptz, topic text default '', time_zone text default 'America/New_York',
  network text default null, network_limit integer default null
) returns public.squad_bookings
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
  perform private.require_room_in_network(network, network_limit);
  insert into public.squad_bookings (user_id, member, starts_at, ends_at, topic, time_zone)
  values (
    founder, book_call.member, book_call.starts_at, book_call.starts_at + interval '30 minutes',
    btrim(book_call.topic), book_call.time_zone
  ) returning * into booking;
  if network is not null then
    insert into private.call_networks (booking, network) values (booking.id, book_call.network);
  end if;
  perform private.enqueue_booking_mail(booking.id);
  return booking;
end
$$;

create or replace function private.require_room_in_network(network text, network_limit integer) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if network is null or network_limit is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('booking-network:' || network, 0));
  delete from private.call_networks n using public.squad_bookings b
  where b.id = n.booking and (b.starts_at <= now() or b.cancelled_at is not null);
  if (select count(*) from private.call_networks n where n.network = require_room_in_network.network) >= network_limit then
    raise exception using
      errcode = 'P0001', message = 'too many calls ahead were booked from this network', detail = 'network-full';
  end if;
end
$$;

-- Moves a call that has not begun; the same time is no change. A call that was moved `most_moves` times stays, without the
-- argument it does not.
create or replace function private.move_call(booking uuid, starts_at timestamptz, most_moves integer) returns public.squad_bookings
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
  if call.revision >= most_moves then
    raise exception using errcode = 'P0001', message = 'this call was moved too often', detail = 'too-often';
  end if;
  if exists (
    select from public.squad_bookings b
    where b.user_id = call.user_id and b.starts_at = move_call.starts_at and b.cancelled_at is null
  ) then
    raise exception using errcode = '23505', message = 'you have another call at this time', detail = 'own-call';
  end if;
  update public.squad_bookings b
  set starts_at = move_call.starts_at, ends_at = move_call.starts_at + interval '30 minutes',
    revision = b.revision + 1, updated_at = now(), last_change = 'moved'
  where b.id = booking returning * into call;
  perform private.enqueue_booking_mail(booking);
  return call;
end
$$;

-- Hands a call that has not begun to another member, at the same time; for admins. Error details: gone, taken, invalid.
create or replace function public.hand_over_call(booking uuid, member text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call public.squad_bookings;
begin
  perform private.require_admin();
  if member is null then
    raise exception using errcode = '22023', message = 'a call is with a member';
  end if;
  select * into call from public.squad_bookings b
  where b.id = booking and b.cancelled_at is null and b.starts_at > now() for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'this call cannot be changed any more', detail = 'gone';
  elsif call.member <> hand_over_call.member then
    update public.squad_bookings b
    set member = hand_over_call.member, revision = b.revision + 1, updated_at = now(), last_change = 'handed-over'
    where b.id = booking;
    perform private.enqueue_booking_mail(booking);
  end if;
end
$$;

-- Admins, for any founder's call. Error details: gone, and for a move invalid, taken, own-call.
create or replace function public.move_founder_call(booking uuid, starts_at timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.move_call(booking, starts_at, null);
end
$$;

create or replace function public.cancel_founder_call(booking uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform public.cancel_call(booking);
end
$$;

-- When a call cannot be moved to, for admins: the members in it, or its founder, are in a call then.
create or replace function public.taken_times_for_call(booking uuid) returns setof timestamptz
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call public.squad_bookings;
begin
  perform private.require_admin();
  select * into call from public.squad_bookings b where b.id = booking;
  return query
    select t from public.taken_slots(call.member) t
    union
    select b.starts_at from public.squad_bookings b
    where b.user_id = call.user_id and b.cancelled_at is null and b.starts_at > now();
end
$$;

-- When a founder cannot be booked with a member, for admins: either is in a call then.
create or replace function public.taken_times_for_founder(founder uuid, member text) returns setof timestamptz
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select t from public.taken_slots(taken_times_for_founder.member) t
    union
    select b.starts_at from public.squad_bookings b
    where b.user_id = founder and b.cancelled_at is null and b.starts_at > now();
end
$$;

-- Books a call for a founder, who gets the mail in the time zone of their mails; repeating a request adds none. For admins,
-- within the founder's own limits. Error details: invalid, taken, own-call, too-many, too-often.
create or replace function public.book_founder_call(
  founder uuid, member text, starts_at timestamptz, topic text default ''
) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  zone text := (select s.time_zone from public.mail_settings s where s.user_id = founder);
begin
  perform private.require_admin();
  return (
    public.book_call(founder, book_founder_call.member, book_founder_call.starts_at, topic, coalesce(zone, 'America/New_York'))
  ).id;
end
$$;

revoke execute on function
  public.taken_times_for_founder(uuid, text), public.book_founder_call(uuid, text, timestamptz, text),
  private.members_in_call(text), private.book_slots(), private.enqueue_booking_mail(uuid),
  private.require_bookable(uuid, timestamptz), public.move_call(uuid, timestamptz), public.cancel_call(uuid),
  public.taken_slots(text), public.booking_mail_sent(uuid, integer), public.claim_booking_mails(integer),
  public.book_call(uuid, text, timestamptz, text, text, text, integer), private.require_room_in_network(text, integer),
  private.move_call(uuid, timestamptz, integer), public.move_founder_call(uuid, timestamptz),
  public.cancel_founder_call(uuid), public.taken_times_for_call(uuid), public.hand_over_call(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.move_call(uuid, timestamptz), public.cancel_call(uuid), public.taken_slots(text),
  public.booking_mail_sent(uuid, integer), public.claim_booking_mails(integer),
  public.book_call(uuid, text, timestamptz, text, text, text, integer)
to service_role;
grant execute on function
  public.move_founder_call(uuid, timestamptz), public.cancel_founder_call(uuid), public.taken_times_for_call(uuid),
  public.hand_over_call(uuid, text), public.taken_times_for_founder(uuid, text), public.book_founder_call(uuid, text, timestamptz, text)
to authenticated;

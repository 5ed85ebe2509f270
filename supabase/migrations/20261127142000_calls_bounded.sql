-- Calls cannot be booked away: open calls are bounded for each network too, and admins cancel and move calls. The founder gets
-- the mails that a change of their own sends.

-- The network that a call was booked from, as long as the call is ahead: an IPv4 address, or 64 bits of IPv6.
create table private.call_networks (
  booking uuid primary key references public.squad_bookings on delete cascade,
  network text not null check (char_length(network) <= 64)
);
create index call_networks_by_network on private.call_networks (network);

drop function public.book_call(uuid, text, timestamptz, text, text);
-- As before, and: a network has at most `network_limit` calls ahead, over all accounts. Further error detail: network-full.
create function public.book_call(
  founder uuid, member text, starts_at timestamptz, topic text default '', time_zone text default 'America/New_York',
  network text default null, network_limit integer default null
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

create function private.require_room_in_network(network text, network_limit integer) returns void
language plpgsql security definer
set search_path = ''
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
create function private.move_call(booking uuid, starts_at timestamptz, most_moves integer) returns public.squad_bookings
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
    revision = b.revision + 1, updated_at = now()
  where b.id = booking returning * into call;
  perform private.enqueue_booking_mail(booking);
  return call;
end
$$;

create or replace function public.move_call(booking uuid, starts_at timestamptz) returns public.squad_bookings
language sql security definer
set search_path = ''
as $$
  select private.move_call(booking, starts_at, 5)
$$;

-- Admins, for any founder's call. Error details: gone, and for a move invalid, taken, own-call.
create function public.move_founder_call(booking uuid, starts_at timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.move_call(booking, starts_at, null);
end
$$;

create function public.cancel_founder_call(booking uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform public.cancel_call(booking);
end
$$;

-- When a call cannot be moved to, for admins: the members in it, or its founder, are in a call then.
create function public.taken_times_for_call(booking uuid) returns setof timestamptz
language plpgsql stable security definer
set search_path = ''
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

create trigger log_admin_change after update on public.squad_bookings
  for each row execute function private.log_admin_change();

revoke execute on function
  public.book_call(uuid, text, timestamptz, text, text, text, integer),
  private.require_room_in_network(text, integer), private.move_call(uuid, timestamptz, integer),
  public.move_founder_call(uuid, timestamptz), public.cancel_founder_call(uuid), public.taken_times_for_call(uuid)
from public, anon, authenticated;
grant execute on function public.book_call(uuid, text, timestamptz, text, text, text, integer) to service_role;
grant execute on function
  public.move_founder_call(uuid, timestamptz), public.cancel_founder_call(uuid), public.taken_times_for_call(uuid)
to authenticated;

-- The network that a call was booked from, as long as the call is ahead: an IPv4 address, or 64 bits of IPv6.

create table private.call_networks (
  booking uuid primary key references public.squad_bookings on delete cascade,
  network text not null check (char_length(network) <= 64)
);

create index call_networks_by_network on private.call_networks (network);

-- Booking takes more arguments now.
drop function if exists public.book_call(uuid, text, timestamptz, text, text);

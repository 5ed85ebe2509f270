-- Calls that founders book with the squad (SPEC section 2): half hours in the squad's hours, each member in one call at a
-- time. A call is booked, moved and cancelled through the functions below, which only the service may call.

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
  -- IANA name of the zone in which the founder is told the time.
  time_zone text not null default 'America/New_York' check (char_length(time_zone) <= 64),
  -- How often it was moved or cancelled: calendars take a later one for the newer.
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

-- Who of the squad is taken when. A call with the whole squad takes each of them.
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

-- Keeps the slots as the calls are, whoever writes them. New ones are taken in one order, and before old ones are given
-- back: so two that want each other's slots are refused instead of waiting for each other.
create function private.hold_slots() returns trigger
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
create trigger hold_slots after insert or update of member, starts_at, cancelled_at on public.squad_bookings
  for each row execute function private.hold_slots();

-- Calls whose newest state is not mailed yet. Like the summaries of check-ins: handed out to one caller, again after
-- growing pauses until it is told that the mail was sent.
create table private.booking_mails (
  booking uuid primary key references public.squad_bookings on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index booking_mails_by_time on private.booking_mails (due_at);

create function private.ask_for_booking_mail(booking uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.booking_mails (booking) values (ask_for_booking_mail.booking)
  on conflict on constraint booking_mails_pkey do update set attempts = 0, due_at = now();
  perform pg_notify('functions', 'booking-mails');
end
$$;

-- Refuses times that are too near or too far, and founders who are banned or deleted: links outlive a session.
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
    raise exception using errcode = 'P0001', message = 'calls are booked from an hour to 28 days ahead', detail = 'taken';
  end if;
end
$$;

-- Books a call. Whoever asks for the same one again, not having heard, is given it again. Refusals have a detail: invalid,
-- taken, own-call (at that time the founder is in another call), too-many, too-often: each change is a mail, and whose
-- address it goes to may be unproven.
create function public.book_call(
  founder uuid, member text, starts_at timestamptz, topic text default '', time_zone text default 'America/New_York'
) returns public.squad_bookings
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.squad_bookings;
begin
  -- Calls of one founder are booked one after the other, so that they can be counted.
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
  perform private.ask_for_booking_mail(booking.id);
  return booking;
end
$$;

-- Moves a call that has not begun; one that stands there already stays as it is. Refusals: gone (cancelled, begun or
-- deleted), invalid, taken, own-call, too-often.
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
  perform private.ask_for_booking_mail(booking);
  return call;
end
$$;

-- Cancels a call that has not begun; a cancelled one stays so. Refusal: gone (begun or deleted).
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
    perform private.ask_for_booking_mail(booking);
  end if;
  return call;
end
$$;

-- When a member, or one of the whole squad, is in a call, between now and the end of what can be booked.
create function public.taken_slots(member text) returns setof timestamptz
language sql stable security definer
set search_path = ''
as $$
  select distinct s.starts_at from private.booked_slots s
  where s.member in (select private.members_in_call(taken_slots.member))
    and s.starts_at between now() and now() + interval '28 days'
  order by s.starts_at
$$;

-- Hands out calls whose newest state is to be mailed, each to one caller; nobody is told of a call that is over, and nobody
-- who is deleted or banned of any.
create function public.claim_booking_mails(most integer)
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
    where m.due_at <= now() order by m.due_at limit claim_booking_mails.most
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

-- What was changed while its mail went out is mailed again.
create function public.booking_mail_sent(booking uuid, revision integer) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.booking_mails m using public.squad_bookings b
  where m.booking = booking_mail_sent.booking and b.id = m.booking and b.revision = booking_mail_sent.revision
$$;

revoke execute on function
  private.members_in_call(text), private.hold_slots(), private.ask_for_booking_mail(uuid),
  private.require_bookable(uuid, timestamptz),
  public.book_call(uuid, text, timestamptz, text, text), public.move_call(uuid, timestamptz), public.cancel_call(uuid),
  public.taken_slots(text), public.claim_booking_mails(integer), public.booking_mail_sent(uuid, integer)
from public, anon, authenticated;
grant execute on function
  public.book_call(uuid, text, timestamptz, text, text), public.move_call(uuid, timestamptz), public.cancel_call(uuid),
  public.taken_slots(text), public.claim_booking_mails(integer), public.booking_mail_sent(uuid, integer)
to service_role;

-- The copy that founders take of their data holds their calls too.
create or replace function public.my_data(
  kind text default null, after_created_at timestamptz default null, after_id uuid default null
) returns jsonb
language plpgsql stable
set search_path = ''
set enable_sort = off
as $$
declare
  me uuid := auth.uid();
  lists constant text[] := array[
    'goals', 'traction_loops', 'weekly_checkins', 'notes', 'decisions', 'squad_messages', 'ai_conversations',
    'squad_bookings'
  ];
  answer jsonb := '{}';
  more text[] := '{}';
  list text;
  page jsonb;
  is_cut boolean;
begin
  perform private.require_second_factor();
  if kind is null then
    answer := jsonb_build_object(
      'profile', (select to_jsonb(p) from public.profiles p where p.id = me),
      'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = me),
      'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = me)
    );
  elsif kind <> all (lists) then
    raise exception using errcode = '22023', message = format('there is no list %s', kind);
  end if;
  foreach list in array case when kind is null then lists else array[kind] end loop
    execute format(
      $list$
        select
          coalesce(jsonb_agg(content order by created_at desc, id) filter (where bytes_before < 2000000 and place <= 500), '[]'),
          coalesce(bool_or(bytes_before >= 2000000 or place > 500), false)
        from (
          select created_at, id, content, row_number() over newest_first as place,
            sum(octet_length(content::text)) over newest_first - octet_length(content::text) as bytes_before
          from (
            select t.created_at, t.id, to_jsonb(t) - 'user_id' as content from public.%I t
            where t.user_id = $1 and t.created_at <= $2 and (t.created_at < $2 or t.id > $3)
            order by t.created_at desc, t.id limit 501
          ) t
          window newest_first as (order by created_at desc, id)
        ) t
      $list$, list
    ) into page, is_cut using me, coalesce(after_created_at, 'infinity'), after_id;
    answer := answer || jsonb_build_object(list, page);
    if is_cut then
      more := more || list;
    end if;
  end loop;
  return answer || jsonb_build_object('more', more);
end
$$;

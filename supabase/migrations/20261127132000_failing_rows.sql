-- One row that fails stops no batch: it is reported, tried again after growing pauses, and given up.

-- The time zone, or UTC where this PostgreSQL does not know it: a restored database may come from a system that knows more.
create function private.time_zone_or_utc(name text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  perform now() at time zone name;
  return coalesce(name, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$$;

-- As before, in UTC where the time zone is not known.
create or replace function private.plan_week_mail(founder uuid) returns void
language sql security definer
set search_path = ''
as $$
  with settings as (
    select s.user_id, private.time_zone_or_utc(s.time_zone) as time_zone, s.weekly
    from public.mail_settings s where s.user_id = founder
  ),
  next as (
    select s.user_id, s.time_zone, s.weekly,
      greatest(private.next_monday(now(), s.time_zone), w.mailed_for + 7) as monday
    from settings s left join private.week_mails w on w.user_id = s.user_id
  )
  insert into private.week_mails (user_id, monday, due_at)
  select n.user_id, n.monday, case when n.weekly then private.morning(n.monday, n.time_zone) end from next n
  on conflict (user_id) do update set monday = excluded.monday, due_at = excluded.due_at, attempts = 0
$$;

drop function public.claim_week_mails(integer);

-- As before, and: `failure` says why a founder's week cannot be computed, or the next mail not be planned; it is tried again
-- like an unsent mail, until Monday is over, or until it is planned.
create function public.claim_week_mails(max_rows integer)
returns table (founder uuid, monday date, email text, time_zone text, week jsonb, failure text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  mail private.week_mails;
  claimed integer := 0;
begin
  -- One by one: a cursor would lock rows ahead, which another server would miss.
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    select * into mail from private.week_mails w
    where w.due_at <= now() order by w.due_at limit 1 for update skip locked;
    exit when not found;
    time_zone := null;
    email := null;
    week := null;
    failure := null;
    begin
      select private.time_zone_or_utc(s.time_zone) into time_zone
      from public.mail_settings s where s.user_id = mail.user_id;
      email := private.mail_address(mail.user_id);
      if email is null or mail.monday <> (now() at time zone time_zone)::date then
        perform private.plan_week_mail(mail.user_id);
        continue;
      end if;
      if private.is_address_proven(mail.user_id) then
        week := private.week_in_mail(mail.user_id, mail.monday, time_zone);
      end if;
    exception when others then
      failure := sqlerrm;
    end;
    -- Longer than sending takes: the mail server's timeouts add up to less.
    update private.week_mails w
    set attempts = w.attempts + 1, due_at = now() + interval '5 minutes' * 2 ^ least(w.attempts, 5)
    where w.user_id = mail.user_id;
    founder := mail.user_id;
    monday := mail.monday;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

drop function public.claim_reply_mails(integer);

-- As before, and: `failure` says why a founder's replies cannot be read; after 24 attempts, some two days and a half, they
-- leave the queue.
create function public.claim_reply_mails(max_rows integer)
returns table (
  founder uuid, email text, first_reply uuid, until timestamptz, unread integer, replies jsonb, failure text
)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  mail private.reply_mails;
  found_replies record;
  claimed integer := 0;
  today date := (now() at time zone 'utc')::date;
begin
  -- One by one: a cursor would lock rows ahead, which another server would miss.
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    select * into mail from private.reply_mails m
    where m.due_at <= now() order by m.due_at limit 1 for update skip locked;
    exit when not found;
    email := private.mail_address(mail.user_id);
    failure := null;
    begin
      select * into found_replies from private.unmailed_replies(mail.user_id, mail.mailed_until);
    exception when others then
      failure := sqlerrm;
      select null::timestamptz as since, null::timestamptz as until, 0 as unread, '[]'::jsonb as replies into found_replies;
    end;
    if email is null or found_replies.since is null and (failure is null or mail.attempts >= 24)
      or exists (select from public.mail_settings s where s.user_id = mail.user_id and not s.replies) then
      update private.reply_mails m set due_at = null, attempts = 0 where m.user_id = mail.user_id;
    elsif found_replies.since > now() - interval '30 minutes' then
      -- The reply that was queued has been read, a later one has not.
      update private.reply_mails m set due_at = found_replies.since + interval '30 minutes', attempts = 0
      where m.user_id = mail.user_id;
    elsif mail.day = today and mail.mails >= 8 then
      update private.reply_mails m set due_at = (today + 1)::timestamp at time zone 'utc' where m.user_id = mail.user_id;
    else
      -- Longer than sending takes: the mail server's timeouts add up to less.
      update private.reply_mails m
      set attempts = m.attempts + 1, due_at = now() + interval '5 minutes' * 2 ^ least(m.attempts, 5)
      where m.user_id = mail.user_id;
      founder := mail.user_id;
      first_reply := found_replies.replies -> 0 ->> 'id';
      until := found_replies.until;
      unread := found_replies.unread;
      replies := case when private.is_address_proven(founder) then found_replies.replies else '[]' end;
      claimed := claimed + 1;
      return next;
    end if;
  end loop;
end
$$;

drop function public.claim_booking_mails(integer);

-- As before, and gives up a mail after 100 attempts, more than four days: as long as a mail server tries (RFC 5321,
-- 4.5.4.1). `failure` says so, once.
create function public.claim_booking_mails(max_rows integer)
returns table (
  booking uuid, revision integer, member text, starts_at timestamptz, ends_at timestamptz, time_zone text,
  cancelled_at timestamptz, updated_at timestamptz, email text, failure text
)
language sql security definer
set search_path = ''
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
  select b.id, b.revision, b.member, b.starts_at, b.ends_at, b.time_zone, b.cancelled_at, b.updated_at, u.email::text,
    case when due.is_given_up then format('the mail about call %s is given up after 100 attempts', b.id) end
  from due
  join public.squad_bookings b on b.id = due.booking
  join auth.users u on u.id = b.user_id
$$;

drop function public.claim_check_ins(integer);

-- As before, and gives up a summary after 24 attempts, about a day. `failure` says so, once.
create function public.claim_check_ins(max_rows integer)
returns table (id uuid, user_id uuid, week_of date, attempt integer, failure text)
language sql security definer
set search_path = ''
as $$
  with due as (
    select w.check_in, w.attempts, w.attempts >= 24 as is_given_up from private.check_ins_to_summarize w
    where w.due_at <= now() order by w.due_at limit claim_check_ins.max_rows
    for update skip locked
  ), given_up as (
    delete from private.check_ins_to_summarize w using due where w.check_in = due.check_in and due.is_given_up
  ), claimed as (
    update private.check_ins_to_summarize w
    set attempts = w.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(w.attempts, 6)
    from due where w.check_in = due.check_in and not due.is_given_up
  )
  select c.id, c.user_id, c.week_of, due.attempts + 1,
    case when due.is_given_up then format('the summary of check-in %s is given up after 24 attempts', c.id) end
  from due join public.weekly_checkins c on c.id = due.check_in
$$;

-- Notes for many founders: those that cannot be added wait behind the others of their batch.

alter table private.note_batches
  -- How often no note of a part could be added, why the last one could not, and when the part is tried again.
  add column attempts integer not null default 0,
  add column failure text,
  add column due_at timestamptz not null default now();

-- Adds a batch's note for some founders, logged under the admin's name. Accounts that no longer exist are left out.
create function private.insert_notes(batch private.note_batches, founders uuid[]) returns uuid[]
language sql
set search_path = ''
as $$
  with notes as (
    insert into public.notes (user_id, title, category, content)
    select p.id, batch.title, batch.category, batch.content from public.profiles p where p.id = any(founders)
    returning *
  ),
  -- As the trigger would: the function add-notes is no admin.
  logged as (
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, after)
    select batch.admin_id, n.user_id, 'notes', n.id, 'insert', private.truncate_values(to_jsonb(n))
    from notes n where auth.uid() is null and n.user_id <> batch.admin_id
  )
  select coalesce(array_agg(n.id), '{}') from notes n
$$;

-- As before, and: of a part that fails, the notes are added one by one, and those that fail again wait behind the others. A
-- part of which none can be added is tried again after a minute, doubled each time, and given up after five attempts.
create or replace function private.add_notes_of(batch private.note_batches) returns private.note_batches
language plpgsql
set search_path = ''
as $$
declare
  -- Less than half a second, so that no one waits for it: longer texts take longer.
  size integer := least(250, greatest(20, 250000 / (char_length(batch.content) + 500)));
  part uuid[] := batch.founders_left[1:size];
  added uuid[] := '{}';
  failed uuid[] := '{}';
  reason text;
  founder uuid;
begin
  begin
    added := private.insert_notes(batch, part);
  exception when others then
    foreach founder in array part loop
      begin
        added := added || private.insert_notes(batch, array[founder]);
      exception when others then
        failed := failed || founder;
        reason := format('no note for %s: %s', founder, sqlerrm);
      end;
    end loop;
  end;
  update private.note_batches b
  set notes = b.notes || added, failure = reason,
    founders_left = batch.founders_left[size + 1:] || case when stuck and b.attempts >= 4 then '{}' else failed end,
    attempts = case when stuck and b.attempts < 4 then b.attempts + 1 else 0 end,
    due_at = case when stuck then now() + interval '1 minute' * 2 ^ b.attempts else b.due_at end
  from (select failed <> '{}' and added = '{}' as stuck) part_of
  where b.id = batch.id
  returning b.* into batch;
  return batch;
end
$$;

drop function public.continue_notes();

-- Adds the next part of the oldest batch that has one and is due. `left_over`: for how many founders due batches have notes;
-- -1 when other callers add to every one. `failure`: why a note of the part could not be added.
create function public.continue_notes() returns table (left_over integer, failure text)
language plpgsql security definer
set search_path = ''
as $$
declare
  batch private.note_batches;
begin
  -- Nothing more in the name of a former admin.
  update private.note_batches b set founders_left = '{}'
  where b.founders_left <> '{}' and not private.is_admin_user(b.admin_id);
  select * into batch from private.note_batches b
  where b.founders_left <> '{}' and b.due_at <= now() order by b.created_at limit 1 for update skip locked;
  if found then
    batch := private.add_notes_of(batch);
  end if;
  select coalesce(sum(cardinality(b.founders_left)), 0) into left_over
  from private.note_batches b where b.due_at <= now();
  if batch.id is null and left_over > 0 then
    left_over := -1;
  end if;
  failure := batch.failure;
  return next;
end
$$;

revoke execute on function
  private.time_zone_or_utc(text), public.claim_week_mails(integer), public.claim_reply_mails(integer),
  public.claim_booking_mails(integer), public.claim_check_ins(integer),
  private.insert_notes(private.note_batches, uuid[]), public.continue_notes()
from public, anon, authenticated;
grant execute on function
  public.claim_week_mails(integer), public.claim_reply_mails(integer), public.claim_booking_mails(integer),
  public.claim_check_ins(integer), public.continue_notes()
to service_role;

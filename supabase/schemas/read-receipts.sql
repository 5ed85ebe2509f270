-- Read receipts, both ways: which of the squad's replies a founder has not read, and what the squad has.

revoke all on public.read_receipts from public, anon, authenticated, service_role;
grant select on public.read_receipts to authenticated, service_role;

-- Before its messages, of a founder whose data comes from elsewhere.
grant insert (user_id, founder_read_until) on public.read_receipts to service_role;

drop policy if exists "founders read their own receipt, admins read all" on public.read_receipts;
create policy "founders read their own receipt, admins read all" on public.read_receipts
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.read_receipts;
create policy "no second factor is due" on public.read_receipts
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service reads receipts" on public.read_receipts;
create policy "the service reads receipts" on public.read_receipts
  for select to service_role using (true);
drop policy if exists "the service adds receipts" on public.read_receipts;
create policy "the service adds receipts" on public.read_receipts
  for insert to service_role with check (true);

-- For conversations of the past: their replies count as read.
create or replace function private.fill_receipts() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.read_receipts (user_id, founder_read_until, squad_read_until)
  select c.user_id, c.answered_at, greatest(c.read_until, c.answered_at)
  from public.squad_conversations c
  where c.answered_at is not null or c.read_until is not null
  on conflict (user_id) do nothing
$$;

create or replace function private.replies_added() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- As an array, so that each receipt is looked up: a transition table has no statistics.
  founders uuid[] := array(
    select user_id from added where sender_type = 'squad' group by user_id order by user_id
  );
begin
  -- Most messages are founders'.
  if founders = '{}' then
    return null;
  end if;
  -- In a fixed order: two transactions with replies to the same founders would otherwise deadlock.
  insert into public.read_receipts (user_id) select unnest(founders) on conflict (user_id) do nothing;
  perform from public.read_receipts r where r.user_id = any(founders) order by r.user_id for update;
  -- A later statement than the lock: it sees what the founder has read by now.
  update public.read_receipts r
  set unread = r.unread + replies.unread,
    unread_since = least(r.unread_since, replies.unread_since),
    squad_read_until = greatest(r.squad_read_until, replies.newest)
  from (
    -- A comment says nothing of what the squad has read elsewhere, nor does a message to many founders.
    select a.user_id, max(a.created_at) filter (where a.about_id is null and not private.is_to_many(a.id)) as newest, count(*) filter (where is_unread) as unread,
      min(a.created_at) filter (where is_unread) as unread_since
    from unnest(founders) as founder
    cross join lateral (
      select receipt.founder_read_until from public.read_receipts receipt where receipt.user_id = founder limit 1
    ) receipt
    join added a on a.user_id = founder and a.sender_type = 'squad'
    cross join lateral (select a.created_at > coalesce(receipt.founder_read_until, '-infinity') as is_unread) as one
    group by a.user_id
  ) as replies
  where r.user_id = replies.user_id and r.user_id = any(founders);
  return null;
end
$$;

-- Moves a founder's `founder_read_until` forwards, and counts the replies after it again.
create or replace function private.refresh_receipt(founder uuid, until timestamptz) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  read_until timestamptz;
begin
  -- Locks before counting: a reply that is being added is counted by the second transaction.
  select greatest(r.founder_read_until, refresh_receipt.until) into read_until
  from public.read_receipts r where r.user_id = founder for update;
  update public.read_receipts r
  set founder_read_until = read_until, unread = replies.unread, unread_since = replies.unread_since,
    comments_read = replies.comments_read
  from (
    select count(*)::integer as unread, min(m.created_at) as unread_since, (
      select coalesce(jsonb_object_agg(o.key, o.value), '{}')
      from public.read_receipts own, jsonb_each(own.comments_read) o
      where own.user_id = founder and (o.value #>> '{}')::timestamptz > coalesce(read_until, '-infinity')
    ) as comments_read
    from private.unread_replies(founder, read_until) m
  ) as replies
  where r.user_id = founder
    -- Every open tab is notified of a change: one of nothing is not made.
    and (r.founder_read_until, r.unread, r.unread_since, r.comments_read)
      is distinct from (read_until, replies.unread, replies.unread_since, replies.comments_read);
end
$$;

-- Users cannot change or delete messages; the service can.
create or replace function private.replies_changed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.refresh_receipt(user_id, null)
  from (select user_id from old_rows group by user_id order by user_id) as founders;
  return null;
end
$$;

-- After the triggers of the conversations, by name: conversations are locked before receipts.
create or replace trigger replies_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.replies_added();
create or replace trigger replies_updated after update on public.squad_messages
  referencing old table as old_rows for each statement execute function private.replies_changed();
create or replace trigger replies_deleted after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.replies_changed();

-- The caller has read the squad's replies. `until` is the date of the newest message on the screen: later replies stay
-- unread.
create or replace function public.mark_replies_read(until timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  perform private.require_finite(until);
  perform private.refresh_receipt(auth.uid(), least(mark_replies_read.until, now()));
end
$$;

revoke execute on function
  private.fill_receipts(), private.replies_added(), private.refresh_receipt(uuid, timestamptz), private.replies_changed(),
  public.mark_replies_read(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.mark_replies_read(timestamptz) to authenticated;

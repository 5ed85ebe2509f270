-- Read receipts, both ways: which of the squad's replies a founder has not read, and whether the squad has read what the
-- founder wrote.

-- One row per founder, from the first reply or the first reading of the squad. Kept by triggers and functions alone.
create table public.read_receipts (
  user_id uuid primary key references auth.users on delete cascade,
  -- The newest reply that the founder has read.
  founder_read_until timestamptz,
  -- The squad's replies after that, and the first of them.
  unread integer not null default 0,
  unread_since timestamptz,
  -- The newest message that the squad has read. A reply has read all before it.
  squad_read_until timestamptz,
  constraint unread_has_a_first check ((unread = 0) = (unread_since is null))
);

alter table public.read_receipts enable row level security;
revoke all on public.read_receipts from public, anon, authenticated, service_role;
grant select on public.read_receipts to authenticated, service_role;
-- Before its messages, of a founder whose data comes from elsewhere.
grant insert (user_id, founder_read_until) on public.read_receipts to service_role;

create policy "founders read their own receipt, admins read all" on public.read_receipts
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "no second factor is due" on public.read_receipts
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service reads receipts" on public.read_receipts
  for select to service_role using (true);
create policy "the service adds receipts" on public.read_receipts
  for insert to service_role with check (true);

alter publication supabase_realtime add table public.read_receipts;

-- For conversations of the past: their replies count as read.
create function private.fill_receipts() returns void
language sql
set search_path = ''
as $$
  insert into public.read_receipts (user_id, founder_read_until, squad_read_until)
  select c.user_id, c.answered_at, greatest(c.read_until, c.answered_at)
  from public.squad_conversations c
  where c.answered_at is not null or c.read_until is not null
  on conflict (user_id) do nothing
$$;

select private.fill_receipts();

create function private.replies_added() returns trigger
language plpgsql security definer
set search_path = ''
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
    select a.user_id, max(a.created_at) as newest, count(*) filter (where is_unread) as unread,
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
create function private.refresh_receipt(founder uuid, until timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  read_until timestamptz;
begin
  -- Locks before counting: a reply that is being added is counted by the second transaction.
  select greatest(r.founder_read_until, refresh_receipt.until) into read_until
  from public.read_receipts r where r.user_id = founder for update;
  update public.read_receipts r
  set founder_read_until = read_until, unread = replies.unread, unread_since = replies.unread_since
  from (
    select count(*)::integer as unread, min(m.created_at) as unread_since from public.squad_messages m
    where m.user_id = founder and m.sender_type = 'squad' and m.created_at > coalesce(read_until, '-infinity')
  ) as replies
  where r.user_id = founder
    -- Every open tab is notified of a change: one of nothing is not made.
    and (r.founder_read_until, r.unread, r.unread_since)
      is distinct from (read_until, replies.unread, replies.unread_since);
end
$$;

-- Users cannot change or delete messages; the service can.
create function private.replies_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refresh_receipt(user_id, null)
  from (select user_id from old_rows group by user_id order by user_id) as founders;
  return null;
end
$$;

-- After the triggers of the conversations, by name: conversations are locked before receipts.
create trigger replies_added after insert on public.squad_messages
  referencing new table as added for each statement execute function private.replies_added();
create trigger replies_updated after update on public.squad_messages
  referencing old table as old_rows for each statement execute function private.replies_changed();
create trigger replies_deleted after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.replies_changed();

-- The caller has read the squad's replies. `until` is the date of the newest message on the screen: later replies stay
-- unread.
create function public.mark_replies_read(until timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  perform private.refresh_receipt(auth.uid(), least(mark_replies_read.until, now()));
end
$$;

-- As before, and: the founder learns that the squad has read the message. Who waits keeps waiting. Every open inbox is
-- notified of a change: one of nothing is not made.
create or replace function public.mark_conversation_read(founder uuid, until timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  conversation public.squad_conversations;
begin
  perform private.require_admin();
  -- Locks before counting: a message that is being added is counted by the second transaction.
  select * into conversation from public.squad_conversations o where o.user_id = founder for update;
  conversation.read_until := greatest(
    conversation.read_until, least(until, now(), conversation.last_message_at)
  );
  update public.squad_conversations o
  set read_until = conversation.read_until, unread = (
    select count(*) from public.squad_messages m
    where m.user_id = founder and m.sender_type = 'user'
      and m.created_at > greatest(conversation.read_until, coalesce(conversation.answered_at, '-infinity'))
  )
  where o.user_id = founder and o.read_until is distinct from conversation.read_until;
  insert into public.read_receipts as r (user_id, squad_read_until)
  select c.user_id, c.read_until from public.squad_conversations c where c.user_id = founder
  on conflict (user_id) do update set squad_read_until = excluded.squad_read_until
    where r.squad_read_until is null or r.squad_read_until < excluded.squad_read_until;
end
$$;

-- What the data export has besides lists: single values, as the caller's policies show them.
create function private.own_values() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.id = auth.uid()),
    'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = auth.uid()),
    'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = auth.uid()),
    'read_receipt', (select to_jsonb(r) - 'user_id' from public.read_receipts r where r.user_id = auth.uid())
  )
$$;

-- As before, with the single values in a function of their own.
create or replace function public.my_data(
  kind text default null, after_created_at timestamptz default null, after_id uuid default null
) returns jsonb
language plpgsql stable
set search_path = ''
set enable_sort = off
as $$
declare
  me uuid := auth.uid();
  lists constant text[] := private.own_lists();
  answer jsonb := '{}';
  more text[] := '{}';
  list text;
  page jsonb;
  is_cut boolean;
begin
  perform private.require_second_factor();
  if kind is null then
    answer := private.own_values();
  elsif kind <> all (lists) then
    raise exception using errcode = '22023', message = format('there is no list %s', kind);
  end if;
  foreach list in array case when kind is null then lists else array[kind] end loop
    execute format(
      $list$
        select
          coalesce(
            jsonb_agg(content order by created_at desc, id) filter (where bytes_before < 2000000 and place <= 500), '[]'
          ),
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

revoke execute on function
  private.replies_added(), private.refresh_receipt(uuid, timestamptz), private.replies_changed(), private.own_values(),
  private.fill_receipts(),
  public.mark_replies_read(timestamptz)
from public, anon, authenticated;
grant execute on function private.own_values(), public.mark_replies_read(timestamptz) to authenticated;

-- How many bytes an account stores, and how many a user writes in a day: rows are limited elsewhere, and a row may have
-- 32,000 characters.

create table private.account_storage (
  user_id uuid primary key references auth.users on delete cascade,
  -- The bytes of all rows of the account (private.row_bytes).
  stored bigint not null,
  -- The bytes that the user has written, into any account, in a day that began with the first of them.
  written bigint not null,
  day_ends_at timestamptz not null
) with (fillfactor = 50);

-- 100 MB: a founder who writes a page and reads ten answers of the co-founder on each day of a year stores 10 MB.
create function private.most_stored() returns bigint language sql immutable return 100000000;
-- 10 MB, as much as 20,000 goals.
create function private.most_written() returns bigint language sql immutable return 10000000;

-- Of a row, as JSON, with these columns of text: their bytes, and 100 for all others.
create function private.row_bytes(content jsonb, texts text[]) returns bigint
language plpgsql immutable
set search_path = ''
as $$
declare
  bytes bigint := 100;
  name text;
begin
  foreach name in array texts loop
    bytes := bytes + coalesce(octet_length(content ->> name), 0);
  end loop;
  return bytes;
end
$$;

-- 429 with `Retry-After`, or 413, as the limits of the tables API have them; nothing of the statement is stored.
create function private.refuse_bytes(status integer, code text, message text, hint text, headers jsonb default '{}')
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', code, 'message', message, 'details', null, 'hint', hint)::text,
    detail = jsonb_build_object('status', status, 'headers', headers)::text;
end
$$;

-- Counts what the accounts `owners` store more (or less, below 0) than before, and what the caller has written. One upsert
-- of one row, unless an admin writes for others. Refuses users who write more than a day allows, and those who fill their
-- own account: what admins and the service store for others is counted and never refused.
create function private.add_bytes(owners uuid[], bytes bigint[], written_now bigint) returns void
language plpgsql
set search_path = ''
as $$
declare
  writer uuid := auth.uid();
  account private.account_storage;
  wait text;
begin
  with counted as (
    insert into private.account_storage as a (user_id, stored, written, day_ends_at)
    select c.user_id, sum(c.stored), sum(c.written), now() + interval '1 day'
    from (
      select o.owner, o.bytes, 0 from unnest(owners, bytes) as o (owner, bytes) where o.bytes <> 0
      union all
      select writer, 0, written_now where writer is not null and written_now > 0
    ) as c (user_id, stored, written)
    -- In a fixed order: two transactions with rows of the same accounts would otherwise deadlock.
    group by c.user_id order by c.user_id
    on conflict (user_id) do update set
      stored = greatest(a.stored + excluded.stored, 0),
      -- A day that ends later than one that begins now was counted while the clock was ahead.
      written = excluded.written + case
        when a.day_ends_at > now() and a.day_ends_at <= excluded.day_ends_at + interval '1 minute' then a.written else 0
      end,
      day_ends_at = case
        when a.day_ends_at > now() and a.day_ends_at <= excluded.day_ends_at + interval '1 minute' then a.day_ends_at
        else excluded.day_ends_at
      end
    returning a.*
  )
  select * into account from counted where user_id = writer;
  if account.written > private.most_written() then
    wait := greatest(1, ceil(extract(epoch from account.day_ends_at - now())))::text;
    perform private.refuse_bytes(
      429, 'over_request_rate_limit', 'You have written as much as an account may write in a day',
      format('Try again in %s s.', wait), jsonb_build_object('Retry-After', wait)
    );
  end if;
  if account.stored > private.most_stored()
    and exists (select from unnest(owners, bytes) as o (owner, bytes) where o.owner = writer and o.bytes > 0) then
    perform private.refuse_bytes(
      413, '54000', 'This account is full: it stores 100 MB of text', 'Delete what is no longer needed.'
    );
  end if;
end
$$;

-- After a statement; its arguments are the columns of text.
create function private.count_bytes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owners uuid[];
  bytes bigint[];
  written bigint;
begin
  if tg_op = 'INSERT' then
    select array_agg(c.user_id), array_agg(c.bytes), sum(c.bytes) into owners, bytes, written from (
      select n.user_id, sum(private.row_bytes(to_jsonb(n), tg_argv)) as bytes from new_rows n group by n.user_id
    ) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c.user_id), array_agg(-c.bytes), 0 into owners, bytes, written from (
      select o.user_id, sum(private.row_bytes(to_jsonb(o), tg_argv)) as bytes from old_rows o
      -- Not when the account itself is being deleted.
      where o.user_id in (select u.id from auth.users u) group by o.user_id
    ) c;
  else
    select array_agg(c.user_id), array_agg(c.added), sum(c.written) into owners, bytes, written from (
      select r.user_id, sum(r.added) as added, sum(greatest(r.added, 0)) as written from (
        select n.user_id, private.row_bytes(to_jsonb(n), tg_argv) as added from new_rows n
        union all
        select o.user_id, -private.row_bytes(to_jsonb(o), tg_argv) from old_rows o
      ) r group by r.user_id
    ) c;
  end if;
  if owners is not null then
    perform private.add_bytes(owners, bytes, written);
  end if;
  return null;
end
$$;

-- Last, by name: accounts are locked after figures, conversations and receipts. Goals have none for updates: their texts
-- never change.
create trigger storage_after_insert after insert on public.goals
  referencing new table as new_rows for each statement execute function private.count_bytes('text');
create trigger storage_after_delete after delete on public.goals
  referencing old table as old_rows for each statement execute function private.count_bytes('text');

create trigger storage_after_insert after insert on public.traction_loops
  referencing new table as new_rows for each statement execute function private.count_bytes('name');
create trigger storage_after_update after update on public.traction_loops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_bytes('name');
create trigger storage_after_delete after delete on public.traction_loops
  referencing old table as old_rows for each statement execute function private.count_bytes('name');

create trigger storage_after_insert after insert on public.weekly_checkins
  referencing new table as new_rows
  for each statement execute function private.count_bytes('wins', 'blockers', 'next_priority', 'ai_summary');
create trigger storage_after_update after update on public.weekly_checkins
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_bytes('wins', 'blockers', 'next_priority', 'ai_summary');
create trigger storage_after_delete after delete on public.weekly_checkins
  referencing old table as old_rows
  for each statement execute function private.count_bytes('wins', 'blockers', 'next_priority', 'ai_summary');

create trigger storage_after_insert after insert on public.notes
  referencing new table as new_rows
  for each statement execute function private.count_bytes('title', 'category', 'content');
create trigger storage_after_update after update on public.notes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_bytes('title', 'category', 'content');
create trigger storage_after_delete after delete on public.notes
  referencing old table as old_rows
  for each statement execute function private.count_bytes('title', 'category', 'content');

create trigger storage_after_insert after insert on public.decisions
  referencing new table as new_rows for each statement
  execute function private.count_bytes('title', 'category', 'reason', 'result', 'expected', 'outcome');
create trigger storage_after_update after update on public.decisions
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.count_bytes('title', 'category', 'reason', 'result', 'expected', 'outcome');
create trigger storage_after_delete after delete on public.decisions
  referencing old table as old_rows for each statement
  execute function private.count_bytes('title', 'category', 'reason', 'result', 'expected', 'outcome');

create trigger storage_after_insert after insert on public.squad_messages
  referencing new table as new_rows for each statement execute function private.count_bytes('content', 'sender_name');
create trigger storage_after_update after update on public.squad_messages
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_bytes('content', 'sender_name');
create trigger storage_after_delete after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.count_bytes('content', 'sender_name');

create trigger storage_after_insert after insert on public.ai_conversations
  referencing new table as new_rows for each statement execute function private.count_bytes('content');
create trigger storage_after_update after update on public.ai_conversations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_bytes('content');
create trigger storage_after_delete after delete on public.ai_conversations
  referencing old table as old_rows for each statement execute function private.count_bytes('content');

create trigger storage_after_insert after insert on public.internal_notes
  referencing new table as new_rows for each statement execute function private.count_bytes('content');
create trigger storage_after_delete after delete on public.internal_notes
  referencing old table as old_rows for each statement execute function private.count_bytes('content');

-- Counts all rows again: those of the past, and of data that was written while the triggers were off.
create function private.fill_storage() returns void
language sql
set search_path = ''
as $$
  insert into private.account_storage as a (user_id, stored, written, day_ends_at)
  select r.user_id, sum(private.row_bytes(r.content, r.texts)), 0, now() from (
    select user_id, to_jsonb(t) as content, array['text'] as texts from public.goals t
    union all select user_id, to_jsonb(t), array['name'] from public.traction_loops t
    union all
    select user_id, to_jsonb(t), array['wins', 'blockers', 'next_priority', 'ai_summary'] from public.weekly_checkins t
    union all select user_id, to_jsonb(t), array['title', 'category', 'content'] from public.notes t
    union all
    select user_id, to_jsonb(t), array['title', 'category', 'reason', 'result', 'expected', 'outcome']
    from public.decisions t
    union all select user_id, to_jsonb(t), array['content', 'sender_name'] from public.squad_messages t
    union all select user_id, to_jsonb(t), array['content'] from public.ai_conversations t
    union all select user_id, to_jsonb(t), array['content'] from public.internal_notes t
  ) r group by r.user_id
  on conflict (user_id) do update set stored = excluded.stored
$$;

select private.fill_storage();

create or replace function private.complete_restored_data() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.fill_history();
  perform private.fill_waiting();
  perform private.fill_receipts();
  perform private.fill_figures();
  perform private.fill_conversion_points();
  perform private.fill_answer_times();
  perform private.fill_storage();
  insert into public.radar_thresholds default values on conflict (id) do nothing;
end
$$;

-- For admins: the bytes that an account stores, and how many it may.
create function public.founder_storage(founder uuid) returns table (stored bigint, allowed bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    coalesce((select a.stored from private.account_storage a where a.user_id = founder), 0), private.most_stored();
end
$$;

revoke execute on function
  private.most_stored(), private.most_written(), private.row_bytes(jsonb, text[]),
  private.refuse_bytes(integer, text, text, text, jsonb), private.add_bytes(uuid[], bigint[], bigint),
  private.count_bytes(), private.fill_storage(), public.founder_storage(uuid)
from public, anon, authenticated;
grant execute on function public.founder_storage(uuid) to authenticated;

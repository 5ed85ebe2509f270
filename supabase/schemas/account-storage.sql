-- How many bytes an account stores, and how many a user writes in a day: rows are limited elsewhere, and a row may have
-- 32,000 characters.

-- 100 MB: a founder who writes a page and reads ten answers of the co-founder on each day of a year stores 10 MB.
create or replace function private.most_stored() returns bigint language sql immutable return 100000000;

-- 10 MB, as much as 20,000 goals.
create or replace function private.most_written() returns bigint language sql immutable return 10000000;

-- The tables that count, and their columns of text.
create or replace function private.counted_texts() returns table (list text, texts text[])
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select t.list, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = format('public.%I', t.list)::regclass and a.atttypid = 'text'::regtype and a.attnum > 0
    order by a.attnum
  )
  from unnest(array[
    'goals', 'traction_loops', 'weekly_checkins', 'notes', 'decisions', 'squad_messages', 'ai_conversations',
    'internal_notes', 'runway_data', 'runway_proposals', 'own_notes'
  ]) as t (list)
$$;

-- Whether what was written in the day that ends then counts now. A day that ends later than one that begins now was counted
-- while the clock was ahead.
create or replace function private.is_day_on(day_ends_at timestamptz) returns boolean
language sql stable
return day_ends_at > now() and day_ends_at <= now() + interval '1 day 1 minute';

-- Bytes of a row, as JSON, with these columns of text: their bytes, and 100 for all others.
create or replace function private.row_bytes(content jsonb, texts text[]) returns bigint
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  bytes bigint := 100;
  name text;
begin
  -- A trigger without arguments has null.
  foreach name in array coalesce(texts, '{}') loop
    bytes := bytes + coalesce(octet_length(content ->> name), 0);
  end loop;
  return bytes;
end
$$;

-- Counts what the accounts `owners` store more (or less, below 0) than before, and what the caller has written. One upsert
-- of one row, unless an admin writes for others. In PL/pgSQL, which plans it once a session: SQL does at each call.
create or replace function private.add_bytes(owners uuid[], bytes bigint[], written_now bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.account_storage as a (user_id, stored, written, day_ends_at)
  select c.user_id, sum(c.stored), sum(c.written), now() + interval '1 day'
  from (
    select o.owner, o.bytes, 0 from unnest(owners, bytes) as o (owner, bytes) where o.bytes <> 0
    union all
    select auth.uid(), 0, written_now where auth.uid() is not null and written_now > 0
  ) as c (user_id, stored, written)
  -- In a fixed order: two transactions with rows of the same accounts would otherwise deadlock.
  group by c.user_id order by c.user_id
  on conflict (user_id) do update set
    stored = greatest(a.stored + excluded.stored, 0),
    written = excluded.written + case when private.is_day_on(a.day_ends_at) then a.written else 0 end,
    day_ends_at = case when private.is_day_on(a.day_ends_at) then a.day_ends_at else excluded.day_ends_at end;
end
$$;

-- After a statement; its arguments are the columns of text. An update writes its rows and their entries of the indexes again.
create or replace function private.count_bytes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
      -- Nothing is counted when the account itself is being deleted.
      where o.user_id in (select u.id from auth.users u) group by o.user_id
    ) c;
  else
    select array_agg(c.user_id), array_agg(c.added), sum(c.written) into owners, bytes, written from (
      select r.user_id, sum(r.added) as added, sum(r.added) filter (where r.added > 0) as written from (
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

-- Refuses users whose day is used up or whose account is full, before an insert, and before each row that an update does not
-- make smaller: what a statement has written stays on the disk when it is refused afterwards. So the last one that is not
-- refused may go beyond. 429 with `Retry-After`, or 413, as the limits of the tables API have them.
create or replace function private.refuse_bytes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  account private.account_storage;
  added bigint := 1;
  wait text;
begin
  select * into account from private.account_storage a where a.user_id = auth.uid();
  account.written := case when private.is_day_on(account.day_ends_at) then account.written end;
  if account.written >= private.most_written() or account.stored >= private.most_stored() then
    if tg_op = 'UPDATE' then
      added := private.row_bytes(to_jsonb(new), tg_argv) - private.row_bytes(to_jsonb(old), tg_argv);
    end if;
    if added >= 0 and account.written >= private.most_written() then
      wait := greatest(1, ceil(extract(epoch from account.day_ends_at - now())))::text;
      raise sqlstate 'PGRST' using
        message = jsonb_build_object(
          'code', 'over_request_rate_limit',
          'message', 'You have written as much as an account may write in a day',
          'details', null, 'hint', format('Try again in %s s.', wait)
        )::text,
        detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait))::text;
    elsif added > 0 and account.stored >= private.most_stored() and (tg_op = 'INSERT' or new.user_id = account.user_id) then
      raise sqlstate 'PGRST' using
        message = jsonb_build_object(
          'code', '54000', 'message', 'This account is full: it stores 100 MB of text',
          'details', null, 'hint', 'Delete what is no longer needed.'
        )::text,
        detail = jsonb_build_object('status', 413, 'headers', '{}'::jsonb)::text;
    end if;
  end if;
  return new;
end
$$;

-- Counts all rows again: those of the past, and of data that was written while the triggers were off.
create or replace function private.fill_storage() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  execute (
    select format(
      'insert into private.account_storage as a (user_id, stored, written, day_ends_at)
       select r.user_id, sum(r.bytes), 0, now() from (%s) r group by r.user_id
       on conflict (user_id) do update set stored = excluded.stored',
      string_agg(
        format('select user_id, private.row_bytes(to_jsonb(t), %L) as bytes from public.%I t', c.texts, c.list), ' union all '
      )
    )
    from private.counted_texts() c
  );
end
$$;

-- For admins: the bytes that an account stores, and how many it may.
create or replace function public.founder_storage(founder uuid) returns table (stored bigint, allowed bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query select
    coalesce((select a.stored from private.account_storage a where a.user_id = founder), 0), private.most_stored();
end
$$;

-- By name, `storage_after_…` come last: accounts are locked after figures, conversations and receipts.
do $$
declare
  list regclass;
  texts text;
begin
  for list, texts in
    select format('public.%I', c.list), (select string_agg(quote_literal(name), ', ') from unnest(c.texts) as name)
    from private.counted_texts() c
  loop
    execute format('create or replace trigger storage_before_insert before insert on %s
      for each statement execute function private.refuse_bytes(%s)', list, texts);
    execute format('create or replace trigger storage_before_update before update on %s
      for each row execute function private.refuse_bytes(%s)', list, texts);
    execute format('create or replace trigger storage_after_insert after insert on %s
      referencing new table as new_rows for each statement execute function private.count_bytes(%s)', list, texts);
    execute format('create or replace trigger storage_after_update after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.count_bytes(%s)', list, texts);
    execute format('create or replace trigger storage_after_delete after delete on %s
      referencing old table as old_rows for each statement execute function private.count_bytes(%s)', list, texts);
  end loop;
end
$$;

revoke execute on function
  private.most_stored(), private.most_written(), private.counted_texts(), private.is_day_on(timestamptz),
  private.row_bytes(jsonb, text[]), private.add_bytes(uuid[], bigint[], bigint), private.count_bytes(),
  private.refuse_bytes(), private.fill_storage(), public.founder_storage(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.founder_storage(uuid) to authenticated;

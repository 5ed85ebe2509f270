-- Trigger arguments: the columns of the primary key and the foreign keys. Without a query per row: deleting an
-- account sends a notification for each of its rows, within the time of one statement.
create or replace function realtime.notify_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  row_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_keys jsonb;
  new_keys jsonb;
  key text;
begin
  foreach key in array tg_argv loop
    if row_before is not null then
      old_keys := coalesce(old_keys, '{}') || jsonb_build_object(key, row_before -> key);
    end if;
    if row_after is not null then
      new_keys := coalesce(new_keys, '{}') || jsonb_build_object(key, row_after -> key);
    end if;
  end loop;
  perform pg_notify('realtime_changes', jsonb_build_object(
    'schema', tg_table_schema,
    'table', tg_table_name,
    'type', tg_op,
    'old', old_keys,
    'new', new_keys,
    'commit_timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text);
  return null;
end
$$;

-- Gives every published table its trigger; runs after each migration and each schema reload. Touches only tables
-- whose trigger is missing or has other keys: replacing a trigger locks its table.
create or replace function realtime.attach_triggers() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  published record;
begin
  -- Every node reloads at the same moment.
  perform pg_advisory_xact_lock(hashtext('realtime.attach_triggers'));
  for published in
    select wanted.name, wanted.keys
    from (
      select c.oid, c.oid::regclass as name,
        coalesce(array_agg(distinct a.attname::text) filter (where a.attname is not null), '{}') as keys
      from pg_catalog.pg_publication_tables p
      join pg_catalog.pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
      left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype in ('p', 'f')
      left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where p.pubname = 'supabase_realtime'
      group by c.oid
    ) as wanted
    where not exists (
      select from pg_catalog.pg_trigger t
      where t.tgrelid = wanted.oid and t.tgname = 'realtime_notify_change'
        -- Trigger arguments are stored as zero-terminated strings.
        and t.tgargs = coalesce((
          select string_agg(convert_to(key, 'UTF8') || '\x00'::bytea, ''::bytea order by position)
          from unnest(wanted.keys) with ordinality as argument (key, position)
        ), ''::bytea)
    )
  loop
    execute format('drop trigger if exists realtime_notify_change on %s', published.name);
    execute format(
      'create trigger realtime_notify_change after insert or update or delete on %s
         for each row execute function realtime.notify_change(%s)',
      published.name,
      (select string_agg(quote_literal(key), ', ') from unnest(published.keys) as key)
    );
  end loop;
end
$$;

-- The running server owns no table, so it attaches triggers through this function.
create or replace function server.attach_realtime_triggers() returns void
language sql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$ select realtime.attach_triggers() $$;

revoke execute on function server.attach_realtime_triggers() from public;

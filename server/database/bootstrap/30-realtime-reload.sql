-- A table that joins the publication while the server runs gets its trigger with the next schema reload. Only tables
-- whose trigger is missing or carries other keys are touched: replacing a trigger locks its table.
create or replace function realtime.attach() returns void
language plpgsql
set search_path = ''
as $$
declare
  published record;
begin
  -- Every node reloads at the same moment.
  perform pg_advisory_xact_lock(hashtext('realtime.attach'));
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
        -- Arguments are stored one after the other, each with a zero byte behind it.
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
create function server.attach_changes() returns void
language sql security definer
set search_path = ''
set lock_timeout = '5s'
as $$ select realtime.attach() $$;

revoke execute on function server.attach_changes() from public;

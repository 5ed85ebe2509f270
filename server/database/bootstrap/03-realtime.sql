-- Live changes: tables in the publication tell every server node, inside the writing transaction, which row changed.
-- Only keys travel (a notification over 8,000 bytes would abort the write); each node reads the row under the claims
-- of whoever listens.

create schema realtime;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Arguments of the trigger: the columns that make up the primary key and the foreign keys.
create function realtime.notify_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before jsonb := case when tg_op in ('UPDATE', 'DELETE') then to_jsonb(old) end;
  after jsonb := case when tg_op in ('INSERT', 'UPDATE') then to_jsonb(new) end;
begin
  perform pg_notify('realtime_changes', jsonb_build_object(
    'schema', tg_table_schema,
    'table', tg_table_name,
    'type', tg_op,
    'old', (select jsonb_object_agg(key, before -> key) from unnest(tg_argv) as key where before is not null),
    'new', (select jsonb_object_agg(key, after -> key) from unnest(tg_argv) as key where after is not null),
    'commit_timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text);
  return null;
end
$$;

-- Gives every published table its trigger, with the keys it has now; run after each migration.
create function realtime.attach() returns void
language plpgsql
set search_path = ''
as $$
declare
  published record;
begin
  for published in
    select c.oid::regclass as name, array_agg(distinct a.attname) filter (where a.attname is not null) as keys
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
    left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype in ('p', 'f')
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where p.pubname = 'supabase_realtime'
    group by c.oid
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

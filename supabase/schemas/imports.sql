-- Import of records from elsewhere, from a CSV file that the browser has parsed: previewed, added as a whole, undone within a day.

-- The tables to which an import of a kind adds rows, in the order in which undoing deletes them.
create or replace function private.import_tables(kind text) returns text[]
language sql immutable
return case kind
  when 'goals' then array['goals'] when 'decisions' then array['decisions'] when 'check-ins' then array['weekly_checkins']
  when 'loops' then array['traction_loops', 'traction_points']
end;

-- Founders import for themselves, admins for any founder. Loops are the admins' to change, and so to import (SPEC section 6).
create or replace function private.check_import(kind text, lines jsonb, founder uuid) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  if founder is distinct from auth.uid() or kind = 'loops' then
    perform private.require_admin();
  end if;
  if private.import_tables(kind) is null then
    raise exception using errcode = '22023', message = 'there is no such kind of import';
  end if;
  if jsonb_typeof(lines) is distinct from 'array' or octet_length(lines::text) > 2097152
    or jsonb_array_length(lines) not between 1 and 2000 then
    raise exception using errcode = '22023', message = 'an import has 1 to 2,000 lines, and 2 MB at most';
  end if;
  if not exists (select from public.profiles p where p.id = founder) then
    raise exception using errcode = 'P0002', message = 'there is no such founder';
  end if;
end
$$;

-- A row as it was stored, to know whether it was changed. Where a goal is in its list is no change of it. Its moments are written in
-- the session's time zone, which a request can choose: both callers set UTC.
create or replace function private.row_state(content jsonb) returns text
language sql immutable
return md5((content - 'position')::text);

-- Which of the lines would be skipped, because the founder has their record already (private.known_lines).
create or replace function public.preview_import(kind text, lines jsonb, founder uuid default auth.uid()) returns integer[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.check_import(kind, lines, founder);
  return array(select k.line from private.known_lines(preview_import.kind, lines, founder) k order by k.line);
end
$$;

-- Adds all lines, or none: those of records that the founder has already are skipped. `batch` is the caller's: the same one again
-- adds nothing. At most twenty imports for a founder in a day. An admin's is one entry of the audit.
-- An attempt costs as much when its last line is wrong, so twenty in an hour are counted, whatever becomes of them. What is wrong
-- with the lines is therefore returned as `refused`, an error as the API writes it: raised, it would undo the count.
create or replace function public.import_records(batch uuid, kind text, lines jsonb, founder uuid default auth.uid())
returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  stored private.imports;
  ids uuid[];
  list text;
  states jsonb;
  wait integer;
  limited text := 'There were twenty imports in a day already';
  code text;
  reason text;
  hint text;
  was_at_risk boolean;
begin
  perform private.check_import(kind, lines, founder);
  -- One at a time: two with the same records would both find none.
  perform pg_advisory_xact_lock(hashtextextended('imports ' || founder, 0));
  select * into stored from private.imports i where i.id = batch;
  if found then
    if (stored.user_id, stored.kind, stored.author_id) is distinct from (founder, kind, auth.uid()) then
      raise exception using errcode = '23505', message = 'this id is that of another import';
    elsif stored.undone_at is not null then
      raise exception using errcode = 'P0001', message = 'this import was undone';
    end if;
    return jsonb_build_object('added', stored.added, 'skipped', stored.skipped);
  end if;
  -- The triggers look at the caller's account.
  if (select a.stored from private.account_storage a where a.user_id = founder) >= private.most_stored() then
    raise exception using errcode = '54000', message = 'This account is full: it stores 100 MB of text';
  end if;
  select ceil(extract(epoch from i.created_at + interval '1 day' - now())) into wait
  from private.imports i where i.user_id = founder and i.created_at > now() - interval '1 day'
  order by i.created_at desc offset 19 limit 1;
  if not found then
    wait := public.consume_rate_limit('imports:' || founder, 20, 3600);
    limited := 'There were twenty attempts to import within an hour';
  end if;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'over_request_rate_limit', 'message', limited, 'details', null, 'hint', format('Try again in %s s.', wait)
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
  was_at_risk := exists (select from private.risks(array[founder]));
  begin
    -- One entry of the audit for all, and nothing is sent about the past (private.needs_summary).
    perform set_config('upswing.is_logged', 'yes', true);
    perform set_config('upswing.is_import', 'yes', true);
    ids := private.add_lines(kind, lines, founder);
  -- What the lines or the caller cause, a timeout as well. Anything else is a failure of the server, and raised.
  exception
    when data_exception or integrity_constraint_violation or raise_exception or program_limit_exceeded or query_canceled
      or sqlstate 'PGRST' then
      get stacked diagnostics code = returned_sqlstate, reason = message_text, hint = pg_exception_hint;
      return jsonb_build_object('refused', case
        when code = 'PGRST' then reason::jsonb
        else jsonb_build_object('code', code, 'message', reason, 'details', null, 'hint', nullif(hint, ''))
      end);
  end;
  if not was_at_risk then
    perform private.keep_risk_unannounced(founder);
  end if;
  perform set_config('upswing.is_logged', '', true);
  perform set_config('upswing.is_import', '', true);
  stored.records := '{}';
  foreach list in array private.import_tables(kind) loop
    execute format(
      'select jsonb_object_agg(t.id, private.row_state(to_jsonb(t))) from public.%I t where t.id = any ($1)', list
    ) into states using ids;
    stored.records := stored.records || coalesce(states, '{}');
    stored.added := (select count(*) from jsonb_object_keys(coalesce(states, '{}')));
  end loop;
  stored.skipped := jsonb_array_length(lines) - stored.added;
  insert into private.imports (id, user_id, author_id, kind, added, skipped, records)
  values (batch, founder, auth.uid(), kind, stored.added, stored.skipped, stored.records);
  if stored.added > 0 then
    perform private.log_import(batch, founder, 'insert', jsonb_build_object('kind', kind, 'records', stored.added));
  end if;
  return jsonb_build_object('added', stored.added, 'skipped', stored.skipped);
end
$$;

create or replace function private.log_import(batch uuid, founder uuid, action text, about jsonb) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  select auth.uid(), founder, 'imports', batch, log_import.action,
    case when log_import.action = 'delete' then about end, case when log_import.action = 'insert' then about end
  where founder <> auth.uid()
$$;

-- Founders undo what they imported themselves, any admin what an admin did for a founder; for a day.
create or replace function private.can_undo(import private.imports) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select import.undone_at is null and import.created_at > now() - interval '1 day' and case
    when import.user_id = auth.uid() then import.author_id = auth.uid()
    else private.is_admin() and import.author_id is distinct from import.user_id
  end
$$;

-- The imports for a founder that the caller can undo, newest first.
create or replace function public.recent_imports(founder uuid default auth.uid())
returns table (batch uuid, kind text, added integer, created_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  if recent_imports.founder is distinct from auth.uid() then
    perform private.require_admin();
  end if;
  return query
    select i.id, i.kind, i.added, i.created_at from private.imports i
    where i.user_id = recent_imports.founder and i.added > 0 and private.can_undo(i) order by i.created_at desc, i.id limit 20;
end
$$;

-- Deletes what an import added and nothing else. What somebody has changed since, has commented on or has linked another goal to
-- stays, and so does a loop to which another import has added points, with all of its points. Returns how many were removed, and how
-- many stay.
create or replace function public.undo_import(batch uuid) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  import private.imports;
  shared_loops uuid[];
  list text;
  records_in text;
  present integer;
  kept integer;
begin
  perform private.require_second_factor();
  select * into import from private.imports i where i.id = batch;
  if found then
    perform pg_advisory_xact_lock(hashtextextended('imports ' || import.user_id, 0));
    select * into import from private.imports i where i.id = batch for update;
  end if;
  if not found or not private.can_undo(import) then
    raise exception using errcode = 'P0002', message = 'there is no such import that can be undone';
  end if;
  -- What a line has become: a goal, a decision, a check-in or a point.
  records_in := format(
    'select count(*) from public.%I t where t.user_id = $1 and $2 ? t.id::text',
    (private.import_tables(import.kind))[cardinality(private.import_tables(import.kind))]
  );
  execute records_in into present using import.user_id, import.records;
  shared_loops := array(
    select p.loop_id
    from private.imports i cross join lateral jsonb_object_keys(i.records) as r (id)
    join public.traction_points p on p.id = r.id::uuid
    where import.kind = 'loops' and i.kind = 'loops' and i.user_id = import.user_id and i.id <> batch
  );
  perform set_config('upswing.is_logged', 'yes', true);
  foreach list in array private.import_tables(import.kind) loop
    -- The condition is on the row itself: one that is changed at this moment stays.
    execute format(
      'delete from public.%I t using jsonb_each_text($2) as r
       where t.id = r.key::uuid and t.user_id = $1 and private.row_state(to_jsonb(t)) = r.value
         and not $2 ? coalesce(to_jsonb(t) ->> ''loop_id'', '''') and t.id <> all ($3)
         and not exists (select from public.squad_messages m where m.user_id = $1 and m.about_id = t.id)
         and not exists (select from public.goals g where g.user_id = $1 and g.parent_id = t.id)', list
    ) using import.user_id, import.records, shared_loops;
  end loop;
  perform set_config('upswing.is_logged', '', true);
  execute records_in into kept using import.user_id, import.records;
  update private.imports i set undone_at = now(), records = '{}' where i.id = batch;
  perform private.log_import(
    batch, import.user_id, 'delete', jsonb_build_object('kind', import.kind, 'records', present - kept, 'kept', kept)
  );
  return jsonb_build_object('removed', present - kept, 'kept', kept);
end
$$;

-- The caller's part of the data export.
create or replace function private.own_imports() returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('kind', i.kind, 'added', i.added, 'created_at', i.created_at, 'undone_at', i.undone_at)
      order by i.created_at desc
    ), '[]'
  )
  from private.imports i where i.user_id = auth.uid()
$$;

revoke execute on function
  private.import_tables(text), private.check_import(text, jsonb, uuid), private.row_state(jsonb),
  public.preview_import(text, jsonb, uuid), public.import_records(uuid, text, jsonb, uuid),
  private.log_import(uuid, uuid, text, jsonb), private.can_undo(private.imports), public.recent_imports(uuid),
  public.undo_import(uuid), private.own_imports()
from public, anon, authenticated, service_role;
grant execute on function
  public.preview_import(text, jsonb, uuid), public.import_records(uuid, text, jsonb, uuid), public.recent_imports(uuid),
  public.undo_import(uuid), private.own_imports()
to authenticated;

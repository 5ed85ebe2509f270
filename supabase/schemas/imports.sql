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

create or replace function private.time_zone_of(founder uuid) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select private.time_zone_or_utc((select s.time_zone from public.mail_settings s where s.user_id = founder))
$$;

-- Noon of a day where the founder is, or now: no record is from the future. A line without a day is of now. Lines of one day keep
-- their order: lists have the newest first.
create or replace function private.import_moment(day date, zone text, line bigint) returns timestamptz
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select least(now(), (day + time '12:00') at time zone zone) - line * interval '1 millisecond'
$$;

-- The lines (from 1) whose record the founder has already, or that repeat a line above. A goal is known by its text, period and
-- day, a decision by its title and day (by no day where the line has none), a check-in by its week. A loop is known by its name: the
-- days from its first point on are known, since what it was is recorded then. The subqueries are hashed: a join by lines read all
-- records for each.
create or replace function private.known_lines(kind text, lines jsonb, founder uuid) returns table (line integer)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  zone text := private.time_zone_of(founder);
begin
  case kind
  when 'goals' then
    return query
      with given as (
        select l.line::integer, lower(private.one_line(l.text)) as text, l.period, coalesce(l.created_on, l.completed_on) as day
        from rows from (jsonb_to_recordset(lines) as (text text, period text, created_on date, completed_on date))
          with ordinality as l (text, period, created_on, completed_on, line)
      )
      select o.line from (
        select g.*, row_number() over (partition by g.text, g.period, g.day order by g.line) as place from given g
      ) o
      where o.place > 1
        or o.day is null and (o.text, o.period) in (
          select lower(btrim(s.text)), s.period from public.goals s where s.user_id = founder
        )
        or (o.text, o.period, o.day) in (
          select lower(btrim(s.text)), s.period, (s.created_at at time zone zone)::date from public.goals s
          where s.user_id = founder
        );
  when 'decisions' then
    return query
      with given as (
        select l.line::integer, lower(private.one_line(l.title)) as title, l.decided_on as day
        from rows from (jsonb_to_recordset(lines) as (title text, decided_on date)) with ordinality as l (title, decided_on, line)
      )
      select o.line from (
        select g.*, row_number() over (partition by g.title, g.day order by g.line) as place from given g
      ) o
      where o.place > 1
        or o.day is null and o.title in (select lower(btrim(s.title)) from public.decisions s where s.user_id = founder)
        or (o.title, o.day) in (
          select lower(btrim(s.title)), (s.created_at at time zone zone)::date from public.decisions s where s.user_id = founder
        );
  when 'check-ins' then
    return query
      select o.line::integer from (
        select l.*, row_number() over (partition by l.week_of order by l.line) as place
        from rows from (jsonb_to_recordset(lines) as (week_of date)) with ordinality as l (week_of, line)
      ) o
      where o.place > 1
        or o.week_of in (select s.week_of from public.weekly_checkins s where s.user_id = founder);
  when 'loops' then
    -- A sum of gains begins at zero. The loop that is here did not end there.
    if exists (
      select from jsonb_to_recordset(lines) as l (loop text, is_from_zero boolean)
      join public.traction_loops s on s.user_id = founder and lower(btrim(s.name)) = lower(private.one_line(l.loop))
      where l.is_from_zero
    ) then
      raise exception using
        errcode = 'P0001', message = 'the history of a loop that is here takes totals, not gains', hint = 'totals_needed';
    end if;
    return query
      with given as (
        select l.line, lower(private.one_line(l.loop)) as name, l.day
        from rows from (jsonb_to_recordset(lines) as (loop text, day date)) with ordinality as l (loop, day, line)
      )
      select o.line::integer from (
        select g.*, row_number() over (partition by g.name, g.day order by g.line) as place from given g
      ) o
      where o.place > 1 or exists (
        select from public.traction_loops s join public.traction_points p on p.loop_id = s.id
        where s.user_id = founder and lower(btrim(s.name)) = o.name and p.day <= o.day
      );
  end case;
end
$$;

-- Adds the lines that are not known, and returns the ids of the rows.
create or replace function private.add_lines(kind text, lines jsonb, founder uuid) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  zone text := private.time_zone_of(founder);
  -- The day that is furthest ahead, at UTC+14.
  today date := (now() at time zone 'utc' + interval '14 hours')::date;
  known integer[] := array(select k.line from private.known_lines(kind, lines, founder) k);
  added uuid[];
  others uuid[];
begin
  if exists (
    select from jsonb_to_recordset(lines) as l (
      created_on date, completed_on date, decided_on date, reviewed_on date, week_of date, day date
    )
    cross join lateral unnest(array[l.created_on, l.completed_on, l.decided_on, l.reviewed_on, l.week_of, l.day]) as given
    where given not between '2000-01-01' and today
  ) then
    raise exception using errcode = '22008', message = 'a day of an import is after 1999 and not in the future';
  end if;
  if kind = 'goals' and exists (
    select from jsonb_to_recordset(lines) as l (created_on date, completed_on date) where l.completed_on < l.created_on
  ) then
    raise exception using errcode = '22008', message = 'a goal is completed on the day it was created, or later';
  end if;
  if kind = 'decisions' and exists (
    select from jsonb_to_recordset(lines) as l (decided_on date, reviewed_on date) where l.reviewed_on < l.decided_on
  ) then
    raise exception using errcode = '22008', message = 'a decision is reviewed on the day it was made, or later';
  end if;
  case kind
  when 'goals' then
    with given as materialized (
      select gen_random_uuid() as id, l.*
      from rows from (
        jsonb_to_recordset(lines) as (
          text text, period text, completed boolean, created_on date, completed_on date, target numeric, progress numeric, unit text
        )
      ) with ordinality as l (text, period, completed, created_on, completed_on, target, progress, unit, line)
      where l.line <> all (known)
    ),
    stored as (
      insert into public.goals (id, user_id, text, period, completed, created_at, completed_at, target, progress, unit)
      select g.id, founder, g.text, g.period, coalesce(g.completed, false),
        private.import_moment(coalesce(g.created_on, g.completed_on), zone, g.line),
        case when g.completed then private.import_moment(g.completed_on, zone, g.line) end, g.target, g.progress, g.unit
      from given g
      returning goals.id
    )
    select array_agg(s.id), array_agg(s.id) filter (where g.completed and g.completed_on is null) into added, others
    from stored s join given g on g.id = s.id;
    -- When these were done is not known.
    update public.goals g set completed_at = null where g.id = any (others);
  when 'decisions' then
    with stored as (
      insert into public.decisions (
        user_id, title, reason, category, expected, review_on, outcome, was_right, reviewed_at, created_at
      )
      select founder, l.title, l.reason, coalesce(l.category, 'General'), coalesce(l.expected, ''), l.review_on,
        coalesce(l.outcome, ''), l.was_right,
        case when l.was_right is not null then private.import_moment(
          coalesce(l.reviewed_on, case when l.review_on <= today then l.review_on end, l.decided_on), zone, l.line
        ) end,
        private.import_moment(coalesce(l.decided_on, l.reviewed_on), zone, l.line)
      from rows from (
        jsonb_to_recordset(lines) as (
          title text, reason text, category text, expected text, decided_on date, review_on date, reviewed_on date, outcome text,
          was_right text
        )
      ) with ordinality
        as l (title, reason, category, expected, decided_on, review_on, reviewed_on, outcome, was_right, line)
      where l.line <> all (known)
      returning decisions.id
    )
    select array_agg(s.id) into added from stored s;
  when 'check-ins' then
    with stored as (
      insert into public.weekly_checkins (
        user_id, week_of, mood, wins, blockers, next_priority, priority_outcome, created_at
      )
      select founder, l.week_of, coalesce(l.mood, 3), l.wins, coalesce(l.blockers, ''), l.next_priority, l.priority_outcome,
        private.import_moment(l.week_of + 6, zone, 0)
      from rows from (
        jsonb_to_recordset(lines) as (
          week_of date, mood integer, wins text, blockers text, next_priority text, priority_outcome text
        )
      ) with ordinality as l (week_of, mood, wins, blockers, next_priority, priority_outcome, line)
      where l.line <> all (known)
      returning weekly_checkins.id
    )
    select array_agg(s.id) into added from stored s;
  when 'loops' then
    with given as (
      select l.*, lower(private.one_line(l.loop)) as name
      from rows from (
        jsonb_to_recordset(lines) as (
          loop text, day date, status text, conversions integer, demos integer, messages integer, is_from_zero boolean
        )
      ) with ordinality as l (loop, day, status, conversions, demos, messages, is_from_zero, line)
      where l.line <> all (known)
    ),
    newest as (
      select distinct on (g.name) g.*, min(g.day) over (partition by g.name) as first_day from given g
      where not exists (
        select from public.traction_loops s where s.user_id = founder and lower(btrim(s.name)) = g.name
      )
      order by g.name, g.day desc
    ),
    stored as (
      insert into public.traction_loops (user_id, name, status, conversions, demos, messages, created_at)
      select founder, n.loop, coalesce(n.status, 'running'), coalesce(n.conversions, 0), coalesce(n.demos, 0), coalesce(n.messages, 0),
        -- A loop that began with its history gains from zero; what another had by then was not gained on that day
        -- (private.loop_starts).
        case when n.is_from_zero then private.import_moment(n.first_day, zone, 0) else now() end
      from newest n
      returning traction_loops.id
    )
    select array_agg(s.id) into others from stored s;
    if cardinality(others) > 50 then
      raise exception using errcode = '22023', message = 'an import adds 50 loops at most';
    end if;
    with stored as (
      insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
      select founder, s.id, l.day, coalesce(l.status, 'running'), coalesce(l.conversions, 0), coalesce(l.demos, 0), coalesce(l.messages, 0)
      from rows from (
        jsonb_to_recordset(lines) as (loop text, day date, status text, conversions integer, demos integer, messages integer)
      ) with ordinality as l (loop, day, status, conversions, demos, messages, line)
      cross join lateral (
        select t.id from public.traction_loops t
        where t.user_id = founder and lower(btrim(t.name)) = lower(private.one_line(l.loop)) order by t.created_at, t.id limit 1
      ) s
      where l.line <> all (known)
      -- A new loop has the point of today.
      on conflict (loop_id, day) do update
      set status = excluded.status, conversions = excluded.conversions, demos = excluded.demos, messages = excluded.messages
      returning traction_points.id, status, conversions, demos, messages
    )
    select others || array_agg(s.id) into added from stored s
    -- As a loop itself is checked.
    having bool_and(s.status in ('running', 'paused', 'scaling') and least(s.conversions, s.demos, s.messages) >= 0);
    if added is null and cardinality(known) < jsonb_array_length(lines) then
      raise exception using errcode = '23514', message = 'a count is not below zero, and a loop is running, paused or scaling';
    end if;
  end case;
  return coalesce(added, '{}');
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
  private.import_tables(text), private.check_import(text, jsonb, uuid), private.time_zone_of(uuid),
  private.import_moment(date, text, bigint), private.known_lines(text, jsonb, uuid), private.add_lines(text, jsonb, uuid),
  private.row_state(jsonb), public.preview_import(text, jsonb, uuid),
  public.import_records(uuid, text, jsonb, uuid), private.log_import(uuid, uuid, text, jsonb),
  private.can_undo(private.imports), public.recent_imports(uuid), public.undo_import(uuid), private.own_imports()
from public, anon, authenticated, service_role;
grant execute on function
  public.preview_import(text, jsonb, uuid), public.import_records(uuid, text, jsonb, uuid), public.recent_imports(uuid),
  public.undo_import(uuid), private.own_imports()
to authenticated;

-- The lines of an import: which of them the founder has already, and the rows that the others become.

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

revoke execute on function
  private.time_zone_of(uuid), private.import_moment(date, text, bigint), private.known_lines(text, jsonb, uuid),
  private.add_lines(text, jsonb, uuid)
from public, anon, authenticated, service_role;

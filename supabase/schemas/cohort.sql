-- The cohort: all founders as a table that admins sort and filter by what their records say, page by page.

-- Computes the points of some founders, whose figures the caller has locked, from all points of their loops: what
-- private.loop_gain says of each day, in one pass.
create or replace function private.refresh_conversion_points(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from private.conversion_points c where c.user_id = any(founders);
  insert into private.conversion_points (user_id, day, added, demos, messages)
  select user_id, day, sum(added), sum(demos), sum(messages) from (
    select p.user_id, p.day, p.conversions::bigint - coalesce(lag(p.conversions) over earlier, s.conversions) as added,
      p.demos::bigint - coalesce(lag(p.demos) over earlier, s.demos) as demos,
      p.messages::bigint - coalesce(lag(p.messages) over earlier, s.messages) as messages
    from public.traction_points p join private.loop_starts s on s.loop_id = p.loop_id where p.user_id = any(founders)
    window earlier as (partition by p.loop_id order by p.day)
  ) a
  -- While an account is deleted, its loops are deleted one by one.
  where exists (select from auth.users u where u.id = a.user_id)
  group by user_id, day;
$$;

-- The last day of a founder is computed alone, as it is the one that changes.
create or replace function private.keep_conversion_points() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  founders uuid[];
  is_past boolean := tg_op = 'DELETE';
begin
  if tg_op = 'DELETE' then
    founders := array(select distinct user_id from old_rows);
  else
    founders := array(select distinct user_id from new_rows);
    is_past := exists (
      select from new_rows n
      where exists (select from public.traction_points p where p.loop_id = n.loop_id and p.day > n.day)
    );
  end if;
  -- In a fixed order, as in refresh_figures.
  perform from public.founder_figures f where f.user_id = any(founders) order by f.user_id for update;
  if is_past then
    perform private.refresh_conversion_points(founders);
  else
    insert into private.conversion_points (user_id, day, added, demos, messages)
    select n.user_id, n.day, coalesce(a.conversions, 0), coalesce(a.demos, 0), coalesce(a.messages, 0)
    from (select distinct user_id, day from new_rows) n
    left join lateral private.counts_added(n.user_id, n.day, n.day) a on true
    on conflict (user_id, day) do update
    set added = excluded.added, demos = excluded.demos, messages = excluded.messages;
  end if;
  return null;
end
$$;

-- What a founder gained in the last seven days; null where no count is known from before and nothing was gained since.
create or replace function private.conversions_lately(founder uuid, today date) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    nullif((
      select sum(c.added) from private.conversion_points c
      where c.user_id = conversions_lately.founder and c.day > conversions_lately.today - 7
    ), 0),
    (
      select 0 from private.conversion_points c
      where c.user_id = conversions_lately.founder and c.day <= conversions_lately.today - 7 order by c.day desc limit 1
    )
  )::bigint
$$;

create or replace trigger conversions_after_insert after insert on public.traction_points
  referencing new table as new_rows for each statement execute function private.keep_conversion_points();
create or replace trigger conversions_after_update after update on public.traction_points
  referencing new table as new_rows for each statement execute function private.keep_conversion_points();
create or replace trigger conversions_after_delete after delete on public.traction_points
  referencing old table as old_rows for each statement execute function private.keep_conversion_points();

-- Adds the rows that are missing: those of the past, and of data that was written while the triggers were off.
create or replace function private.fill_conversion_points() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.refresh_conversion_points(array(
    select distinct p.user_id from public.traction_points p
    where not exists (select from private.conversion_points c where c.user_id = p.user_id)
  ))
$$;

-- The values of each filter of the cohort.
create or replace function private.cohort_filters() returns jsonb
language sql immutable
return '{
  "check_in": ["this_week", "last_week", "older", "never"],
  "mood": ["high", "middle", "low", "fell"],
  "goals": ["open", "none", "overdue"],
  "conversions": ["growing", "still", "falling"],
  "runway": ["short", "year", "long", "unknown", "proposed"],
  "message": ["waiting", "recent", "quiet", "none"],
  "risk": [
    "any", "none", "runway_short", "message_waiting", "mood_fell", "mood_low", "no_check_in", "not_seen",
    "runway_shrinks", "loops_still", "goals_overdue"
  ]
}'::jsonb;

-- Rejects an order or a filter that match_cohort does not have.
create or replace function private.check_cohort(filters jsonb, sort text) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  uuid constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  if sort <> all (array[
    'name', 'joined', 'check_in', 'mood', 'goals', 'conversions', 'change', 'runway', 'message', 'risk', 'owner'
  ]) or exists (
    select from jsonb_each_text(filters) where not case key
      when 'label' then coalesce(value ~* uuid, true)
      when 'owner' then coalesce(value in ('mine', 'none') or value ~* uuid, true)
      else coalesce(private.cohort_filters() -> key ? value, false)
    end
  ) then
    raise exception using errcode = '22023', message = 'there is no such order or filter';
  end if;
end
$$;

-- The founders whose names have every word of `search` and who pass each of `filters` (names and values of
-- private.cohort_filters, the id of a `label`, and an `owner`: mine, none or an admin's id), with their places in an order.
-- Admins are no founders. Founders without a value come last in both directions. Days and weeks are UTC's. Planned for its
-- values: what no filter and no order needs is not computed.
create or replace function private.match_cohort(search text, filters jsonb, sort text, descending boolean)
returns table (founder uuid, place bigint)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  today date := (now() at time zone 'utc')::date;
  monday date := date_trunc('week', now() at time zone 'utc')::date;
  words tsquery := private.name_query(search);
  needs_change boolean := sort = 'change' or filters ? 'conversions';
  labelled uuid := filters ->> 'label';
  owned uuid := case filters ->> 'owner' when 'mine' then auth.uid() when 'none' then null else (filters ->> 'owner')::uuid end;
  needs_risks boolean := sort = 'risk' or filters ? 'risk';
begin
  perform private.check_cohort(filters, sort);
  return query
    with owners as (
      select r.user_id, row_number() over (order by lower(private.name_of(r.user_id)), r.user_id) as place
      from public.user_roles r where sort = 'owner' and r.role = 'admin'
    ),
    measured as (
      select f.*, p.first_name || ' ' || p.last_name as name, p.created_at, c.last_message_at, c.waiting_since,
        case when needs_change then private.conversions_lately(f.user_id, today) end as change, r.codes, r.severity,
        o.place as owner_place
      from public.founder_figures f
      join public.profiles p on p.id = f.user_id
      left join public.squad_conversations c on c.user_id = f.user_id
      left join (select * from private.risks() where needs_risks) r on r.founder = f.user_id
      left join public.founder_owners w on w.user_id = f.user_id
      left join owners o on o.user_id = w.owner
      where (words is null or private.name_parts(p.first_name, p.last_name) @@ words)
        and (labelled is null or exists (
          select from public.labelled_founders l where l.label = labelled and l.user_id = f.user_id
        ))
        and case filters ->> 'owner' when 'none' then w.owner is null else owned is null or w.owner = owned end
        and not exists (select from public.user_roles a where a.user_id = f.user_id and a.role = 'admin')
    ),
    matches as (
      select m.user_id, case when sort = 'name' then lower(m.name) else m.name end as name, case sort
        when 'joined' then date_part('epoch', m.created_at)
        when 'check_in' then m.last_check_in - date '2000-01-01'
        when 'mood' then m.mood
        when 'goals' then m.goals_completed
        when 'conversions' then m.conversions
        when 'change' then m.change
        when 'runway' then m.runway_months
        when 'message' then date_part('epoch', m.last_message_at)
        when 'risk' then m.severity
        when 'owner' then m.owner_place
      end as value
      from measured m
      where case filters ->> 'check_in'
          when 'this_week' then m.last_check_in >= monday
          when 'last_week' then m.last_check_in = monday - 7
          when 'older' then m.last_check_in < monday - 7
          when 'never' then m.last_check_in is null
          else true
        end
        and case filters ->> 'mood'
          when 'high' then m.mood >= 4
          when 'middle' then m.mood = 3
          when 'low' then m.mood <= 2
          when 'fell' then m.mood < m.mood_before
          else true
        end
        and case filters ->> 'goals'
          when 'open' then m.goals_open > 0
          when 'none' then m.goals_open = 0
          when 'overdue' then m.goals_due < today
          else true
        end
        and case filters ->> 'conversions'
          when 'growing' then m.change > 0
          when 'still' then m.change = 0
          when 'falling' then m.change < 0
          else true
        end
        and case filters ->> 'runway'
          when 'short' then m.runway_months < 6
          when 'year' then m.runway_months >= 6 and m.runway_months < 12
          when 'long' then m.runway_months >= 12
          when 'unknown' then m.runway_months is null
          when 'proposed' then exists (
            select from public.runway_proposals o where o.user_id = m.user_id and o.answer is null
          )
          else true
        end
        and case filters ->> 'message'
          when 'waiting' then m.waiting_since is not null
          when 'recent' then m.last_message_at > now() - interval '7 days'
          when 'quiet' then m.last_message_at <= now() - interval '14 days'
          when 'none' then m.last_message_at is null
          else true
        end
        and case filters ->> 'risk'
          when 'any' then m.codes is not null
          when 'none' then m.codes is null
          else filters ->> 'risk' is null or m.codes @> array[filters ->> 'risk']
        end
    )
    -- Founders without a name come last.
    select m.user_id, row_number() over (
      order by case when sort = 'name' then m.name = ' ' end,
        case when descending then -m.value else m.value end nulls last,
        case when sort = 'name' and descending then m.name end desc,
        m.name, m.user_id
    )
    from matches m;
end
$$;

-- A page of the cohort: `page_size` founders with their figures after the first `skip` ones; `total` counts all.
create or replace function public.find_cohort(
  search text default '', filters jsonb default '{}', sort text default 'joined', descending boolean default true,
  page_size integer default 50, skip integer default 0
) returns table (
  id uuid, first_name text, last_name text, email text, created_at timestamptz, last_check_in date, mood integer,
  -- Moods of the last twelve weeks, the present one last; null for a week without a check-in.
  moods integer[],
  goals_open integer, goals_completed integer, conversions bigint,
  -- In the last seven days; null where nothing is known.
  conversions_change bigint,
  runway_months numeric,
  -- Figures that wait to be recorded.
  has_proposal boolean,
  last_message_at timestamptz, waiting_since timestamptz,
  -- The reasons of the radar, the most pressing first; also while the founder is snoozed.
  risks jsonb,
  -- Their ids, in the order of their names.
  labels uuid[],
  -- Name of the admin who looks after the founder.
  owner text,
  total bigint
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  today date := (now() at time zone 'utc')::date;
  monday date := date_trunc('week', now() at time zone 'utc')::date;
  first bigint := greatest(skip, 0);
  page uuid[];
  matching bigint;
begin
  perform private.require_admin();
  select count(*), coalesce(
    array_agg(m.founder order by m.place)
      filter (where m.place > first and m.place <= first + least(greatest(page_size, 1), 200)),
    '{}'
  ) into matching, page
  from private.match_cohort(search, filters, sort, descending) m;
  return query
    select f.user_id, p.first_name, p.last_name,
      (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = ''),
      p.created_at, f.last_check_in, f.mood, w.moods, f.goals_open, f.goals_completed, f.conversions,
      private.conversions_lately(f.user_id, today), f.runway_months,
      exists (select from public.runway_proposals o where o.user_id = listed.founder and o.answer is null), c.last_message_at, c.waiting_since,
      coalesce(r.reasons, '[]'), array(
        select l.label from public.labelled_founders l join public.founder_labels n on n.id = l.label
        where l.user_id = listed.founder order by lower(n.name)
      ), private.owner_name(listed.founder), matching
    from unnest(page) with ordinality as listed (founder, place)
    join public.founder_figures f on f.user_id = listed.founder
    -- One lookup per row: a page is short, and there may be very many founders.
    cross join lateral (select * from public.profiles o where o.id = listed.founder limit 1) p
    left join lateral (select * from public.squad_conversations o where o.user_id = listed.founder limit 1) c on true
    cross join lateral (
      select array_agg(i.mood order by ago desc) as moods
      from generate_series(0, 11) as weeks (ago)
      left join public.weekly_checkins i on i.user_id = listed.founder and i.week_of = monday - 7 * ago
    ) w
    left join (select o.founder, private.reasons(o) as reasons from private.risks(page) o) r on r.founder = listed.founder
    order by listed.place;
end
$$;

-- The ids of all founders that match, in no order, for what is done to many at once; the first 10,000.
create or replace function public.cohort_ids(search text default '', filters jsonb default '{}') returns uuid[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return array(select m.founder from private.match_cohort(search, filters, 'joined', true) m order by m.place limit 10000);
end
$$;

-- Logs that the caller takes the records of so many founders out of the product.
create or replace function public.log_export(founders integer, columns text[]) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  if founders < 0 or cardinality(columns) > 20 or char_length(array_to_string(columns, '')) > 500 then
    raise exception using errcode = '22023', message = 'a table has 20 columns at most';
  end if;
  insert into public.admin_audit (admin_id, table_name, row_id, action, after)
  values (
    auth.uid(), 'founder_figures', gen_random_uuid(), 'export',
    jsonb_build_object('founders', founders, 'columns', columns)
  );
end
$$;

revoke execute on function
  private.refresh_conversion_points(uuid[]), private.keep_conversion_points(), private.fill_conversion_points(),
  private.conversions_lately(uuid, date), private.cohort_filters(), private.check_cohort(jsonb, text), private.match_cohort(text, jsonb, text, boolean),
  public.find_cohort(text, jsonb, text, boolean, integer, integer), public.cohort_ids(text, jsonb),
  public.log_export(integer, text[])
from public, anon, authenticated, service_role;
grant execute on function
  public.find_cohort(text, jsonb, text, boolean, integer, integer), public.cohort_ids(text, jsonb),
  public.log_export(integer, text[])
to authenticated;

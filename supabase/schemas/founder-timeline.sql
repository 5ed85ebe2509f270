-- What happened with a founder, as one list for the founder's page; under the policies of the caller.

-- A page of the timeline, newest first, after the entry (`after_at`, `after_id`). Upcoming calls come first. `kinds`: only
-- these; null: all. A goal and a decision have two entries each: when they were added, and when they were done or
-- reviewed. Traction has one for each week with a change, on its last day with one. Planned for its values: a kind that is
-- not asked for is not read. Below policies a kind seems to have few rows, and all of them would be read and sorted: they are
-- read in the order of their index instead. A plan that seems expensive for it is not worth compiling.
create or replace function public.founder_timeline(
  founder uuid, kinds text[] default null, page_size integer default 50,
  after_at timestamptz default null, after_id uuid default null
) returns table (id uuid, kind text, event text, at timestamptz, record jsonb)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
set enable_sort = off
set jit = off
as $$
declare
  known constant text[] := array['check-in', 'goal', 'decision', 'note', 'internal-note', 'call', 'message', 'traction'];
  before timestamptz := coalesce(after_at, 'infinity');
  rows integer := least(greatest(page_size, 1), 200);
  -- A week that the page before ended in is looked at again.
  weeks_before date := case when after_at is null then 'infinity'
    else date_trunc('week', after_at at time zone 'utc') + interval '7 days' end;
begin
  if not kinds <@ known then
    raise exception using errcode = '22023', message = 'no such kind of entry';
  elsif not isfinite(after_at) then
    raise exception using errcode = '22008', message = 'a moment is a date and a time, not infinity';
  end if;
  kinds := coalesce(kinds, known);
  return query
    with recursive weeks as (
      (
        -- At noon, which is on that day almost everywhere.
        select 1 as place, p.id, (p.day + time '12:00') at time zone 'utc' as at,
          date_trunc('week', p.day::timestamp)::date as monday
        from public.traction_points p
        where 'traction' = any (kinds) and p.user_id = founder and p.day < weeks_before
        order by p.day desc, p.id limit 1
      )
      union all
      select w.place + 1, n.id, (n.day + time '12:00') at time zone 'utc', date_trunc('week', n.day::timestamp)::date
      from weeks w
      cross join lateral (
        select p.id, p.day from public.traction_points p
        where p.user_id = founder and p.day < w.monday
        order by p.day desc, p.id limit 1
      ) n
      where w.place <= rows
    ),
    page as materialized (
      select e.* from (
        (
          select c.id, 'check-in' as kind, 'made' as event, c.created_at as at from public.weekly_checkins c
          where 'check-in' = any (kinds) and c.user_id = founder
            and c.created_at <= before and (c.created_at < before or c.id > after_id)
          order by c.created_at desc, c.id limit rows
        )
        union all
        (
          select g.id, 'goal', 'added', g.created_at from public.goals g
          where 'goal' = any (kinds) and g.user_id = founder
            and g.created_at <= before and (g.created_at < before or g.id > after_id)
            -- An import has both at once.
            and g.completed_at is distinct from g.created_at
          order by g.created_at desc, g.id limit rows
        )
        union all
        (
          select g.id, 'goal', 'done', g.completed_at from public.goals g
          where 'goal' = any (kinds) and g.user_id = founder and g.completed_at is not null
            and g.completed_at <= before and (g.completed_at < before or g.id > after_id)
          order by g.completed_at desc, g.id limit rows
        )
        union all
        (
          select d.id, 'decision', 'made', d.created_at from public.decisions d
          where 'decision' = any (kinds) and d.user_id = founder
            and d.created_at <= before and (d.created_at < before or d.id > after_id)
            and d.reviewed_at is distinct from d.created_at
          order by d.created_at desc, d.id limit rows
        )
        union all
        (
          select d.id, 'decision', 'reviewed', d.reviewed_at from public.decisions d
          where 'decision' = any (kinds) and d.user_id = founder and d.reviewed_at is not null
            and d.reviewed_at <= before and (d.reviewed_at < before or d.id > after_id)
          order by d.reviewed_at desc, d.id limit rows
        )
        union all
        (
          select n.id, 'note', 'written', n.created_at from public.notes n
          where 'note' = any (kinds) and n.user_id = founder
            and n.created_at <= before and (n.created_at < before or n.id > after_id)
          order by n.created_at desc, n.id limit rows
        )
        union all
        (
          select n.id, 'internal-note', 'written', n.created_at from public.internal_notes n
          where 'internal-note' = any (kinds) and n.user_id = founder
            and n.created_at <= before and (n.created_at < before or n.id > after_id)
          order by n.created_at desc, n.id limit rows
        )
        union all
        (
          select b.id, 'call', 'booked', b.starts_at from public.squad_bookings b
          where 'call' = any (kinds) and b.user_id = founder
            and b.starts_at <= before and (b.starts_at < before or b.id > after_id)
          order by b.starts_at desc, b.id limit rows
        )
        union all
        (
          select m.id, 'message', 'sent', m.created_at from public.squad_messages m
          where 'message' = any (kinds) and m.user_id = founder
            and m.created_at <= before and (m.created_at < before or m.id > after_id)
          order by m.created_at desc, m.id limit rows
        )
        union all
        select w.id, 'traction', 'changed', w.at from weeks w where w.at <= before and (w.at < before or w.id > after_id)
      ) e
      order by e.at desc, e.id limit rows
    )
    select p.id, p.kind, p.event, p.at, case p.kind
      when 'check-in' then (
        select jsonb_build_object(
          'week_of', c.week_of, 'mood', c.mood, 'wins', c.wins, 'blockers', c.blockers, 'next_priority', c.next_priority,
          'corrected_at', c.corrected_at
        ) from public.weekly_checkins c where c.id = p.id
      )
      when 'goal' then (
        select jsonb_build_object(
          'text', g.text, 'period', g.period, 'target', g.target, 'progress', g.progress, 'unit', g.unit,
          'completed', g.completed
        ) from public.goals g where g.id = p.id
      )
      when 'decision' then (
        select jsonb_build_object(
          'title', d.title, 'category', d.category, 'reason', d.reason, 'impact', d.impact, 'result', d.result,
          'outcome', d.outcome, 'was_right', d.was_right, 'edited_at', d.edited_at
        ) from public.decisions d where d.id = p.id
      )
      when 'note' then (
        select jsonb_build_object('title', n.title, 'category', n.category, 'content', n.content)
        from public.notes n where n.id = p.id
      )
      when 'internal-note' then (
        select jsonb_build_object('content', n.content, 'author', (
          select coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), private.address_of_nameless(a.id))
          from public.profiles a where a.id = n.author_id
        ))
        from public.internal_notes n where n.id = p.id
      )
      when 'call' then (
        select jsonb_build_object(
          'member', b.member, 'ends_at', b.ends_at, 'topic', b.topic, 'cancelled', b.cancelled_at is not null,
          -- For admins alone, by the policies.
          'outcome', (
            select jsonb_build_object('outcome', o.outcome, 'content', o.content) from public.call_outcomes o where o.booking = b.id
          )
        ) from public.squad_bookings b where b.id = p.id
      )
      when 'message' then (
        select jsonb_build_object(
          'sender_type', m.sender_type, 'sender_name', m.sender_name, 'content', m.content, 'about', m.about_kind
        ) from public.squad_messages m where m.id = p.id
      )
      when 'traction' then (
        select jsonb_build_object('week_of', w.monday, 'loops', (
          -- Those that changed: what they gained is never shown where it is not known.
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (
            select l.id, l.name, g.status, g.conversions_added as conversions, g.demos_added as demos, g.messages_added as messages
            from public.traction_loops l
            left join lateral private.loop_gain(l.id, w.monday, w.monday + 6) g on true
            where l.user_id = founder and exists (
              select from public.traction_points t
              where t.loop_id = l.id and t.day between w.monday and w.monday + 6
            )
            order by g.conversions_added desc nulls last, l.name, l.id limit 20
          ) l
        )) from weeks w where w.id = p.id
      )
    end
    from page p
    order by p.at desc, p.id;
end
$$;

revoke execute on function public.founder_timeline(uuid, text[], integer, timestamptz, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.founder_timeline(uuid, text[], integer, timestamptz, uuid) to authenticated;

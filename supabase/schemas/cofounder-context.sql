-- Context of the AI co-founder: a founder's records, under the founder's own policies.

-- The records an answer may refer to, under the name that the founder sees.
create or replace view public.founder_records with (security_invoker = true) as
select id, user_id, 'goal' as kind, text as title, period from public.goals
union all
select id, user_id, 'loop', name, null from public.traction_loops
union all
select id, user_id, 'check-in', week_of::text, null from public.weekly_checkins
union all
select id, user_id, 'decision', title, null from public.decisions
union all
select id, user_id, 'note', title, null from public.notes
union all
select id, user_id, 'own-note', left(content, 80), null from public.own_notes;

revoke all on public.founder_records from public, anon, authenticated;
grant select on public.founder_records to authenticated, service_role;

-- The caller's own records for the AI co-founder, newest first; counts and totals cover all of them. Under the caller's
-- policies, whose rows an index finds by founder.
create or replace function public.founder_context() returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    with me as materialized (
      select auth.uid() as id, private.founder_today(auth.uid()) as today,
        date_trunc('week', private.founder_today(auth.uid())::timestamp)::date as monday
    )
    select jsonb_build_object(
      'today', me.today,
      'firstName', (select first_name from public.profiles where id = me.id),
      'runway', (
        select to_jsonb(r) from (
          select bank_balance, monthly_revenue, monthly_burn,
            (select p.day from public.runway_points p where p.user_id = me.id order by p.day desc limit 1) as as_of
          from public.runway_data where user_id = me.id
        ) r
      ),
      'counts', (
        select to_jsonb(c) from (
          select
            (select count(*) from public.weekly_checkins where user_id = me.id) as checkins,
            (select count(*) from public.notes where user_id = me.id) as notes,
            (select count(*) from public.squad_messages where user_id = me.id) as messages,
            private.check_in_streak(
              me.id,
              case
                when exists (select from public.weekly_checkins where user_id = me.id and week_of >= me.monday)
                then me.monday else me.monday - 7
              end
            ) as streak
        ) c
      ),
      'goalCounts', (
        select coalesce(jsonb_agg(c), '[]') from (
          select period, count(*) as goals, count(*) filter (where completed) as completed
          from public.goals where user_id = me.id group by period
          order by array_position(array['weekly', 'monthly', 'quarterly', 'yearly'], period)
        ) c
      ),
      -- Open goals first: they are what is left to talk about. In the founder's order.
      'goals', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(g) - 'position') order by g.position desc, g.id), '[]') from (
          select g.id, (g.created_at at time zone 'utc')::date as date, g.text, g.period, g.completed, g.position,
            g.target, g.progress, g.unit, left(p.text, 200) as serves, s.sum
          from (
            select * from public.goals where user_id = me.id order by completed, position desc, id limit 40
          ) g
          left join public.goals p on p.user_id = g.user_id and p.id = g.parent_id
          left join (
            select f.goal, to_jsonb(f) - 'goal' as sum from public.goal_sums(me.id) f
          ) s on s.goal = g.id
        ) g
      ),
      'loopTotals', (
        select to_jsonb(t) from (
          select count(*) as loops, count(*) filter (where status = 'running') as running,
            count(*) filter (where status = 'scaling') as scaling, coalesce(sum(conversions), 0) as conversions,
            coalesce(sum(demos), 0) as demos, coalesce(sum(messages), 0) as messages
          from public.traction_loops where user_id = me.id
        ) t
      ),
      -- What a week should add to each count; null: no target at all.
      'weeklyTargets', (
        select nullif(jsonb_strip_nulls(to_jsonb(w) - 'user_id'), '{}') from public.weekly_targets w where w.user_id = me.id
      ),
      'loops', (
        select coalesce(jsonb_agg(l), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, name, status, conversions, demos, messages
          from public.traction_loops where user_id = me.id order by created_at desc, id limit 20
        ) l
      ),
      'checkins', (
        select coalesce(jsonb_agg(c), '[]') from (
          select id, week_of, mood, left(wins, 1000) as wins, left(blockers, 1000) as blockers,
            left(next_priority, 1000) as next_priority, priority_outcome
          from public.weekly_checkins where user_id = me.id order by week_of desc limit 8
        ) c
      ),
      'decisionCounts', (
        select to_jsonb(c) from (
          select count(*) as decisions, count(*) filter (where impact = 'positive') as positive,
            count(*) filter (where impact = 'negative') as negative, count(*) filter (where result = '') as unrated,
            count(*) filter (where was_right = 'yes') as right, count(*) filter (where was_right = 'partly') as partly,
            count(*) filter (where was_right = 'no') as wrong,
            count(*) filter (where reviewed_at is null and review_on <= (now() at time zone 'utc')::date) as due
          from public.decisions where user_id = me.id
        ) c
      ),
      'decisions', (
        select coalesce(jsonb_agg(d), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, title, left(reason, 1000) as reason, impact,
            left(result, 1000) as result, left(expected, 500) as expected, review_on, left(outcome, 500) as outcome,
            was_right
          from public.decisions where user_id = me.id order by created_at desc, id limit 15
        ) d
      ),
      'notes', (
        select coalesce(jsonb_agg(n), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, title, category, left(content, 1000) as content
          from public.notes where user_id = me.id order by created_at desc, id limit 15
        ) n
      ),
      -- Without the line that names the recipients.
      'messages', (
        select coalesce(jsonb_agg(m), '[]') from (
          select (created_at at time zone 'utc')::date as date, coalesce(sender_name, 'the founder') as sender,
            left(regexp_replace(content, '^To: [a-z, -]+\n\n', ''), 500) as content
          from public.squad_messages where user_id = me.id order by created_at desc, id limit 10
        ) m
      ),
      'calls', (
        select coalesce(jsonb_agg(c), '[]') from (
          -- In the founder's time zone, where it is known; else in that of the booking.
          select starts_at, ends_at,
            coalesce(private.founder_time_zone(me.id), time_zone) as time_zone,
            member, topic
          from public.squad_bookings
          where user_id = me.id and cancelled_at is null and ends_at > now() order by starts_at limit 5
        ) c
      )
    ) from me
  );
end
$$;

revoke execute on function public.founder_context() from public, anon, authenticated, service_role;
grant execute on function public.founder_context() to authenticated;

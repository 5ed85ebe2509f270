-- What the AI co-founder knows about a founder, under the founder's own policies.

-- The records an answer may refer to, under the name that the founder sees.
create view public.founder_records with (security_invoker = true) as
select id, user_id, 'goal' as kind, text as title, period from public.goals
union all
select id, user_id, 'loop', name, null from public.traction_loops
union all
select id, user_id, 'check-in', week_of::text, null from public.weekly_checkins
union all
select id, user_id, 'decision', title, null from public.decisions
union all
select id, user_id, 'note', title, null from public.notes;

revoke all on public.founder_records from public, anon, authenticated;
grant select on public.founder_records to authenticated, service_role;

-- The founder's records for the prompt, in one round trip: newest first, limited to what a prompt can hold; counts
-- cover everything. The prompt builder trims long texts further. In PL/pgSQL, which keeps the plan: planning an SQL
-- function at each call takes as long as reading.
create function public.founder_context() returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    with me as materialized (select auth.uid() as id)
    select jsonb_build_object(
      'firstName', (select first_name from public.profiles where id = me.id),
      'runway', (
        select to_jsonb(r) from (
          select bank_balance, monthly_revenue, monthly_burn from public.runway_data where user_id = me.id
        ) r
      ),
      'goalCounts', (
        select coalesce(jsonb_agg(c), '[]') from (
          select period, count(*) as goals, count(*) filter (where completed) as completed
          from public.goals where user_id = me.id group by period
          order by array_position(array['weekly', 'monthly', 'quarterly', 'yearly'], period)
        ) c
      ),
      -- Open goals first: they are what is left to talk about.
      'goals', (
        select coalesce(jsonb_agg(to_jsonb(g) - 'created_at' order by g.created_at desc, g.id), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, text, period, completed, created_at
          from public.goals where user_id = me.id order by completed, created_at desc, id limit 40
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
      'loops', (
        select coalesce(jsonb_agg(l), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, name, status, conversions, demos, messages
          from public.traction_loops where user_id = me.id order by created_at desc, id limit 20
        ) l
      ),
      'checkins', (
        select coalesce(jsonb_agg(c), '[]') from (
          select id, week_of, mood, left(wins, 1000) as wins, left(blockers, 1000) as blockers,
            left(next_priority, 1000) as next_priority
          from public.weekly_checkins where user_id = me.id order by week_of desc limit 8
        ) c
      ),
      'decisions', (
        select coalesce(jsonb_agg(d), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, title, left(reason, 1000) as reason, impact,
            left(result, 1000) as result
          from public.decisions where user_id = me.id order by created_at desc, id limit 15
        ) d
      ),
      'notes', (
        select coalesce(jsonb_agg(n), '[]') from (
          select id, (created_at at time zone 'utc')::date as date, title, category, left(content, 1000) as content
          from public.notes where user_id = me.id order by created_at desc, id limit 15
        ) n
      )
    ) from me
  );
end
$$;

revoke execute on function public.founder_context() from public, anon, authenticated;
grant execute on function public.founder_context() to authenticated;

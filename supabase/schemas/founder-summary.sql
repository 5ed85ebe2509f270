-- Summary beside a founder's conversation, for admins: one request, one row from each subject.

-- For admins. Lists are short: the founder's details have the rest.
create or replace function public.founder_summary(founder uuid) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'first_name', p.first_name, 'last_name', p.last_name, 'joined', p.created_at,
      'email', (select u.email::text from auth.users u where u.id = p.id)
    )
    from public.profiles p where p.id = founder
  ) || jsonb_build_object(
    'risks', coalesce((select private.reasons(r) from private.risks(array[founder]) r), '[]'),
    'snooze', (
      select jsonb_build_object('until', s.until, 'reason', s.reason) from public.radar_snoozes s
      where s.user_id = founder and s.until > today
    ),
    'labels', (
      select coalesce(jsonb_agg(l.name order by lower(l.name)), '[]')
      from public.labelled_founders f join public.founder_labels l on l.id = f.label where f.user_id = founder
    ),
    'owner', (
      select jsonb_build_object('id', w.owner, 'name', private.name_of(w.owner))
      from public.founder_owners w where w.user_id = founder
    ),
    -- Who answers the conversation; null while there is none.
    'conversation', (
      select jsonb_build_object('assignee', private.name_of(c.assigned_to), 'last_message_at', c.last_message_at)
      from public.squad_conversations c where c.user_id = founder
    ),
    -- The last twelve weeks with a check-in, the newest first.
    'check_ins', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.week_of desc), '[]') from (
        select i.week_of, i.mood, left(i.wins, 300) as wins, left(i.blockers, 300) as blockers,
          left(i.next_priority, 300) as next_priority
        from public.weekly_checkins i where i.user_id = founder order by i.week_of desc limit 12
      ) c
    ),
    'goals', jsonb_build_object(
      'open', (select count(*) from public.goals g where g.user_id = founder and not g.completed),
      'completed', (
        select count(*) from public.goals g
        where g.user_id = founder and g.completed_at > now() - interval '7 days'
      ),
      -- This week's before those of longer periods, the oldest first.
      'next', (
        select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
          select g.id, left(g.text, 200) as text, g.period from public.goals g
          where g.user_id = founder and not g.completed
          order by array_position(array['weekly', 'monthly', 'quarterly', 'yearly'], g.period), g.created_at limit 5
        ) n
      )
    ),
    -- What all loops added in the last seven days; null where nothing is known.
    'added', (
      select to_jsonb(a)
      from private.counts_added(founder, private.founder_today(founder) - 6, private.founder_today(founder)) a
    ),
    -- With what each added in these days.
    'loops', (
      select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
        select l.id, l.name, l.status, l.conversions, l.demos, l.messages, g.conversions_added as added
        from (select * from public.traction_loops t where t.user_id = founder order by t.created_at desc, t.id limit 5) l
        left join lateral private.loop_gain(l.id, private.founder_today(founder) - 6, private.founder_today(founder)) g on true
        order by l.created_at desc, l.id
      ) n
    ),
    'runway', (
      select to_jsonb(r) - 'user_id' || jsonb_build_object('before', (
        -- As it was four weeks ago.
        select jsonb_build_object(
          'bank_balance', p.bank_balance, 'monthly_revenue', p.monthly_revenue, 'monthly_burn', p.monthly_burn
        )
        from public.runway_points p where p.user_id = founder and p.day <= today - 28 order by p.day desc limit 1
      ))
      from public.runway_data r where r.user_id = founder
    ),
    -- The founder's figures that wait to be recorded.
    'proposed_on', (select o.created_at from public.runway_proposals o where o.user_id = founder and o.answer is null),
    'decisions', (
      select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
        select d.id, d.title, d.impact, d.created_at from public.decisions d
        where d.user_id = founder order by d.created_at desc, d.id limit 3
      ) n
    ),
    'call', (
      select to_jsonb(n) from (
        select b.id, b.member, b.starts_at, b.ends_at, b.topic from public.squad_bookings b
        where b.user_id = founder and b.cancelled_at is null and b.ends_at > now() order by b.starts_at limit 1
      ) n
    )
  );
end
$$;

revoke execute on function public.founder_summary(uuid) from public, anon, authenticated, service_role;
grant execute on function public.founder_summary(uuid) to authenticated;

-- What the co-founder may refer to, by what it is called where the founder sees it. Who reads it sees what the policies
-- of the tables show.

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

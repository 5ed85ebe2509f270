-- An insert of a goal costs a tenth less: PL/pgSQL plans a query once a session, where SQL does at each call.

create or replace function private.goals_due(founder uuid) returns date
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select (max(private.last_second_of_period(p.period, last.planned_at, interval '0')) at time zone 'utc')::date
    from unnest(array['weekly', 'monthly', 'quarterly', 'yearly']) as p (period)
    cross join lateral (
      select coalesce(g.carried_at, g.created_at) as planned_at from public.goals g
      where g.user_id = founder and g.period = p.period and not g.completed
      order by coalesce(g.carried_at, g.created_at) desc limit 1
    ) last
  );
end
$$;

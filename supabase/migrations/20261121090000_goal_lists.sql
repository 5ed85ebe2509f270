-- Goals are read by period, a page at a time; the tabs of the Command Board show how many there are (SPEC section 2).

create index goals_by_period on public.goals (user_id, period, created_at desc, id);

-- Counted under the reader's own policies.
create view public.goal_counts with (security_invoker = true) as
  select user_id, period, count(*)::integer as goals from public.goals group by user_id, period;

revoke all on public.goal_counts from public, anon, authenticated;
grant select on public.goal_counts to authenticated, service_role;

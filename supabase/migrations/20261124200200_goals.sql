-- Goals by period: founders add, tick and delete their own (SPEC sections 3, 4 and 6).

create table public.goals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  text text not null check (btrim(text) <> '' and char_length(text) <= 500),
  period text not null check (period in ('weekly', 'monthly', 'quarterly', 'yearly')),
  completed boolean not null default false,
  created_at timestamptz not null default now()
);
create index goals_by_founder on public.goals (user_id, created_at desc, id);
-- The Command Board reads one period, a page at a time.
create index goals_by_period on public.goals (user_id, period, created_at desc, id);

-- Counts for the tabs of the Command Board (SPEC section 2), under the reader's own policies.
create view public.goal_counts with (security_invoker = true) as
  select user_id, period, count(*)::integer as goals from public.goals group by user_id, period;

alter table public.goals enable row level security;
revoke all on public.goals, public.goal_counts from public, anon, authenticated;
grant select, delete on public.goals to authenticated;
grant insert (user_id, text, period, completed) on public.goals to authenticated;
grant update (completed) on public.goals to authenticated;
grant all on public.goals to service_role;
grant select on public.goal_counts to authenticated, service_role;

create policy "founders read their own goals, admins read all" on public.goals
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders add goals that are not completed yet" on public.goals
  for insert to authenticated with check (user_id = (select auth.uid()) and not completed);
create policy "founders tick their own goals" on public.goals
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "founders delete their own goals" on public.goals
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "no second factor is due" on public.goals
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages goals" on public.goals
  for all to service_role using (true) with check (true);

alter publication supabase_realtime add table public.goals;

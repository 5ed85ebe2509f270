-- Decisions: logged and deleted by founders, rated by admins (SPEC section 4).

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  reason text not null check (btrim(reason) <> '' and char_length(reason) <= 10000),
  category text not null default 'General' check (btrim(category) <> '' and char_length(category) <= 100),
  impact text not null default 'neutral' check (impact in ('positive', 'neutral', 'negative')),
  result text not null default '' check (char_length(result) <= 10000),
  created_at timestamptz not null default now()
);
create index decisions_by_founder on public.decisions (user_id, created_at desc, id);

alter table public.decisions enable row level security;
revoke all on public.decisions from public, anon, authenticated;
grant select, delete on public.decisions to authenticated;
grant insert (user_id, title, reason, category, impact, result) on public.decisions to authenticated;
grant update (impact, result) on public.decisions to authenticated;
grant all on public.decisions to service_role;

create policy "founders read their own decisions, admins read all" on public.decisions
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders log unrated decisions" on public.decisions
  for insert to authenticated
  with check (user_id = (select auth.uid()) and impact = 'neutral' and result = '');
create policy "admins rate decisions" on public.decisions
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "founders delete their own decisions" on public.decisions
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "no second factor is due" on public.decisions
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages decisions" on public.decisions
  for all to service_role using (true) with check (true);

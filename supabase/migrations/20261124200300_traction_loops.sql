-- Traction loops: founders read their own, only admins change them (SPEC sections 3, 4 and 6).

create table public.traction_loops (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  status text not null default 'running' check (status in ('running', 'paused', 'scaling')),
  conversions integer not null default 0,
  demos integer not null default 0,
  messages integer not null default 0,
  created_at timestamptz not null default now()
);
create index traction_loops_by_founder on public.traction_loops (user_id, created_at desc, id);
create index traction_loops_by_status on public.traction_loops (status);

alter table public.traction_loops enable row level security;
revoke all on public.traction_loops from public, anon, authenticated;
grant select, delete on public.traction_loops to authenticated;
grant insert (user_id, name, status, conversions, demos, messages) on public.traction_loops to authenticated;
grant update (name, status, conversions, demos, messages) on public.traction_loops to authenticated;
grant all on public.traction_loops to service_role;

create policy "founders read their own loops, admins read all" on public.traction_loops
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "admins add loops" on public.traction_loops
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change loops" on public.traction_loops
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete loops" on public.traction_loops
  for delete to authenticated using ((select private.is_admin()));
create policy "no second factor is due" on public.traction_loops
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages loops" on public.traction_loops
  for all to service_role using (true) with check (true);

alter publication supabase_realtime add table public.traction_loops;

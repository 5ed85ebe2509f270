-- Notes: written by admins for one founder, who reads them (SPEC sections 3 and 6).

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  category text not null default 'buyer-insights' check (btrim(category) <> '' and char_length(category) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 10000),
  created_at timestamptz not null default now()
);
create index notes_by_founder on public.notes (user_id, created_at desc, id);
create index notes_newest_first on public.notes (created_at desc, id);

alter table public.notes enable row level security;
revoke all on public.notes from public, anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (user_id, title, category, content) on public.notes to authenticated;
grant update (title, category, content) on public.notes to authenticated;
grant all on public.notes to service_role;

create policy "founders read their own notes, admins read all" on public.notes
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "admins write notes" on public.notes
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change notes" on public.notes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete notes" on public.notes
  for delete to authenticated using ((select private.is_admin()));
create policy "no second factor is due" on public.notes
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages notes" on public.notes
  for all to service_role using (true) with check (true);

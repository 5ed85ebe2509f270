-- The conversation of a founder with the human growth squad (SPEC sections 3 to 6).

create table public.squad_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  sender_type text not null default 'user' check (sender_type in ('user', 'squad')),
  sender_name text check (btrim(sender_name) <> '' and char_length(sender_name) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);
create index squad_messages_by_founder on public.squad_messages (user_id, created_at desc, id);

alter table public.squad_messages enable row level security;
revoke all on public.squad_messages from public, anon, authenticated;
grant select on public.squad_messages to authenticated;
grant insert (user_id, sender_type, sender_name, content) on public.squad_messages to authenticated;
grant all on public.squad_messages to service_role;

create policy "founders read their own conversation, admins read all" on public.squad_messages
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders write as themselves, admins as the squad under a name" on public.squad_messages
  for insert to authenticated
  with check (
    (user_id = (select auth.uid()) and sender_type = 'user' and sender_name is null)
    or (sender_type = 'squad' and sender_name is not null and (select private.is_admin()))
  );
create policy "the service manages messages" on public.squad_messages
  for all to service_role using (true) with check (true);

alter publication supabase_realtime add table public.squad_messages;

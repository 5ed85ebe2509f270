-- The AI co-founder: what was said, which only the founder reads, and what admins want it to remember, which the
-- founder does not read (SPEC sections 3, 4 and 6).

create table public.ai_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (content <> '' and char_length(content) <= 32000),
  created_at timestamptz not null default now()
);
create index ai_conversations_by_founder on public.ai_conversations (user_id, created_at desc, id);

create table public.founder_ai_memory (
  user_id uuid primary key references auth.users on delete cascade,
  memory_content text not null default '' check (char_length(memory_content) <= 20000)
);

alter table public.ai_conversations enable row level security;
alter table public.founder_ai_memory enable row level security;
revoke all on public.ai_conversations, public.founder_ai_memory from public, anon, authenticated;
grant select on public.ai_conversations, public.founder_ai_memory to authenticated;
grant insert (user_id, role, content) on public.ai_conversations to authenticated;
-- An upsert sets every column it was sent, its key included; the trigger below keeps the key where it is.
grant insert (user_id, memory_content), update (user_id, memory_content) on public.founder_ai_memory to authenticated;
grant all on public.ai_conversations, public.founder_ai_memory to service_role;

create policy "founders read their own conversation with the AI" on public.ai_conversations
  for select to authenticated using (user_id = (select auth.uid()));
create policy "founders add to their own conversation with the AI" on public.ai_conversations
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "the service manages conversations with the AI" on public.ai_conversations
  for all to service_role using (true) with check (true);

create policy "admins read AI memories" on public.founder_ai_memory
  for select to authenticated using ((select private.is_admin()));
create policy "admins write AI memories" on public.founder_ai_memory
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change AI memories" on public.founder_ai_memory
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the service manages AI memories" on public.founder_ai_memory
  for all to service_role using (true) with check (true);

create function private.keep_founder() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'a row cannot be moved to another founder';
end
$$;
revoke execute on function private.keep_founder() from public, anon, authenticated;
create trigger keep_founder before update on public.founder_ai_memory
  for each row when (old.user_id is distinct from new.user_id) execute function private.keep_founder();

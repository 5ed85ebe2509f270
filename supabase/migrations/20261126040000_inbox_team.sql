-- The inbox, for a team: internal notes that founders never see, saved replies, and who is writing an answer.

create table public.internal_notes (
  id uuid primary key default gen_random_uuid(),
  -- The founder whom it is about.
  user_id uuid not null references auth.users on delete cascade,
  -- No foreign key: a note outlives its author's account.
  author_id uuid default auth.uid(),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);
create index internal_notes_by_founder on public.internal_notes (user_id, created_at desc, id);

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 60),
  content text not null check (btrim(content) <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now()
);
create unique index saved_replies_by_title on public.saved_replies (lower(title));

-- Who had text in the reply box when: of use for seconds, and deleted by the daily cleaning at the latest.
create table public.squad_typing (
  -- The founder who is answered.
  user_id uuid not null references auth.users on delete cascade,
  member uuid not null,
  typed_at timestamptz not null default now(),
  primary key (user_id, member)
);

alter table public.internal_notes enable row level security;
alter table public.saved_replies enable row level security;
alter table public.squad_typing enable row level security;
revoke all on public.internal_notes, public.saved_replies, public.squad_typing
from public, anon, authenticated, service_role;
grant select, delete on public.internal_notes, public.saved_replies to authenticated;
grant insert (id, user_id, content) on public.internal_notes to authenticated;
grant insert (title, content), update (title, content) on public.saved_replies to authenticated;
grant select on public.squad_typing to authenticated, service_role;
grant all on public.internal_notes, public.saved_replies to service_role;

create policy "admins read internal notes" on public.internal_notes
  for select to authenticated using ((select private.is_admin()));
create policy "admins write internal notes" on public.internal_notes
  for insert to authenticated with check ((select private.is_admin()) and author_id = (select auth.uid()));
create policy "admins delete internal notes" on public.internal_notes
  for delete to authenticated using ((select private.is_admin()));
create policy "the service manages internal notes" on public.internal_notes
  for all to service_role using (true) with check (true);

create policy "admins read saved replies" on public.saved_replies
  for select to authenticated using ((select private.is_admin()));
create policy "admins write saved replies" on public.saved_replies
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change saved replies" on public.saved_replies
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete saved replies" on public.saved_replies
  for delete to authenticated using ((select private.is_admin()));
create policy "the service manages saved replies" on public.saved_replies
  for all to service_role using (true) with check (true);

create policy "admins see who is writing" on public.squad_typing
  for select to authenticated using ((select private.is_admin()));
create policy "the service sees who is writing" on public.squad_typing
  for select to service_role using (true);

alter publication supabase_realtime add table public.internal_notes, public.squad_typing;

create trigger log_admin_change after insert or update or delete on public.internal_notes
  for each row execute function private.log_admin_change();

-- A list that is read whole stays short.
create function private.limit_saved_replies() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.saved_replies) > 200 then
    raise exception using errcode = '54000', message = 'there are 200 saved replies already';
  end if;
  return null;
end
$$;
create trigger limit_saved_replies after insert on public.saved_replies
  for each statement execute function private.limit_saved_replies();

-- The caller has text in the reply box for a founder, or has no longer. Called again while the text is there: a row
-- that is not renewed says nothing.
create function public.set_typing(founder uuid, is_typing boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if is_typing then
    -- Only where there is a conversation, or at least an account.
    insert into public.squad_typing (user_id, member)
    select p.id, auth.uid() from public.profiles p where p.id = founder
    on conflict (user_id, member) do update set typed_at = now();
  else
    delete from public.squad_typing t where t.user_id = founder and t.member = auth.uid();
  end if;
end
$$;

-- Who else has text in the reply box for a founder; by the database's clock, since browsers' differ.
create function public.typing_members(founder uuid) returns setof uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select t.member from public.squad_typing t
    where t.user_id = founder and t.member <> auth.uid() and t.typed_at > now() - interval '30 seconds';
end
$$;

revoke execute on function private.limit_saved_replies(), public.set_typing(uuid, boolean), public.typing_members(uuid)
from public, anon, authenticated;
grant execute on function public.set_typing(uuid, boolean), public.typing_members(uuid) to authenticated;

-- What the team writes in the squad's inbox for itself: internal notes, saved replies, and who is writing.

revoke all on public.internal_notes, public.saved_replies, public.squad_typing
from public, anon, authenticated, service_role;
grant select, delete on public.internal_notes, public.saved_replies to authenticated;
grant insert (id, user_id, content, mentions) on public.internal_notes to authenticated;
grant insert (title, content), update (title, content) on public.saved_replies to authenticated;
grant select on public.squad_typing to authenticated, service_role;
grant all on public.internal_notes, public.saved_replies to service_role;

drop policy if exists "admins read internal notes" on public.internal_notes;
create policy "admins read internal notes" on public.internal_notes
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins write internal notes" on public.internal_notes;
create policy "admins write internal notes" on public.internal_notes
  for insert to authenticated with check ((select private.is_admin()) and author_id = (select auth.uid()));
drop policy if exists "admins delete internal notes" on public.internal_notes;
create policy "admins delete internal notes" on public.internal_notes
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "the service manages internal notes" on public.internal_notes;
create policy "the service manages internal notes" on public.internal_notes
  for all to service_role using (true) with check (true);
drop policy if exists "admins read saved replies" on public.saved_replies;
create policy "admins read saved replies" on public.saved_replies
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins write saved replies" on public.saved_replies;
create policy "admins write saved replies" on public.saved_replies
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change saved replies" on public.saved_replies;
create policy "admins change saved replies" on public.saved_replies
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete saved replies" on public.saved_replies;
create policy "admins delete saved replies" on public.saved_replies
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "the service manages saved replies" on public.saved_replies;
create policy "the service manages saved replies" on public.saved_replies
  for all to service_role using (true) with check (true);
drop policy if exists "admins see who is writing" on public.squad_typing;
create policy "admins see who is writing" on public.squad_typing
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service sees who is writing" on public.squad_typing;
create policy "the service sees who is writing" on public.squad_typing
  for select to service_role using (true);

-- Only members of the team are mentioned, each once, and not the author.
create or replace function private.note_mentioned() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.note_mentions (note_id, member, user_id, author_id, created_at)
  select new.id, r.user_id, new.user_id, new.author_id, new.created_at
  from public.user_roles r
  where r.role = 'admin' and r.user_id = any(new.mentions) and r.user_id is distinct from new.author_id;
  return null;
end
$$;

create or replace trigger note_mentioned after insert on public.internal_notes
  for each row when (new.mentions <> '{}') execute function private.note_mentioned();

-- A list that is read whole stays short.
create or replace function private.limit_saved_replies() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select count(*) from public.saved_replies) > 200 then
    raise exception using errcode = '54000', message = 'there are 200 saved replies already';
  end if;
  return null;
end
$$;

create or replace trigger limit_saved_replies after insert on public.saved_replies
  for each statement execute function private.limit_saved_replies();

-- The caller has text in the reply box for a founder, or has no longer. Called again while the text is there: a row
-- that is not renewed says nothing.
create or replace function public.set_typing(founder uuid, is_typing boolean) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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

-- Other members with text in the reply box for a founder; by the database's clock, since browsers' differ.
create or replace function public.typing_members(founder uuid) returns setof uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select t.member from public.squad_typing t
    where t.user_id = founder and t.member <> auth.uid() and t.typed_at > now() - interval '30 seconds';
end
$$;

revoke execute on function
  private.limit_saved_replies(), public.set_typing(uuid, boolean), public.typing_members(uuid), private.note_mentioned()
from public, anon, authenticated, service_role;
grant execute on function
  public.set_typing(uuid, boolean), public.typing_members(uuid)
to authenticated;

-- Owners of founders: which admin looks after whom, for admins alone (docs/decisions/0065-owners-and-saved-views.md).

revoke all on public.founder_owners from public, anon, authenticated, service_role;
grant select on public.founder_owners to authenticated, service_role;

drop policy if exists "admins read who looks after whom" on public.founder_owners;
create policy "admins read who looks after whom" on public.founder_owners
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads who looks after whom" on public.founder_owners;
create policy "the service reads who looks after whom" on public.founder_owners
  for select to service_role using (true);

-- Makes an admin the owner of founders, or nobody (null), all in one statement. Conversations that are assigned to the former
-- owner follow to the next one. Returns those who had another owner, by that owner: undoing is to call it for each again. Accounts that no
-- longer exist are left out.
create or replace function public.set_owner(founders uuid[], member uuid) returns table (former uuid, changed uuid[])
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.limit_founders(founders);
  -- Before rows of conversations and owners, as when a role is revoked, whose trigger would not see the rows of `member`.
  perform from public.user_roles r
  where r.role = 'admin'
    and (r.user_id = member or r.user_id in (select w.owner from public.founder_owners w where w.user_id = any(founders)))
  order by r.user_id for share;
  if member is not null and not exists (
    select from public.user_roles r where r.user_id = member and r.role = 'admin'
  ) then
    raise exception using errcode = '22023', message = 'an owner is an admin';
  end if;
  -- One change at a time: two would lock the same founders in different orders.
  perform pg_advisory_xact_lock(hashtext('public.founder_owners'));
  -- In a fixed order, as the triggers of messages do.
  perform from public.squad_conversations c where c.user_id = any(founders) order by c.user_id for update;
  return query
    with changes as materialized (
      select p.id as founder, w.owner
      from public.profiles p left join public.founder_owners w on w.user_id = p.id
      where p.id = any(founders) and w.owner is distinct from member
    ),
    removed as (
      delete from public.founder_owners w using changes c where member is null and w.user_id = c.founder
    ),
    stored as (
      insert into public.founder_owners (user_id, owner) select c.founder, member from changes c where member is not null
      on conflict on constraint founder_owners_pkey do update set owner = excluded.owner
    ),
    reassigned as (
      update public.squad_conversations o set assigned_to = member
      from changes c where member is not null and o.user_id = c.founder and o.assigned_to = c.owner
      returning o.user_id, c.owner
    ),
    -- Looked up once for each admin.
    names as materialized (
      select a.id, private.name_of(a.id) as name
      from (select distinct c.owner as id from changes c where c.owner is not null union select member) a
    ),
    logged as (
      insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
      select auth.uid(), e.founder, e.table_name, e.founder, 'update',
        jsonb_build_object(e.column_name, b.name),
        jsonb_build_object(e.column_name, (select n.name from names n where n.id = member))
      from (
        select c.founder, c.owner, 'founder_owners' as table_name, 'owner' as column_name from changes c
        union all
        select r.user_id, r.owner, 'squad_conversations', 'assigned_to' from reassigned r
      ) e
      left join names b on b.id = e.owner
    )
    select c.owner, array_agg(c.founder) from changes c group by c.owner;
end
$$;

-- The name of the admin who looks after a founder, or else the e-mail address.
create or replace function private.owner_name(founder uuid) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select private.name_of(w.owner) from public.founder_owners w where w.user_id = founder
$$;

-- A former admin looks after nobody.
create or replace function private.lose_founders() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.founder_owners w where w.owner = old.user_id;
  return null;
end
$$;

create or replace trigger lose_founders after delete on public.user_roles
  for each row execute function private.lose_founders();

-- A founder's message goes to their owner, unless the conversation is assigned already. After messages_added and before
-- pushes_enqueued, by name: the owner is notified of the message, and nobody else.
create or replace function private.assign_to_owner() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  with owners as materialized (
    select w.user_id, w.owner from public.founder_owners w
    where w.user_id in (select a.user_id from added a where a.sender_type = 'user')
  ),
  -- Not one whose role is being revoked. Waiting for it would be a deadlock: that waits for the conversations.
  members as materialized (
    select r.user_id from public.user_roles r
    where r.role = 'admin' and r.user_id in (select o.owner from owners o)
    for share skip locked
  )
  update public.squad_conversations c set assigned_to = o.owner
  from owners o
  where o.user_id = c.user_id and c.assigned_to is null and o.owner in (select m.user_id from members m);
  return null;
end
$$;

create or replace trigger messages_to_owner after insert on public.squad_messages
  referencing new table as added for each statement execute function private.assign_to_owner();

revoke execute on function public.set_owner(uuid[], uuid), private.owner_name(uuid), private.lose_founders(),
  private.assign_to_owner()
from public, anon, authenticated, service_role;
grant execute on function public.set_owner(uuid[], uuid) to authenticated;

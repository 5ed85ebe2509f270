-- The audit log of admins: changes to other users' rows, and roles granted or revoked. Written in the transaction of
-- the change, readable by admins, never changed (SPEC section 6).

create table public.admin_audit (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Null for the operator. No foreign key: an entry outlives the admin's account.
  admin_id uuid,
  -- The owner of the row; the entries are deleted with the owner's account.
  user_id uuid not null references auth.users on delete cascade,
  table_name text not null,
  row_id uuid not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
create index admin_audit_newest_first on public.admin_audit (created_at desc, id desc);
create index admin_audit_by_founder on public.admin_audit (user_id, created_at desc, id desc);

alter table public.admin_audit enable row level security;
revoke all on public.admin_audit from public, anon, authenticated, service_role;
revoke all on sequence public.admin_audit_id_seq from public, anon, authenticated, service_role;
grant select on public.admin_audit to authenticated, service_role;

create policy "admins read what admins did" on public.admin_audit
  for select to authenticated using ((select private.is_admin()));
create policy "the service reads what admins did" on public.admin_audit
  for select to service_role using (true);

-- The columns of `one` whose values differ from those of `other`; all when there is no other.
create function private.changed_columns(one jsonb, other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_object_agg(key, value) from jsonb_each(one) where other is null or value is distinct from other -> key
$$;

-- The values to log: without ids and dates, long texts cut to their beginning.
create function private.truncate_values(changes jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_object_agg(
    key, case when char_length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
  )
  from jsonb_each(changes - array['id', 'user_id', 'created_at'])
$$;

-- Logs no changes to a user's own rows and none by the service; changes of roles always.
create function private.log_admin_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  writer uuid := auth.uid();
  founder uuid := coalesce(new.user_id, old.user_id);
  old_values jsonb;
  new_values jsonb;
begin
  if tg_table_name <> 'user_roles' and (writer is null or writer = founder) then
    return null;
  end if;
  -- The account itself is being deleted.
  if not exists (select from auth.users where id = founder) then
    return null;
  end if;
  old_values := to_jsonb(old);
  new_values := to_jsonb(new);
  if tg_op = 'UPDATE' and old_values = new_values then
    return null;
  end if;
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  values (
    writer, founder, tg_table_name, coalesce(new_values ->> 'id', old_values ->> 'id', founder::text)::uuid,
    lower(tg_op),
    private.truncate_values(private.changed_columns(old_values, new_values)),
    private.truncate_values(private.changed_columns(new_values, old_values))
  );
  return null;
end
$$;

revoke execute on function
  private.changed_columns(jsonb, jsonb), private.truncate_values(jsonb), private.log_admin_change()
from public, anon, authenticated;

create trigger log_admin_change after insert or update or delete on public.traction_loops
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.notes
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.decisions
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.squad_messages
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.founder_ai_memory
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.runway_data
  for each row execute function private.log_admin_change();
create trigger log_admin_change after insert or update or delete on public.user_roles
  for each row execute function private.log_admin_change();

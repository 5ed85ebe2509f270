-- What admins did to other people's rows, and who was made an admin or is one no more: written in the transaction of
-- the change itself, read by admins, changed by nobody (SPEC section 6).

create table public.admin_audit (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Null when the operator did it. No foreign key: what somebody did outlives their account.
  admin_id uuid,
  -- Whose row it is. What an account held goes with the account, and so does what is told here.
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

-- The columns of a row that say something, long texts cut: it is told that they changed, and how they begin.
create function private.audited(was jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_object_agg(
    key, case when char_length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
  )
  from jsonb_each(was - array['id', 'user_id', 'created_at'])
$$;

-- Rows that people write for themselves are not told, nor is what the service does; a role always is.
create function private.audit_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  writer uuid := auth.uid();
  founder uuid := coalesce(new.user_id, old.user_id);
  was jsonb;
  becomes jsonb;
begin
  if tg_table_name <> 'user_roles' and (writer is null or writer = founder) then
    return null;
  end if;
  -- The account itself is being deleted.
  if not exists (select from auth.users where id = founder) then
    return null;
  end if;
  was := to_jsonb(old);
  becomes := to_jsonb(new);
  if tg_op = 'UPDATE' and was = becomes then
    return null;
  end if;
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  values (
    writer, founder, tg_table_name, coalesce(becomes ->> 'id', was ->> 'id', founder::text)::uuid, lower(tg_op),
    private.audited(private.without_equal(was, becomes)), private.audited(private.without_equal(becomes, was))
  );
  return null;
end
$$;

-- One row without the columns that are the same in the other.
create function private.without_equal(one jsonb, other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_object_agg(key, value) from jsonb_each(one) where other is null or value is distinct from other -> key
$$;

revoke execute on function
  private.audited(jsonb), private.audit_admin(), private.without_equal(jsonb, jsonb) from public, anon, authenticated;

create trigger audit_admin after insert or update or delete on public.traction_loops
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.notes
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.decisions
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.squad_messages
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.founder_ai_memory
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.runway_data
  for each row execute function private.audit_admin();
create trigger audit_admin after insert or update or delete on public.user_roles
  for each row execute function private.audit_admin();

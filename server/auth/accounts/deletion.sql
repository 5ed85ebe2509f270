-- Users who delete their own account leave one entry in the audit log: the time and the id.
create or replace function server.audit_own_deletion() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into server.audit (actor, action, subject) values (old.id, 'account-deleted', old.id::text);
  return null;
end
$$;

create or replace trigger audit_own_deletion after delete on auth.users
  for each row when (old.id = auth.uid()) execute function server.audit_own_deletion();

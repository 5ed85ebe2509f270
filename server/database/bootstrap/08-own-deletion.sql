-- People who delete their own account leave one line: when, and which id it was.

create function server.note_own_deletion() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into server.audit (actor, action, subject) values (old.id, 'account-deleted', old.id::text);
  return null;
end
$$;

create trigger note_own_deletion after delete on auth.users
  for each row when (old.id = auth.uid()) execute function server.note_own_deletion();

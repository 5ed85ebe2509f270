-- A calendar's secret address is as good as a key. It ends with the password or the e-mail address under which it was made:
-- whoever knew those may have made it.
create function private.end_calendar_feed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.calendar_feeds where user_id = new.id;
  return null;
end
$$;
revoke execute on function private.end_calendar_feed() from public, anon, authenticated;

create trigger end_calendar_feed after update of encrypted_password, email on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email
  ) execute function private.end_calendar_feed();

-- A new password or address revokes what the old one could still open: mailed links and codes, codes of opened links
-- (except the one that completes a change of address), and a pending change of address.
create or replace function server.revoke_pending_links() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from auth.one_time_tokens where user_id = new.id;
  delete from auth.flow_state
  where user_id = new.id
    and (authentication_method <> 'email_change' or old.encrypted_password is distinct from new.encrypted_password);
  update auth.users set email_change = '', email_change_confirm_status = 0 where id = new.id and email_change <> '';
  return null;
end
$$;

create or replace trigger revoke_pending_links after update of encrypted_password, email on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email
  ) execute function server.revoke_pending_links();

-- A recovery, with a mailed link or a recovery code, sets auth.users.recovery_token to '', as GoTrue does, whether
-- or not it was: triggers here and in the product's migrations then revoke what could still open the account.
-- Requesting a link leaves the column alone.
create or replace trigger revoke_pending_links_on_recovery after update of recovery_token on auth.users
  for each row when (new.recovery_token = '') execute function server.revoke_pending_links();

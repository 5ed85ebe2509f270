-- The first proof of an account's address. Until then anyone may have created the account and protected it as their own:
-- what was added before it goes, so that the account is its owner's (docs/decisions/0048).

-- Removes all by which someone else could still use an account. Triggers at the columns of auth.users revoke mailed links,
-- a pending change of address and calendar feeds. Returns the sessions that ended.
create or replace function server.remove_unproven_access(account_id uuid, keeps_password boolean, at timestamptz) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  ended uuid[];
begin
  with deleted as (delete from auth.sessions where user_id = account_id returning id)
  select coalesce(array_agg(id), '{}') into ended from deleted;
  delete from auth.mfa_factors where user_id = account_id;
  delete from server.recovery_codes where user_id = account_id;
  delete from auth.identities where user_id = account_id and provider <> 'email';
  update auth.users
  set recovery_token = '', encrypted_password = case when keeps_password then encrypted_password end, updated_at = at
  where id = account_id;
  perform server.update_providers(account_id);
  return ended;
end
$$;

-- A mailed link or code was redeemed. Of an account that was never signed in to, the confirmation of its sign-up keeps the
-- password: the mail was requested together with it. Returns the sessions that ended.
create or replace function server.prove_email(account_id uuid, confirms_sign_up boolean, at timestamptz) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  was_used boolean;
  ended uuid[] := '{}';
begin
  select last_sign_in_at is not null into was_used from auth.users where id = account_id for update;
  -- A proof of an earlier address counts: the owner has changed it since.
  if not exists (select from server.proven_emails where user_id = account_id) then
    ended := server.remove_unproven_access(account_id, confirms_sign_up and not was_used, at);
    insert into server.audit (at, actor, action, details)
    values (at, account_id, 'email-proven', jsonb_build_object('ended', cardinality(ended)));
  end if;
  perform server.record_email_proof(account_id, at);
  return ended;
end
$$;

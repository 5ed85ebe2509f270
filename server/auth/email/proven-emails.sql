-- Addresses that are proven to belong to the account's user. `email_confirmed_at` does not prove it: where sign-up
-- sends no mail, it is set without proof. A row counts only while it holds the account's current address.

create table server.proven_emails (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  at timestamptz not null
);

-- Records that the account's user owns its address. The first time, identities linked under another address are
-- removed: they may belong to someone who registered the account in another user's name. Later ones are the owner's.
create function server.record_email_proof(account_id uuid, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_first boolean := not exists (select from server.proven_emails where user_id = account_id);
begin
  insert into server.proven_emails as p (user_id, email, at)
  select id, email, record_email_proof.at from auth.users where id = account_id and email is not null
  on conflict (user_id) do update set email = excluded.email, at = excluded.at where p.email <> excluded.email;
  if not found or not is_first then
    return;
  end if;
  with deleted as (
    delete from auth.identities i using auth.users u
    where u.id = account_id and i.user_id = account_id and i.provider <> 'email'
      and not (i.email = u.email and coalesce(i.identity_data -> 'email_verified' = 'true', false))
    returning i.provider
  )
  insert into server.audit (at, actor, action, details)
  select record_email_proof.at, account_id, 'identity-unlinked',
    jsonb_build_object('provider', provider, 'because', 'email-proven')
  from deleted;
  perform server.update_providers(account_id);
end
$$;

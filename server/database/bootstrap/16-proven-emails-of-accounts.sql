-- As before, and with the moment at which the owner of the account's address was shown to use it: who is given a role is
-- looked up by address, and signing up asks for no proof of one.
create or replace function server.account(person auth.users) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(person) - 'encrypted_password' || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = person.id
    ), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = person.id
    ), '[]'),
    'email_proven_at', (select p.at from server.proven_emails p where p.user_id = person.id and p.email = person.email)
  )
$$;

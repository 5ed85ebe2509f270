-- Records that the account's user owns its address. What others may have added before is removed by
-- `server.prove_email`.
create or replace function server.record_email_proof(account_id uuid, at timestamptz) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into server.proven_emails as p (user_id, email, at)
  select id, email, record_email_proof.at from auth.users where id = account_id and email is not null
  on conflict (user_id) do update set email = excluded.email, at = excluded.at where p.email <> excluded.email
$$;

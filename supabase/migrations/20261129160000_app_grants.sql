-- Connected apps on Supabase (docs/decisions/0071-connected-apps.md): what a founder has allowed an app, which the auth server there
-- has no place for. Empty on the server of Upswing.

create table private.app_grants (
  -- The session that the app's tokens name.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null,
  scopes text[] not null,
  -- The session in which it was allowed, and its level.
  approved_by uuid references auth.sessions on delete set null,
  aal text not null check (aal in ('aal1', 'aal2')),
  allowed_at timestamptz not null default now(),
  -- The session at the auth server, from the exchange of the code on; the grant ends with it.
  session_id uuid unique references auth.sessions on delete cascade
);

create index app_grants_of_user on private.app_grants (user_id);
create index app_grants_by_session on private.app_grants (approved_by);

-- One that waits for each app.
create unique index waiting_app_grants on private.app_grants (user_id, client_id) where session_id is null;

-- Functions that run as the app look up who it is in the schema `auth`. The owner of the schema alone could grant that, and
-- visitors have it.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') and not pg_has_role('connected_app', 'anon', 'usage') then
    alter role connected_app inherit;
    grant anon to connected_app;
  end if;
exception
  -- An older image of Supabase does not let its owner pass the role on.
  when insufficient_privilege then raise warning 'connected apps cannot be used: %', sqlerrm;
end
$$;

-- The OAuth 2.1 server: apps that people connect with their account.

-- The role of an app's tokens. It reaches nothing but what the product grants it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'connected_app') then
    create role connected_app nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then
  -- Another database of this cluster has created it at the same moment.
  null;
end
$$;

grant usage on schema public, server, auth to connected_app;

grant execute on function auth.jwt(), auth.uid(), auth.role() to connected_app;

create type auth.oauth_registration_type as enum ('dynamic', 'manual');

create type auth.oauth_client_type as enum ('public', 'confidential');

-- Registered apps, as Supabase's auth server stores them.
create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  -- Separated by commas, as the grant types are.
  redirect_uris text not null,
  grant_types text not null,
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);

create index oauth_clients_by_age on auth.oauth_clients (created_at desc, id);

-- A session of an app ends with the app.
alter table auth.sessions
  add constraint sessions_oauth_client_id_fkey foreign key (oauth_client_id) references auth.oauth_clients on delete cascade;

create index sessions_by_oauth_client on auth.sessions (oauth_client_id) where oauth_client_id is not null;

-- Requests of apps for an authorization. Stores the hash of the code.
create table server.oauth_authorizations (
  id text primary key,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  redirect_uri text not null,
  scope text not null,
  state text,
  code_challenge text not null,
  created_at timestamptz not null,
  -- The user who opened it first; no other may answer it.
  user_id uuid references auth.users on delete cascade,
  -- The session that allowed it: signing out everywhere before the code is exchanged ends it too.
  approved_by uuid references auth.sessions on delete cascade,
  code_hash text unique,
  code_created_at timestamptz,
  -- The session that the code has opened, which ends when the code comes again.
  session_id uuid
);

create index oauth_authorizations_by_age on server.oauth_authorizations (created_at);

create index oauth_authorizations_by_client on server.oauth_authorizations (client_id);

create index oauth_authorizations_by_user on server.oauth_authorizations (user_id);

create index oauth_authorizations_by_session on server.oauth_authorizations (approved_by);

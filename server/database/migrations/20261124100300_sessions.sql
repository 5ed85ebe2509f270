-- Sessions and how each was authenticated, as Supabase's auth server stores them.

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  -- Without time zone; in UTC.
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text
);

create index sessions_by_user on auth.sessions (user_id, created_at);

-- Unused by this server, whose refresh tokens are signed counters; part of Supabase's schema.
create table auth.refresh_tokens (
  id bigserial primary key,
  instance_id uuid not null default '00000000-0000-0000-0000-000000000000',
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);

create index refresh_tokens_by_session on auth.refresh_tokens (session_id, revoked);

create index refresh_tokens_by_parent on auth.refresh_tokens (parent);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- The provider that opened a session; GoTrue's table of methods has no column for it.
create table server.session_providers (
  session_id uuid primary key references auth.sessions on delete cascade,
  provider text not null
);

-- Authenticator assurance levels of sessions: a second factor raises a session to aal2, its removal lowers it.

-- The refresh token counter that each session had when it was lowered: access tokens up to it stay at aal1, even
-- when the session is raised again.
create table server.lowered_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  counter bigint not null
);

-- Refresh token rotation, and reuse detection: a token that two clients hold.

-- The counter of the newest access token that each session has presented: a client that presents the access token of
-- a rotation has received its refresh token too. Unlogged: the next request records again what a crash loses.
create unlogged table server.presented_tokens (
  session_id uuid primary key,
  counter bigint not null
);

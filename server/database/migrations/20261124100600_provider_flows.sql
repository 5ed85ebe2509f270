-- Authorization flows in progress: PKCE codes of clients (RFC 7636), and redirects to providers.

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index flow_state_by_code on auth.flow_state (auth_code);

-- Redirects to a provider. Stores the hash of the state; the nonce and the provider's verifier are derived from
-- the state, so that a copy of this table cannot complete a sign-in. The client's own verifier proves which browser
-- began, not a cookie.
create table server.provider_flows (
  state_hash text primary key,
  provider text not null,
  redirect_to text not null,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  -- The session that links an identity; null for a sign-in.
  linking_session uuid references auth.sessions on delete cascade,
  created_at timestamptz not null
);

create index provider_flows_by_age on server.provider_flows (created_at);

-- PKCE codes that link an identity to the session that requested it, instead of opening a new one. The identity is
-- linked when the verifier is presented, not when a browser returns.
create table server.linking_flows (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  session_id uuid not null,
  claims jsonb not null
);

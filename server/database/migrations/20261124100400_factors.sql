-- Second factors: authenticator apps, phones and WebAuthn. A function that changes a user's factors or levels locks
-- that user's row first: two proofs at once would otherwise wait for each other's sessions.

create type auth.factor_status as enum ('unverified', 'verified');

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';

create index mfa_factors_by_user on auth.mfa_factors (user_id, created_at);

-- A credential belongs to one factor of the whole server (WebAuthn, 7.1).
create unique index mfa_factors_by_credential on auth.mfa_factors ((web_authn_credential ->> 'id'));

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);

create index mfa_challenges_by_factor on auth.mfa_challenges (factor_id);

-- The last accepted time step: a code works once, even if someone reads it over a shoulder (RFC 6238, 5.2).
create table server.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  step bigint not null
);

-- Recovery codes: used in place of a second factor, each once, and replaced all together.

-- Hashes only.
create table server.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Founders' Google calendars (SPEC sections 2 and 7): OAuth attempts in progress, and the tokens of connected
-- calendars. The functions seal the tokens with a key derived from the client's secret, which no table holds.

-- An OAuth attempt: consumed once, by the founder who began it, within ten minutes.
create table private.calendar_attempts (
  state_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- RFC 7636: of no use without Google's code and the client's secret.
  verifier text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);

create index calendar_attempts_by_user on private.calendar_attempts (user_id, expires_at);

create index calendar_attempts_by_end on private.calendar_attempts (expires_at);

create table private.calendar_connections (
  user_id uuid primary key references auth.users on delete cascade,
  refresh_token text not null,
  access_token text not null,
  access_token_ends_at timestamptz not null,
  connected_at timestamptz not null default now(),
  -- When Google first rejected the tokens.
  broken_at timestamptz
);

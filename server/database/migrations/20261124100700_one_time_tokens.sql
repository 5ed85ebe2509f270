-- Links and codes that were mailed.

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (token_hash <> ''),
  relates_to text not null,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc'),
  unique (user_id, token_type)
);

create index one_time_tokens_by_hash on auth.one_time_tokens (token_hash);

-- The codes mailed to an address, for a user who types one (GoTrue's own index).
create index one_time_tokens_by_address on auth.one_time_tokens using hash (relates_to);

-- Addresses that are proven to belong to the account's user. `email_confirmed_at` does not prove it: where sign-up
-- sends no mail, it is set without proof. A row counts only while it holds the account's current address.

create table server.proven_emails (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  at timestamptz not null
);

-- A founder's goals and calls as a calendar feed (RFC 5545): one secret address for each founder, stored as a hash.
-- Who has the address can read it until it is replaced or revoked.

create table private.calendar_feeds (
  user_id uuid primary key references auth.users on delete cascade,
  secret_hash bytea not null unique,
  -- IANA name of the time zone of the founder's due dates.
  time_zone text not null check (char_length(time_zone) <= 64),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);

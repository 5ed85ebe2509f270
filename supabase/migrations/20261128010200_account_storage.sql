-- How many bytes an account stores, and how many a user writes in a day: rows are limited elsewhere, and a row may have
-- 32,000 characters.

create table private.account_storage (
  user_id uuid primary key references auth.users on delete cascade,
  -- The bytes of all rows of the account (private.row_bytes).
  stored bigint not null,
  -- The bytes that the user has written, into any account, in a day that began with the first of them.
  written bigint not null,
  day_ends_at timestamptz not null
) with (fillfactor = 50);

-- Rate limits. An attempt counts before it is checked, so that many at once cannot slip past.

-- Unlogged: a counter lost in a crash does no harm, and counting never waits for the disk.
create unlogged table server.rate_limits (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null,
  free_at timestamptz
);

create index rate_limits_by_end on server.rate_limits (ends_at);

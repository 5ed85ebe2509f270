-- Limits on what costs money, counted in the database so that every server sees the same counts.

-- Unlogged: the last minutes' counts are not worth waiting for the disk.
create unlogged table private.rate_limits (
  bucket text primary key,
  used integer not null,
  ends_at timestamptz not null
);

create index rate_limits_by_end on private.rate_limits (ends_at);

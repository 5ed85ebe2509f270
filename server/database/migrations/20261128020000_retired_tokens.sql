-- Counters of refresh tokens that a second rotation within seconds, or a second factor, has replaced: other tabs may have sent
-- them before. They count for the grace period only. Unlogged: a crash takes longer than that.
create unlogged table server.retired_tokens (
  session_id uuid not null references auth.sessions on delete cascade,
  counter bigint not null,
  retired_at timestamptz not null,
  primary key (session_id, counter)
);

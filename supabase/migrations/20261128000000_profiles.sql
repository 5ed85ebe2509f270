-- What a founder has seen of the board.

alter table public.profiles
  -- When the founder last looked at the board: what came since is new there.
  add column board_seen_at timestamptz,
  -- When the first steps were all taken, or dismissed.
  add column first_steps_done_at timestamptz;

-- Read receipts, both ways: which of the squad's replies a founder has not read, and whether the squad has read what the
-- founder wrote.

-- One row per founder, from the first reply or the first reading of the squad. Kept by triggers and functions alone.
create table public.read_receipts (
  user_id uuid primary key references auth.users on delete cascade,
  -- The newest reply that the founder has read.
  founder_read_until timestamptz,
  -- The squad's replies after that, and the first of them.
  unread integer not null default 0,
  unread_since timestamptz,
  -- The newest message that the squad has read. A reply has read all before it.
  squad_read_until timestamptz,
  constraint unread_has_a_first check ((unread = 0) = (unread_since is null))
);

alter table public.read_receipts enable row level security;

alter publication supabase_realtime add table public.read_receipts;

-- Notes that an admin adds at once. The index of their words takes a millisecond or more for each, so a statement adds a
-- part, and the function add-notes the rest. Kept for a day: a request that is sent again adds nothing.

create table private.note_batches (
  id uuid primary key,
  admin_id uuid not null references auth.users on delete cascade,
  -- As for one note.
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  category text not null check (btrim(category) <> '' and char_length(category) <= 100),
  content text not null check (btrim(content) <> '' and char_length(content) <= 10000),
  -- Founders whose note is still to be added.
  founders_left uuid[] not null,
  -- The notes that were added.
  notes uuid[] not null default '{}',
  created_at timestamptz not null default now()
);

create index note_batches_by_date on private.note_batches (created_at);

create index note_batches_by_admin on private.note_batches (admin_id);

create index note_batches_left on private.note_batches (created_at) where founders_left <> '{}';

-- Imports of records from elsewhere. Kept for two days: the same batch again adds nothing, and an import is undone within a day.

create table private.imports (
  -- The caller's.
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- The founder, or the admin who imported for them.
  author_id uuid references auth.users on delete set null,
  kind text not null check (kind in ('goals', 'decisions', 'check-ins', 'loops')),
  -- Lines that were added, and lines that the founder had already.
  added integer not null,
  skipped integer not null,
  -- The id of each row that was added, with a hash of it as it was stored.
  records jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);

create index imports_by_founder on private.imports (user_id, created_at);
create index imports_by_author on private.imports (author_id);
create index imports_by_age on private.imports (created_at);

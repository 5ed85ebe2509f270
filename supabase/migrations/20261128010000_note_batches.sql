-- A part of a batch that fails is tried again.

alter table private.note_batches
  -- How often no note of a part could be added, why the last one could not, and when the part is tried again.
  add column attempts integer not null default 0,
  add column failure text,
  add column due_at timestamptz not null default now();

-- It returns more now.
drop function if exists public.continue_notes();

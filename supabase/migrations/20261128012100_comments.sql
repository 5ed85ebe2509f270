-- A message may be about a check-in, a decision or a goal of its founder: a comment on it.

alter table public.squad_messages
  add column about_kind text check (about_kind in ('check-in', 'decision', 'goal')),
  -- No foreign key: the message stays as it is when the record is deleted, and is about it again after Undo.
  add column about_id uuid,
  add constraint about_is_complete check ((about_kind is null) = (about_id is null));

create index squad_messages_about on public.squad_messages (user_id, about_kind, about_id, created_at desc, id)
  where about_id is not null;

-- Until when the founder has read the comments on a record, by its id, where that is later than founder_read_until.
alter table public.read_receipts add column comments_read jsonb not null default '{}';

-- Founders edit a decision until it is answered or rated.

alter table public.decisions add column edited_at timestamptz;

-- Founders correct their check-ins; a summary is stored only for the texts that it was written from.

alter table public.weekly_checkins add column corrected_at timestamptz;

-- Another one since the check-in, or the one before it, was corrected.
alter table private.check_ins_to_summarize add column version uuid not null default gen_random_uuid();

-- They have the version now.
drop function if exists public.claim_check_ins(integer);
drop function if exists public.store_check_in_summary(uuid, text);

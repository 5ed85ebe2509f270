-- These functions return more now, or take more arguments.

drop function if exists public.claim_week_mails(integer);
drop function if exists public.claim_reply_mails(integer);
drop function if exists public.claim_booking_mails(integer);
drop function if exists public.claim_check_ins(integer);
drop function if exists private.counts_added(uuid, date, date);
drop function if exists private.counts_at(public.traction_loops, date);
drop function if exists private.excerpt_at(text, integer);
drop function if exists private.has_word(text, text[]);

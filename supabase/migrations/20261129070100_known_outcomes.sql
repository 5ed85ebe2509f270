-- It takes what the admin knew now.
drop function if exists public.record_call_outcome(uuid, text, text);

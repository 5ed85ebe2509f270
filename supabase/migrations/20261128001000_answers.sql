-- Beginning an answer takes more arguments now.

drop function if exists public.begin_answer(uuid, uuid, integer, integer, integer);

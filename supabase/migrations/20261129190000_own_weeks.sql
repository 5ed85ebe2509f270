-- It takes when the caller's week began.
drop function if exists public.my_weeks();

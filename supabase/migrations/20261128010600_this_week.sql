-- These functions take when the founder's week began.

drop function if exists public.this_week(date, timestamptz);
drop function if exists private.week_of_founder(uuid, date, timestamptz);

-- A summary appears on an open page when it is written.

alter publication supabase_realtime add table public.weekly_checkins;

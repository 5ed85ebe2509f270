-- PostgreSQL compiles the plans of statements that it takes for expensive (jit). These functions switch kinds of plans
-- off, which makes any other seem expensive, or join lists whose size it guesses; they run for milliseconds, and compiling
-- took up to a hundred times as long. This project's own server has it off on its connections, Supabase has it on.
alter function public.my_data(text, timestamptz, uuid) set jit = off;
alter function public.this_week(date, timestamptz) set jit = off;
alter function public.week_so_far(date, timestamptz) set jit = off;
alter function private.matching_records(text[], integer, text[]) set jit = off;
alter function private.messages_of_week(numeric, text[], integer) set jit = off;
alter function private.founders_of_week(numeric, text[]) set jit = off;

-- Saved views are shown live. A removed row is reported with its admin: only who saw a view hears that it is gone.
alter table public.saved_views replica identity full;
alter publication supabase_realtime add table public.saved_views;

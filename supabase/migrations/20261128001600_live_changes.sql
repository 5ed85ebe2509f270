-- Supabase reports a deletion from PostgreSQL's log, which holds only the key of a deleted row unless the table says
-- otherwise: a subscription with the filter `user_id=eq.…` would never learn of one. The whole row is logged instead;
-- Supabase sends only its key. Without logical replication, as on this project's own server, nothing changes.

alter table public.goals replica identity full;

alter table public.traction_loops replica identity full;

alter table public.weekly_checkins replica identity full;

alter table public.notes replica identity full;

alter table public.decisions replica identity full;

alter table public.squad_messages replica identity full;

alter table public.squad_bookings replica identity full;

alter table public.internal_notes replica identity full;

-- The details of a founder, the notes about a conversation and who is writing are shown live.
alter publication supabase_realtime add table public.decisions, public.notes, public.runway_data;

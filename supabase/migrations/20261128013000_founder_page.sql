-- The page of a founder: each kind of its timeline is read newest first from an index of its own.

create index weekly_checkins_newest_first on public.weekly_checkins (user_id, created_at desc, id);
create index goals_done on public.goals (user_id, completed_at desc, id) where completed_at is not null;
create index decisions_reviewed on public.decisions (user_id, reviewed_at desc, id) where reviewed_at is not null;
create index squad_bookings_by_start on public.squad_bookings (user_id, starts_at desc, id);
create index traction_points_by_day on public.traction_points (user_id, day desc, id);

-- Serves the same searches in the other direction.
drop index public.goals_by_completion;

-- They return the address of a founder without a name now.
drop function if exists public.find_conversations(text, text, boolean, integer, timestamptz, uuid);
drop function if exists public.find_messages(text, integer);

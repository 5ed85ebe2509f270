-- What loops gain is counted in one way, in days of the founder's.

drop function if exists private.counts_added(uuid, date, date);
drop function if exists private.counts_at(public.traction_loops, date);
drop function if exists public.traction_history(uuid);
drop function if exists public.mark_board_seen(timestamptz);

-- Filled again by private.fill_conversion_points().
delete from private.conversion_points;
alter table private.conversion_points drop column conversions;

-- The verdict on a week is on this one or the last.

drop function if exists private.week_verdict(uuid, jsonb);

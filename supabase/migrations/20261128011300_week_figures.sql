-- The verdict on a week is of its figures.

drop function if exists private.week_verdict(uuid);

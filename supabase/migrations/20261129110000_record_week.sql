-- private.record_week(timestamptz) replaces it.
drop function if exists private.record_week();

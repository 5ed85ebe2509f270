-- Founders undo the deletion of a decision, as that of a goal.

-- Of what the row is. Decisions are kept here, too: the table keeps its name, under which backups of 0.1.0 and later fill it.
alter table private.deleted_goals add column kind text not null default 'goal' check (kind in ('goal', 'decision'));

-- private.keep_deleted() is in its place.
drop trigger if exists keep_deleted_goals on public.goals;
drop function if exists private.keep_deleted_goals();

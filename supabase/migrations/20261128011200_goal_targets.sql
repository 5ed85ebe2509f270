-- Goals with a target in numbers, and goals that serve one of a longer period.

alter table public.goals
  add column target numeric(14, 2) check (target > 0 and target <= 1e9),
  -- Null: nothing was typed. The goals that serve it count then.
  add column progress numeric(14, 2) check (progress >= 0 and progress <= 1e9),
  add column unit text check (btrim(unit) <> '' and char_length(unit) <= 30),
  add column parent_id uuid,
  add constraint goals_target_complete check (target is not null or (progress is null and unit is null)),
  add constraint goals_of_founder unique (user_id, id),
  -- Of the same founder. Deferrable: a backup may have a goal before the one that it serves.
  add constraint goals_parent_id_fkey foreign key (user_id, parent_id) references public.goals (user_id, id)
    on delete set null (parent_id) deferrable initially immediate;

create index goals_by_parent on public.goals (user_id, parent_id) where parent_id is not null;

-- The goals that served it, for Undo.
alter table private.deleted_goals add column served_by uuid[] not null default '{}';

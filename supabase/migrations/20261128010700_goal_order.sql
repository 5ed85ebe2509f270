-- The founder's order of goals, and the goals that were just deleted, for Undo.

-- Higher is further up. 0 on insert: `private.place_goal` puts the goal where the newest belongs, by seconds since 1970.
alter table public.goals
  add column position double precision not null default 0 check (position between -1e12 and 1e12);

update public.goals set position = greatest(least(extract(epoch from created_at), 1e11), -1e11);

-- The board reads one period: open goals in their order, a page at a time, then those that were done this week.
create index goals_by_position on public.goals (user_id, period, completed, position desc, id);

-- Rows as JSON, so that a new column of goals needs none here.
create table private.deleted_goals (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  goal jsonb not null,
  deleted_at timestamptz not null default now()
);

create index deleted_goals_by_founder on private.deleted_goals (user_id);
create index deleted_goals_by_age on private.deleted_goals (deleted_at);

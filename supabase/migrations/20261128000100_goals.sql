-- When a goal was completed, and when an open one was carried over into another period.

alter table public.goals add column completed_at timestamptz, add column carried_at timestamptz;

create index goals_by_completion on public.goals (user_id, completed_at) where completed_at is not null;
-- The goals that are still open, of the board and of what was left over; and the latest plan of them, for the founder's figures.
create index goals_open on public.goals (user_id, period, created_at desc) where not completed;
create index goals_left_over on public.goals (user_id, period, coalesce(carried_at, created_at), id) where not completed;
create index goals_open_by_plan on public.goals (user_id, period, (coalesce(carried_at, created_at)) desc)
  where not completed;

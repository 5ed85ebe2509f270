-- When an admin dismissed the first steps of an empty product, for the whole team.
alter table public.profiles add column team_steps_done_at timestamptz;

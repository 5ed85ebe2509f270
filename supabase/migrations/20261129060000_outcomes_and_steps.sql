-- On Supabase a removed row is reported with its replica identity, by whose founder the app filters.
alter table public.call_outcomes replica identity full;

create index profiles_by_team_steps on public.profiles (team_steps_done_at) where team_steps_done_at is not null;

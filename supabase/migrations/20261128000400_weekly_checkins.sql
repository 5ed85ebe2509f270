-- What became of the last week's priority; the moods of all founders, by week.

alter table public.weekly_checkins add column priority_outcome text check (priority_outcome in ('yes', 'partly', 'no'));

drop index public.weekly_checkins_by_week;
create index weekly_checkins_by_week on public.weekly_checkins (week_of) include (user_id, mood);

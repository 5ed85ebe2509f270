-- Weekly check-ins: one per founder and week, kept as written (SPEC sections 3 and 4).

create table public.weekly_checkins (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  week_of date not null check (extract(isodow from week_of) = 1),
  mood integer not null default 3 check (mood between 1 and 5),
  wins text not null check (btrim(wins) <> '' and char_length(wins) <= 5000),
  blockers text not null default '' check (char_length(blockers) <= 5000),
  next_priority text not null check (btrim(next_priority) <> '' and char_length(next_priority) <= 5000),
  -- Written by the service, never by a person.
  ai_summary text check (char_length(ai_summary) <= 5000),
  created_at timestamptz not null default now(),
  -- Also serves every list: a founder's check-ins, newest week first.
  unique (user_id, week_of)
);
create index weekly_checkins_by_week on public.weekly_checkins (week_of);

alter table public.weekly_checkins enable row level security;
revoke all on public.weekly_checkins from public, anon, authenticated;
grant select on public.weekly_checkins to authenticated;
grant insert (user_id, week_of, mood, wins, blockers, next_priority) on public.weekly_checkins to authenticated;
grant all on public.weekly_checkins to service_role;

create policy "founders read their own check-ins, admins read all" on public.weekly_checkins
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "founders check in for themselves" on public.weekly_checkins
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "the service manages check-ins" on public.weekly_checkins
  for all to service_role using (true) with check (true);

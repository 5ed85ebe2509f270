-- Weekly check-ins: one per founder and week, never changed by the founder (SPEC sections 3 and 4), and the queue of
-- check-ins that wait for an AI summary.

create table public.weekly_checkins (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  week_of date not null check (extract(isodow from week_of) = 1),
  mood integer not null default 3 check (mood between 1 and 5),
  wins text not null check (btrim(wins) <> '' and char_length(wins) <= 5000),
  blockers text not null default '' check (char_length(blockers) <= 5000),
  next_priority text not null check (btrim(next_priority) <> '' and char_length(next_priority) <= 5000),
  -- Written by the service, never by a user.
  ai_summary text check (char_length(ai_summary) <= 5000),
  created_at timestamptz not null default now(),
  -- Also serves every list: a founder's check-ins, newest week first.
  unique (user_id, week_of),
  -- `infinity` is a date without a weekday, so the check for Mondays lets it pass; browsers have no dates after 9999.
  constraint weekly_checkins_week_in_range check (week_of between '1600-01-01' and '2999-12-31')
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
create policy "no second factor is due" on public.weekly_checkins
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages check-ins" on public.weekly_checkins
  for all to service_role using (true) with check (true);

-- A summary appears on an open page as soon as it is written.
alter publication supabase_realtime add table public.weekly_checkins;

-- A function writes the summary after the check-in is saved (SPEC section 3). Saving only adds a row here.
create table private.check_ins_to_summarize (
  check_in uuid primary key references public.weekly_checkins on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index check_ins_to_summarize_by_time on private.check_ins_to_summarize (due_at);

-- Only recent weeks, because a model costs money: imported history gets no summary, and one check-in a week bounds
-- what a founder can cause. The upper bound allows for time zones where it is already tomorrow.
create function private.needs_summary(week_of date) returns boolean
language sql stable
set search_path = ''
as $$
  select week_of between current_date - 14 and current_date + 1
$$;

-- The notification names the function to run now; if no server listens, its schedule finds the row.
create function private.enqueue_summaries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.check_ins_to_summarize (check_in)
  select id from added where ai_summary is null and private.needs_summary(week_of);
  if found then
    perform pg_notify('functions', 'summarize-check-ins');
  end if;
  return null;
end
$$;
create trigger enqueue_summaries after insert on public.weekly_checkins
  referencing new table as added for each statement execute function private.enqueue_summaries();

-- Hands each due check-in to one caller, and again after a delay if no summary was stored by then: one minute,
-- doubled each time, up to about an hour. The first delay is longer than one attempt may take.
create function public.claim_check_ins(max_rows integer)
returns table (id uuid, user_id uuid, week_of date, attempt integer)
language sql security definer
set search_path = ''
as $$
  with due as (
    select w.check_in from private.check_ins_to_summarize w
    where w.due_at <= now() order by w.due_at limit claim_check_ins.max_rows
    for update skip locked
  ), claimed as (
    update private.check_ins_to_summarize w
    set attempts = w.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(w.attempts, 6)
    from due where w.check_in = due.check_in
    returning w.check_in, w.attempts
  )
  select c.id, c.user_id, c.week_of, claimed.attempts
  from claimed join public.weekly_checkins c on c.id = claimed.check_in
$$;

-- The first summary stays: a slow caller does not replace it.
create function public.store_check_in_summary(check_in uuid, summary text) returns void
language sql security definer
set search_path = ''
as $$
  update public.weekly_checkins c set ai_summary = store_check_in_summary.summary
  where c.id = store_check_in_summary.check_in and c.ai_summary is null;
  delete from private.check_ins_to_summarize w where w.check_in = store_check_in_summary.check_in
$$;

revoke execute on function private.needs_summary(date), private.enqueue_summaries(),
  public.claim_check_ins(integer), public.store_check_in_summary(uuid, text)
from public, anon, authenticated;
grant execute on function public.claim_check_ins(integer), public.store_check_in_summary(uuid, text) to service_role;

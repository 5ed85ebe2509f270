-- After a check-in was saved, a function writes its summary (SPEC section 3): what waits for one, who takes it up, and
-- when it is tried again. Saving only leaves a note of it here.

create table private.check_ins_to_summarize (
  check_in uuid primary key references public.weekly_checkins on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index check_ins_to_summarize_by_time on private.check_ins_to_summarize (due_at);

-- Only weeks that are still of interest, since a model costs money: history that is brought in stays as it is, and one
-- check-in a week bounds what a founder can have written. In the first time zones it is tomorrow already.
create function private.is_worth_a_summary(week_of date) returns boolean
language sql stable
set search_path = ''
as $$
  select week_of between current_date - 14 and current_date + 1
$$;

-- The notification names the function to run now; without anybody who listens its schedule finds the note.
create function private.ask_for_summaries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.check_ins_to_summarize (check_in)
  select id from added where ai_summary is null and private.is_worth_a_summary(week_of);
  if found then
    perform pg_notify('functions', 'summarize-check-ins');
  end if;
  return null;
end
$$;
create trigger ask_for_summaries after insert on public.weekly_checkins
  referencing new table as added for each statement execute function private.ask_for_summaries();

insert into private.check_ins_to_summarize (check_in)
select id from public.weekly_checkins where ai_summary is null and private.is_worth_a_summary(week_of);

-- Hands out check-ins that are due, each to one caller, and again after a pause if no summary was stored by then: one
-- minute, then twice as long each time, up to an hour or so. The first pause is longer than one attempt may take.
create function public.claim_check_ins(most integer)
returns table (id uuid, user_id uuid, week_of date, attempt integer)
language sql security definer
set search_path = ''
as $$
  with due as (
    select w.check_in from private.check_ins_to_summarize w
    where w.due_at <= now() order by w.due_at limit claim_check_ins.most
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

-- Whoever was slow does not replace what somebody else has written meanwhile.
create function public.store_check_in_summary(check_in uuid, summary text) returns void
language sql security definer
set search_path = ''
as $$
  update public.weekly_checkins c set ai_summary = store_check_in_summary.summary
  where c.id = store_check_in_summary.check_in and c.ai_summary is null;
  delete from private.check_ins_to_summarize w where w.check_in = store_check_in_summary.check_in
$$;

revoke execute on function private.is_worth_a_summary(date), private.ask_for_summaries(),
  public.claim_check_ins(integer), public.store_check_in_summary(uuid, text)
from public, anon, authenticated;
grant execute on function public.claim_check_ins(integer), public.store_check_in_summary(uuid, text) to service_role;

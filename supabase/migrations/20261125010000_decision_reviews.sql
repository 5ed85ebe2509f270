-- Decisions come back: a founder says what they expect and when to look again, and later what came of it. The team's
-- rating (`impact`, `result`) stays the team's.

alter table public.decisions
  add column expected text not null default '' check (char_length(expected) <= 2000),
  -- Null: not asked again.
  add column review_on date,
  add column outcome text not null default '' check (char_length(outcome) <= 2000),
  add column was_right text check (was_right in ('yes', 'partly', 'no')),
  add column reviewed_at timestamptz,
  -- From the day it was logged to three years later. A day more on each side: the founder's day may differ from UTC's.
  add constraint decisions_review_in_range check (
    review_on between (created_at at time zone 'utc')::date - 1 and (created_at at time zone 'utc')::date + 1096
  ),
  add constraint decisions_review_complete check (
    (reviewed_at is null) = (was_right is null) and (reviewed_at is null) = (btrim(outcome) = '')
  );

-- The Command Board reads the one that has been due longest.
create index decisions_due on public.decisions (user_id, review_on, id)
where reviewed_at is null and review_on is not null;

-- What is expected is written with the decision and never changed: afterwards it would be worth nothing.
grant insert (expected, review_on) on public.decisions to authenticated;

-- Column privileges cannot tell founders from admins: both are `authenticated`. So no one may update these columns, and
-- two functions write them for the decision's own founder.

-- The answer may be corrected; `reviewed_at` is the time of the first one.
create function public.review_decision(decision uuid, outcome text, was_right text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  update public.decisions d
  set outcome = review_decision.outcome, was_right = review_decision.was_right,
    reviewed_at = coalesce(d.reviewed_at, now())
  where d.id = review_decision.decision and d.user_id = auth.uid();
  if not found then
    raise exception using errcode = '42501', message = 'you have no such decision';
  end if;
end
$$;

create function public.postpone_review(decision uuid, review_on date) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  update public.decisions d
  set review_on = postpone_review.review_on
  where d.id = postpone_review.decision and d.user_id = auth.uid();
  if not found then
    raise exception using errcode = '42501', message = 'you have no such decision';
  end if;
end
$$;

revoke execute on function public.review_decision(uuid, text, text), public.postpone_review(uuid, date)
from public, anon;
grant execute on function public.review_decision(uuid, text, text), public.postpone_review(uuid, date) to authenticated;

-- How often a founder was right, by category; under the reader's own policies.
create view public.decision_answers with (security_invoker = true) as
  select user_id, category, was_right, count(*)::integer as decisions
  from public.decisions where reviewed_at is not null group by user_id, category, was_right;
revoke all on public.decision_answers from public, anon, authenticated;
grant select on public.decision_answers to authenticated, service_role;

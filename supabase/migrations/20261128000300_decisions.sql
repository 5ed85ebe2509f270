-- What a founder expected of a decision, and what came of it.

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

create index decisions_due on public.decisions (user_id, review_on, id)
where reviewed_at is null and review_on is not null;

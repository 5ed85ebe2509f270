-- How long founders waited for each answer of the squad: from their first message that waited to the answer.

create table private.answer_times (
  message_id uuid primary key references public.squad_messages on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  -- Of the answer.
  week date not null,
  minutes integer not null
);

-- In the order of a median.
create index answer_times_by_week on private.answer_times (week, minutes) include (user_id);
create index answer_times_by_founder on private.answer_times (user_id);

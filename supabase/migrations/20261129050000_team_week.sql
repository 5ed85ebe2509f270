-- The figures of the week that ended, for the team: a page, and a mail on Mondays for admins who want it.

-- Besides conversions, the demos and messages that a founder's loops added. Filled again by private.fill_conversion_points().
delete from private.conversion_points;
alter table private.conversion_points add column demos bigint not null, add column messages bigint not null;
drop index private.conversion_points_by_day;
create index conversion_points_by_day on private.conversion_points (day) include (user_id, added, demos, messages);

-- What all founders have done in a week.
create index goals_by_day_done on public.goals (completed_at) include (user_id) where completed_at is not null;

-- The weeks of which is known who was at risk when they ended: the radar sees the present alone.
create table private.recorded_weeks (
  week date primary key,
  recorded_at timestamptz not null default now()
);

create table private.week_risks (
  week date not null references private.recorded_weeks on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (week, user_id)
);

create index week_risks_by_founder on private.week_risks (user_id);

-- The hour of an admin's mail on Mondays, in the time zone of the settings; null: none.
alter table public.mail_settings add column team_week_hour smallint check (team_week_hour between 0 and 23);

-- The next mail of each admin who has wanted one. Rows stay: a Monday that was mailed is not mailed again.
create table private.team_week_mails (
  user_id uuid primary key references public.mail_settings on delete cascade,
  -- The Monday of the next mail, which is about the week before it.
  monday date not null,
  -- Its hour in the admin's time zone, or when it is tried again; null while no mail is wanted.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last Monday for which a mail was sent.
  mailed_for date
);

create index team_week_mails_by_time on private.team_week_mails (due_at) where due_at is not null;

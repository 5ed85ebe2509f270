-- A mail on Friday for founders who want one and have not checked in.

-- The hour of the mail in the time zone of the settings; null: none.
alter table public.mail_settings add column reminder_hour smallint check (reminder_hour between 0 and 23);

-- The next reminder of each founder who has wanted one. Rows stay: a Friday that was mailed is not mailed again.
create table private.check_in_reminders (
  user_id uuid primary key references public.mail_settings on delete cascade,
  -- The Friday of the next mail.
  friday date not null,
  -- Its hour in the founder's time zone, or when it is tried again; null while no mail is wanted.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last Friday for which a mail was sent.
  mailed_for date
);

create index check_in_reminders_by_time on private.check_in_reminders (due_at) where due_at is not null;

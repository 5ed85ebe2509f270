-- Mails to founders who do not look: the squad's replies that stay unread for half an hour. And which mails a founder wants.

-- One row for each founder who has chosen; without a row, the defaults apply.
create table public.mail_settings (
  user_id uuid primary key references auth.users on delete cascade,
  -- Replies that stay unread.
  replies boolean not null default true,
  -- The week, on Mondays at 8:00 in the time zone below.
  weekly boolean not null default false,
  -- IANA name, as PostgreSQL knows it.
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64)
);

alter table public.mail_settings enable row level security;

-- The queue of founders with replies that are not mailed yet, and what was mailed last. Rows stay, because the next mail
-- depends on them.
create table private.reply_mails (
  user_id uuid primary key references auth.users on delete cascade,
  -- When to look whether there is something to mail; null until the squad writes again.
  due_at timestamptz,
  -- Since the last mail.
  attempts integer not null default 0,
  -- The newest reply that was mailed, and when.
  mailed_until timestamptz,
  mailed_at timestamptz,
  -- How many mails were sent on this day, UTC.
  day date,
  mails integer not null default 0
);

create index reply_mails_by_time on private.reply_mails (due_at) where due_at is not null;

-- A founder's week by mail, on Mondays at 8:00 in their own time zone, for those who want it.

-- The next mail of each founder who has wanted one. Rows stay: what was mailed for a Monday is not mailed again.
create table private.week_mails (
  user_id uuid primary key references public.mail_settings on delete cascade,
  -- The Monday of the next mail.
  monday date not null,
  -- Its 8:00 in the founder's time zone, or when it is tried again; null while no mail is wanted.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last Monday for which a mail was sent.
  mailed_for date
);

create index week_mails_by_time on private.week_mails (due_at) where due_at is not null;

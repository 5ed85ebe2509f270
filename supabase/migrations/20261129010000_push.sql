-- Notifications on devices (docs/decisions/0062-notifications.md), and mails to the team about promises that were broken.

-- What each person is notified about, on all of their devices; without a row, the defaults apply.
create table public.push_settings (
  user_id uuid primary key references auth.users on delete cascade,
  -- Kinds that are switched off, of `private.push_kinds`.
  muted text[] not null default '{}' check (cardinality(muted) <= 20),
  -- Whether a notification may name people.
  shows_names boolean not null default false,
  -- Hours of the day in the time zone below between which none is sent, over midnight where the first is the later one.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  -- IANA name, as PostgreSQL knows it.
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  constraint quiet_hours_complete check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);

alter table public.push_settings enable row level security;

-- The browsers that get them. Endpoint and secrets are capabilities: whoever has them can notify the browser.
create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Silent once this session has ended. No foreign key: a later session of the same user takes the device over.
  session_id uuid not null,
  endpoint text not null unique check (char_length(endpoint) <= 2000 and endpoint ~ '^https?://[!-~]+$'),
  -- The browser's public key and its authentication secret (RFC 8291), base64url.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  expires_at timestamptz,
  added_at timestamptz not null default now(),
  -- Since the last one that the push service accepted.
  failures integer not null default 0,
  failure text check (char_length(failure) <= 200),
  -- No earlier attempt than this.
  retry_at timestamptz
);

create index push_devices_by_user on private.push_devices (user_id, added_at);

-- The queue, a row for each device and subject. Rows stay for a month: what was sent is not sent again.
create table private.pushes (
  device uuid not null references private.push_devices on delete cascade,
  kind text not null check (char_length(kind) <= 20),
  -- The founder or the call.
  about uuid not null,
  -- The moment of what it is about; a later one is another notification.
  happened_at timestamptz not null,
  -- When to send it; null once it is sent or not to be.
  due_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  primary key (device, kind, about)
);

create index pushes_by_time on private.pushes (due_at) where due_at is not null;

-- Calls that are about to begin.
create index squad_bookings_ahead on public.squad_bookings (starts_at) where cancelled_at is null;

-- Admins: a founder has waited longer than promised.
alter table public.mail_settings add column promises boolean not null default true;

-- The queue of these mails, a row for each admin and founder; rows stay while the founder waits.
create table private.promise_mails (
  user_id uuid not null references auth.users on delete cascade,
  founder uuid not null references auth.users on delete cascade,
  -- Which promise: the founder's first message that has no answer.
  waiting_since timestamptz not null,
  due_at timestamptz,
  attempts integer not null default 0,
  mailed_at timestamptz,
  primary key (user_id, founder)
);

create index promise_mails_by_time on private.promise_mails (due_at) where due_at is not null;
create index promise_mails_by_founder on private.promise_mails (founder);

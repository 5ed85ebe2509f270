-- Webhooks: what happens is posted to the operator's own services (docs/decisions/0068-webhooks.md).

create table private.webhooks (
  id uuid primary key,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  -- The host and the end of the URL, which may be as secret as a password.
  address text not null check (char_length(address) between 1 and 300),
  -- Encrypted by the functions, under a key that is not in the database.
  sealed_url text not null check (char_length(sealed_url) <= 12000),
  sealed_secret text not null check (char_length(sealed_secret) <= 500),
  -- The secret before the last rotation signs too, until then.
  sealed_old_secret text check (char_length(sealed_old_secret) <= 500),
  old_secret_until timestamptz,
  shape text not null check (shape in ('standard', 'slack', 'teams', 'discord')),
  events text[] not null check (cardinality(events) between 1 and 20),
  is_on boolean not null default true,
  -- What happened before is not sent.
  on_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Why the server has switched it off.
  off_reason text check (off_reason in ('gone', 'failing')),
  -- Since when nothing was accepted; null after a success.
  failing_since timestamptz,
  -- One request at a time: no other before then. A refusal for now is waited for, too.
  busy_until timestamptz,
  constraint old_secret_ends check ((sealed_old_secret is null) = (old_secret_until is null))
);

-- The queue and the log in one: a row for each event and webhook, kept for 30 days. Texts of founders are not copied, but read from
-- their records when a row is sent.
create table private.webhook_deliveries (
  -- The `webhook-id` of every attempt.
  id uuid primary key default gen_random_uuid(),
  webhook uuid not null references private.webhooks on delete cascade,
  event text not null check (char_length(event) <= 40),
  -- The founder; null for a test.
  user_id uuid references auth.users on delete cascade,
  -- The message, check-in, decision, call or founder.
  about uuid not null,
  -- What the record may no longer say when it is sent.
  facts jsonb not null default '{}',
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When it is sent (again); null once it is delivered or given up.
  due_at timestamptz,
  attempts integer not null default 0,
  delivered_at timestamptz,
  -- Of the last response.
  status smallint,
  failure text check (char_length(failure) <= 200),
  unique (webhook, event, about, happened_at)
);

create index webhook_deliveries_newest_first on private.webhook_deliveries (webhook, created_at desc, id desc);
create index webhook_deliveries_due on private.webhook_deliveries (webhook, due_at) where due_at is not null;
create index webhook_deliveries_by_founder on private.webhook_deliveries (user_id);
create index webhook_deliveries_by_age on private.webhook_deliveries (created_at);

-- Who was at risk when it was last looked at: who was not, and is, has become it.
create table private.webhook_risks (
  user_id uuid primary key references auth.users on delete cascade
);

create table private.webhook_risks_compared (
  id boolean primary key default true check (id),
  at timestamptz not null default '1970-01-01T00:00:00Z'
);

insert into private.webhook_risks_compared default values;

-- The queue of mails to admins about a webhook that the server has switched off.
create table private.webhook_mails (
  webhook uuid not null references private.webhooks on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  queued_at timestamptz not null default now(),
  due_at timestamptz default now(),
  attempts integer not null default 0,
  primary key (webhook, user_id)
);

create index webhook_mails_by_admin on private.webhook_mails (user_id);
create index webhook_mails_by_time on private.webhook_mails (due_at) where due_at is not null;

-- Decisions whose review is due, of all founders.
create index decisions_due_by_day on public.decisions (review_on) where reviewed_at is null and review_on is not null;

-- Labels of founders (docs/decisions/0033-labels-and-many-at-once.md).

-- For admins alone: founders see neither labels nor who has them.
create table public.founder_labels (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and name <> '' and char_length(name) <= 40),
  created_at timestamptz not null default now()
);

create unique index founder_labels_by_name on public.founder_labels (lower(name));

create table public.labelled_founders (
  label uuid not null references public.founder_labels on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (label, user_id)
);

create index labelled_founders_by_founder on public.labelled_founders (user_id, label);

alter table public.founder_labels enable row level security;

alter table public.labelled_founders enable row level security;

-- The audit log has entries that are about no founder: the labels themselves.
alter table public.admin_audit alter column user_id drop not null;

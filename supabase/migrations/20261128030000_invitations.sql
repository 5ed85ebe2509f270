-- Invitations of founders, until they are accepted or withdrawn (docs/decisions/0061-invitations.md). The link in the mail is
-- signed and carries the id: a row that is gone opens nothing.
create table public.founder_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  -- The admin's own words in the mail.
  words text check (words = btrim(words) and words <> '' and char_length(words) <= 1000),
  label uuid references public.founder_labels on delete set null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz,
  -- When its mail is tried (again); null once it is sent.
  due_at timestamptz default now(),
  attempts integer not null default 0
);

create index founder_invitations_due on public.founder_invitations (due_at) where due_at is not null;
create index founder_invitations_newest on public.founder_invitations (created_at desc, id);
create index founder_invitations_by_label on public.founder_invitations (label);

alter table public.founder_invitations enable row level security;

alter publication supabase_realtime add table public.founder_invitations;

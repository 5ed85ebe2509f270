-- The audit log of admins: changes to other users' rows, and roles granted or revoked. Written in the transaction of
-- the change, readable by admins, never changed (SPEC section 6).

create table public.admin_audit (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Null for the operator. No foreign key: an entry outlives the admin's account.
  admin_id uuid,
  -- The owner of the row; the entries are deleted with the owner's account.
  user_id uuid not null references auth.users on delete cascade,
  table_name text not null,
  row_id uuid not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);

create index admin_audit_newest_first on public.admin_audit (created_at desc, id desc);

create index admin_audit_by_founder on public.admin_audit (user_id, created_at desc, id desc);

alter table public.admin_audit enable row level security;

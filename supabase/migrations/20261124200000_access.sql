-- Who may do what: the admin role, and the checks that policies and functions share (SPEC section 6).

create schema private;
grant usage on schema private to authenticated, service_role;

create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role = 'admin'),
  primary key (user_id, role)
);

alter table public.user_roles enable row level security;

-- An open page learns at once that its user is no longer an admin.
alter publication supabase_realtime add table public.user_roles;

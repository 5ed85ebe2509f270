-- An open page hears at once that its reader is an admin no more.

alter publication supabase_realtime add table public.user_roles;

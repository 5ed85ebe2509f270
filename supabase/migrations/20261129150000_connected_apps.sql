-- Connected apps: the role of their tokens. On Supabase this project makes it; the server of Upswing has it already.

do $$
begin
  if not exists (select from pg_roles where rolname = 'connected_app') then
    create role connected_app nologin noinherit;
  end if;
  -- The role that Supabase's API logs in with.
  if exists (select from pg_roles where rolname = 'authenticator') then
    grant connected_app to authenticator;
  end if;
end
$$;

grant usage on schema public, private to connected_app;

-- Fails the statement, and with it the whole request, with an error of the server's choice: the tables API rolls
-- back a write that touched more rows than the caller allowed.
create or replace function server.raise_error(sql_state text, message text, detail text, hint text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = sql_state, message = message, detail = coalesce(detail, ''), hint = coalesce(hint, '');
end
$$;

grant execute on function server.raise_error(text, text, text, text) to anon, authenticated, service_role, connected_app;

-- What Supabase provides and plain PostgreSQL lacks: the roles a request runs under, and the server's own schema.

do $$
declare
  api_role text;
begin
  foreach api_role in array array['anon', 'authenticated', 'service_role'] loop
    -- Roles belong to the whole cluster: another database may create them at the same moment.
    begin
      if not exists (select from pg_roles where rolname = api_role) then
        execute format('create role %I nologin noinherit', api_role);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

revoke all on schema public from public;

grant usage on schema public to anon, authenticated, service_role;

-- Nothing is reachable until a migration grants it. By default PostgreSQL lets every role execute new functions.
alter default privileges revoke execute on functions from public;

create schema if not exists server;

grant usage on schema server to anon, authenticated, service_role;

-- Keys and passwords that are generated at first start and shared by every node.
create table server.secrets (
  name text primary key,
  value text not null
);

-- The audit log of accounts and roles. Contains no readable e-mail address, password or token.
create table server.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  subject text,
  details jsonb not null default '{}'
);

create index audit_by_time on server.audit (at desc);

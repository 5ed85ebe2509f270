-- Connected apps on Supabase. Its OAuth server knows no scopes of records, and would give an app's token all rights of its user: so
-- the page that asks the founder stores here what is allowed, and a hook of the auth server makes the token.

-- The founder allows it, before the auth server gets the answer: the next code of that app is exchanged for a session with it.
create or replace function public.allow_app(client uuid, scopes text[]) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_recent_proof();
  if cardinality(scopes) not between 1 and 3 or not scopes <@ array['records:read', 'records:write', 'squad:write'] then
    raise exception using errcode = '22023', message = 'there is no such scope';
  end if;
  delete from private.app_grants g where g.session_id is null and g.allowed_at < now() - interval '10 minutes';
  insert into private.app_grants (user_id, client_id, scopes, approved_by, aal)
  select me, c.id, allow_app.scopes, (auth.jwt() ->> 'session_id')::uuid, auth.jwt() ->> 'aal'
  from auth.oauth_clients c where c.id = client and c.deleted_at is null
  on conflict (user_id, client_id) where session_id is null
    do update set scopes = excluded.scopes, approved_by = excluded.approved_by, aal = excluded.aal, allowed_at = excluded.allowed_at;
end
$$;

-- The auth server's hook for access tokens (Custom Access Token): those of users stay as they are. An app's token has the role of
-- apps, nothing of the account but its id, and the id of the grant for that of the session: the auth server refuses a token of a
-- session that it does not know, and would otherwise let the app change the password. An app that asks for `openid` gets none: of
-- the ID token, which is signed with the same key and names no session, no hook is asked, and the auth server takes it for the user's.
create or replace function private.app_token(event jsonb) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  claims jsonb := event -> 'claims';
  session uuid := (claims ->> 'session_id')::uuid;
  app uuid;
  asked text;
  granted private.app_grants;
begin
  -- Not of the claim alone: it is missing once a second factor was verified in the app's session.
  select s.oauth_client_id, s.scopes into app, asked from auth.sessions s where s.id = session;
  app := coalesce(app, (claims ->> 'client_id')::uuid);
  if app is null then
    return event;
  end if;
  if 'openid' = any (string_to_array(concat_ws(' ', asked, claims ->> 'scope'), ' ')) then
    return jsonb_build_object(
      'error', jsonb_build_object('http_code', 403, 'message', 'Apps may not ask for openid here')
    );
  end if;
  if event ->> 'authentication_method' = 'oauth_provider/authorization_code' then
    update private.app_grants g set session_id = session
    where g.user_id = (claims ->> 'sub')::uuid and g.client_id = app and g.session_id is null
      and g.allowed_at > now() - interval '10 minutes'
      -- A sign-out everywhere or a new password has ended the session that allowed it.
      and g.approved_by is not null
      -- Disconnecting revokes it, also before the code was exchanged.
      and exists (
        select from auth.oauth_consents c where c.user_id = g.user_id and c.client_id = app and c.revoked_at is null
      );
  end if;
  select * into granted from private.app_grants g where g.session_id = session;
  if not found then
    return jsonb_build_object(
      'error', jsonb_build_object('http_code', 403, 'message', 'The app was not allowed anything: connect it again')
    );
  end if;
  claims := (claims - array['scope', 'amr', 'app_metadata', 'user_metadata']) || jsonb_build_object(
    'role', 'connected_app', 'client_id', app, 'session_id', granted.id, 'aal', granted.aal, 'email', '', 'phone', ''
  );
  return jsonb_set(event, '{claims}', claims);
end
$$;

-- An authorization as the page shows it that asks: the auth server tells of an app that was connected before only where to send
-- the answer.
create or replace function public.app_request(request text) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  if to_regclass('auth.oauth_authorizations') is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'authorization_id', a.authorization_id, 'redirect_uri', a.redirect_uri, 'scope', a.scope,
      'client', jsonb_build_object('id', c.id, 'name', coalesce(c.client_name, ''), 'registration_type', c.registration_type),
      'user', jsonb_build_object('email', u.email)
    )
    from auth.oauth_authorizations a
    join auth.oauth_clients c on c.id = a.client_id
    join auth.users u on u.id = a.user_id
    where a.authorization_id = request and a.user_id = auth.uid() and a.expires_at > now()
  );
end
$$;

-- What the caller's connected apps may do.
create or replace function public.allowed_apps() returns table (client_id uuid, scopes text[])
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  return query
    select g.client_id, array_agg(distinct s.scope) from private.app_grants g, unnest(g.scopes) as s (scope)
    where g.user_id = auth.uid() and g.session_id is not null group by g.client_id;
end
$$;

-- The app that calls, and what it may do; null when its session has ended, or a second factor is due.
create or replace function public.app_access() returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  claims jsonb := auth.jwt();
begin
  return (
    select jsonb_build_object(
      'userId', g.user_id, 'clientId', g.client_id, 'scopes', g.scopes, 'expiresAt', (claims ->> 'exp')::bigint
    )
    from private.app_grants g
    where g.id = (claims ->> 'session_id')::uuid and not private.second_factor_is_due()
  );
end
$$;

revoke execute on function
  public.allow_app(uuid, text[]), private.app_token(jsonb), public.app_request(text), public.allowed_apps(), public.app_access()
from public, anon, authenticated, service_role;
grant execute on function public.allow_app(uuid, text[]), public.app_request(text), public.allowed_apps() to authenticated;
grant execute on function public.app_access() to connected_app;
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.app_token(jsonb) to supabase_auth_admin;
  end if;
end
$$;

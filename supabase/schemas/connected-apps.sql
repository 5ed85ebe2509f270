-- Connected apps: everything that an app may reach which a founder has let in (OAuth). Its tokens have the role `connected_app`,
-- which no other file grants anything, and the scopes that the founder has allowed.

create or replace function private.app_may(scope text) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return scope = any (string_to_array(auth.jwt() ->> 'scope', ' ')) and not private.second_factor_is_due();
end
$$;

revoke execute on function private.app_may(text) from public, anon, authenticated, service_role;
grant execute on function private.app_may(text) to connected_app;

-- The founder's own rows, also for an admin's app: it reads no other founder.
do $$
declare
  readable record;
begin
  for readable in
    select * from (values
      ('goals', 'user_id', 'records:read'),
      ('weekly_checkins', 'user_id', 'records:read'),
      ('traction_loops', 'user_id', 'records:read'),
      ('traction_points', 'user_id', 'records:read'),
      ('weekly_targets', 'user_id', 'records:read'),
      ('weekly_target_points', 'user_id', 'records:read'),
      ('runway_data', 'user_id', 'records:read'),
      ('runway_points', 'user_id', 'records:read'),
      ('decisions', 'user_id', 'records:read'),
      ('notes', 'user_id', 'records:read'),
      ('own_notes', 'user_id', 'records:read'),
      ('squad_bookings', 'user_id', 'records:read'),
      ('profiles', 'id', 'records:read'),
      -- Nobody can ask for this scope yet: an app writes to the squad and does not read along.
      ('squad_messages', 'user_id', 'squad:read')
    ) as t (name, owner, scope)
  loop
    execute format('revoke all on public.%I from connected_app', readable.name);
    execute format('grant select on public.%I to connected_app', readable.name);
    execute format('drop policy if exists "connected apps read with their scope" on public.%I', readable.name);
    execute format(
      'create policy "connected apps read with their scope" on public.%I
         for select to connected_app using (%I = (select auth.uid()) and (select private.app_may(%L)))',
      readable.name, readable.owner, readable.scope
    );
  end loop;
end
$$;

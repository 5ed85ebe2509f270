-- First steps of the team on the dashboard of a product that is empty.

-- Which of them are done; null when all are, once founders check in, and when an admin has dismissed them. A founder has an account;
-- the saved thresholds are those that an admin has changed.
create or replace function public.team_steps() returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admins uuid[] := private.admin_ids();
  steps jsonb;
begin
  perform private.require_admin();
  if exists (select from public.weekly_checkins c where c.user_id <> all(admins))
    or exists (select from public.profiles p where p.team_steps_done_at is not null) then
    return null;
  end if;
  steps := jsonb_build_object(
    'founder', exists (select from public.profiles p where p.id <> all(admins)),
    'invitation', exists (select from public.founder_invitations),
    'admin', cardinality(admins) > 1,
    'reply', exists (select from public.saved_replies),
    'thresholds', exists (select from public.radar_thresholds t where t.changed_by is not null)
  );
  return case when jsonb_path_exists(steps, '$.* ? (@ == false)') then steps end;
end
$$;

create or replace function public.dismiss_team_steps() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  update public.profiles p set team_steps_done_at = coalesce(p.team_steps_done_at, now()) where p.id = auth.uid();
end
$$;

revoke execute on function public.team_steps(), public.dismiss_team_steps() from public, anon, authenticated, service_role;
grant execute on function public.team_steps(), public.dismiss_team_steps() to authenticated;

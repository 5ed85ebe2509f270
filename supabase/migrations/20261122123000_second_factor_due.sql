-- Somebody who has a second factor and has not used it in this session is not let near any row: a stolen password opens
-- nothing. Restrictive policies hold beside all others, so the table's own say who may do what, and these who has come
-- in whole.

-- In PL/pgSQL, which keeps the plan: this is asked with every statement.
create function private.second_factor_is_due() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  claims jsonb := auth.jwt();
begin
  if claims ->> 'aal' = 'aal2' then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified'
  );
end
$$;
revoke execute on function private.second_factor_is_due() from public;
grant execute on function private.second_factor_is_due() to authenticated, service_role;

create or replace function private.is_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_admin_user((select auth.uid())) and not private.second_factor_is_due()
$$;

create policy "no second factor is due" on public.profiles
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.user_roles
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.goals
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.traction_loops
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.weekly_checkins
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.notes
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.decisions
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.squad_messages
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.ai_conversations
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "no second factor is due" on public.runway_data
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));

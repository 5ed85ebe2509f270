-- The numbers of the admin dashboard (SPEC section 2). Admins are not counted as founders. `week` is the Monday of
-- the current week in the admin's time zone.
create or replace function public.admin_dashboard(week date)
returns table (founders bigint, running_loops bigint, monthly_revenue numeric, check_ins bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query select
    (select count(*) from public.profiles) - (select count(*) from public.user_roles where role = 'admin'),
    (select count(*) from public.traction_loops where status = 'running'),
    (select coalesce(sum(r.monthly_revenue), 0) from public.runway_data r),
    (select count(*) from public.weekly_checkins where week_of = week);
end
$$;

revoke execute on function public.admin_dashboard(date) from public, anon, authenticated, service_role;
grant execute on function public.admin_dashboard(date) to authenticated;

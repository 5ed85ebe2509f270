-- A sign-up reads no records: an account that is new has none, and a table that is locked must not hold it up.

create or replace function private.add_figures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  founders uuid[] := array(select id from new_rows);
begin
  insert into public.founder_figures (user_id) select founder from unnest(founders) as founder order by founder
  on conflict (user_id) do nothing;
  -- The trigger of the sign-up inserts the profile. One that is inserted by itself replaces a deleted one.
  if pg_trigger_depth() = 1 then
    perform private.refresh_check_in_figures(founders);
    perform private.refresh_goal_figures(founders);
    perform private.refresh_loop_figures(founders);
    perform private.refresh_runway_figures(founders);
  end if;
  return null;
end
$$;

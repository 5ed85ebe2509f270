-- A sign-up reads no records: an account that is new has none, and a table that is locked must not hold it up. An account may
-- have records before its profile, which comes with its first use, or after the service has deleted the profile.

create or replace function private.add_figures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  founders uuid[] := array(select id from new_rows);
begin
  insert into public.founder_figures (user_id) select founder from unnest(founders) as founder order by founder
  on conflict (user_id) do nothing;
  -- Whoever has ever had a record has a counter of bytes.
  founders := array(select a.user_id from private.account_storage a where a.user_id = any(founders));
  if founders <> '{}' then
    perform private.refresh_check_in_figures(founders);
    perform private.refresh_goal_figures(founders);
    perform private.refresh_loop_figures(founders);
    perform private.refresh_runway_figures(founders);
  end if;
  return null;
end
$$;

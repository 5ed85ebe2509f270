-- Completes the data of an earlier version.

-- Adds what the data of an earlier version lacks: called after each upgrade, and after a backup of an earlier version is
-- restored. Doing it again changes nothing.
create or replace function private.complete_restored_data() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Names are on one line, and an account that was never used has no profile.
  update public.profiles set first_name = private.one_line(first_name), last_name = private.one_line(last_name)
  where (first_name, last_name) is distinct from (private.one_line(first_name), private.one_line(last_name));
  delete from public.profiles p using auth.users u
  where u.id = p.id and u.email_confirmed_at is null and u.last_sign_in_at is null;
  -- What a call's last change was.
  update public.squad_bookings set last_change = 'moved' where revision > 0 and last_change = 'booked';
  -- Nothing was seen or read.
  update public.profiles set board_seen_at = null where board_seen_at = '-infinity';
  update public.squad_conversations set read_until = null where read_until = '-infinity';
  update public.read_receipts set founder_read_until = nullif(founder_read_until, '-infinity'),
    squad_read_until = nullif(squad_read_until, '-infinity')
  where '-infinity' in (founder_read_until, squad_read_until);

  perform private.fill_history();
  perform private.fill_note_authors();
  perform private.fill_waiting();
  perform private.fill_receipts();
  perform private.fill_figures();
  perform private.fill_conversion_points();
  perform private.fill_answer_times();
  perform private.fill_storage();
  insert into public.radar_thresholds default values on conflict (id) do nothing;
  insert into private.webhook_risks_compared default values on conflict (id) do nothing;
end
$$;

-- A backup from before there was a history begins with the points of the day on which it is restored, as an upgrade does.
create or replace function private.fill_history() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.traction_points (user_id, loop_id, status, conversions, demos, messages)
  select l.user_id, l.id, l.status, l.conversions, l.demos, l.messages from public.traction_loops l
  where not exists (select from public.traction_points p where p.loop_id = l.id);
  insert into public.runway_points (user_id, bank_balance, monthly_revenue, monthly_burn)
  select r.user_id, r.bank_balance, r.monthly_revenue, r.monthly_burn from public.runway_data r
  where not exists (select from public.runway_points p where p.user_id = r.user_id);
$$;

revoke execute on function
  private.complete_restored_data(), private.fill_history()
from public, anon, authenticated, service_role;

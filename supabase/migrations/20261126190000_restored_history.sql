-- A backup from before there was a history begins with the points of the day on which it is restored, as an upgrade does.

create function private.fill_history() returns void
language sql
set search_path = ''
as $$
  insert into public.traction_points (user_id, loop_id, status, conversions, demos, messages)
  select l.user_id, l.id, l.status, l.conversions, l.demos, l.messages from public.traction_loops l
  where not exists (select from public.traction_points p where p.loop_id = l.id);
  insert into public.runway_points (user_id, bank_balance, monthly_revenue, monthly_burn)
  select r.user_id, r.bank_balance, r.monthly_revenue, r.monthly_burn from public.runway_data r
  where not exists (select from public.runway_points p where p.user_id = r.user_id);
$$;

create or replace function private.complete_restored_data() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.fill_history();
  perform private.fill_waiting();
  perform private.fill_receipts();
  perform private.fill_figures();
  perform private.fill_conversion_points();
  perform private.fill_answer_times();
  insert into public.radar_thresholds default values on conflict (id) do nothing;
end
$$;

revoke execute on function private.fill_history() from public, anon, authenticated;

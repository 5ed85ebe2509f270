-- Data retention: deletes rows that are no longer kept.

-- Deletes some of what is no longer kept: audit entries and whom a message or a note for many went to after 400 days, who was
-- writing after a day, imports after eight, deleted goals, decisions and conversations after ten minutes, invitations 90 days after
-- their links ended, notifications and the log of webhooks after 30 days. Forgets who was at risk two years ago, and times that are ahead.
-- Returns how many rows; fewer than `max_rows` when there are no more.
create or replace function public.delete_expired(max_rows integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted integer;
begin
  perform private.forget_times_ahead();
  perform private.settle_invitations();
  perform private.forget_pushes();
  perform private.forget_webhooks();
  perform private.forget_kept_promises();
  delete from public.squad_typing t where t.typed_at < now() - interval '1 day';
  delete from private.deleted_goals d where d.deleted_at < now() - interval '10 minutes';
  delete from private.deleted_messages d where d.deleted_at < now() - interval '10 minutes';
  delete from private.imports i where i.created_at < now() - interval '8 days';
  delete from private.note_batches b where b.founders_left = '{}' and b.created_at < now() - interval '400 days';
  delete from private.recorded_weeks w where w.week < private.week_of(now()) - 7 * 105;
  delete from private.message_batches b where b.created_at < now() - interval '400 days';
  delete from public.admin_audit a
  where a.id in (
    select o.id from public.admin_audit o where o.created_at < now() - interval '400 days'
    order by o.created_at limit least(greatest(max_rows, 1), 10000)
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- Makes due what is planned for later than anything can be: summaries and mails are tried again within hours, a mail about
-- replies waits for the next day at most, and one about the week or a check-in for a week. Typing members, and answers that were in
-- progress, are forgotten.
create or replace function private.forget_times_ahead() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  tomorrow constant timestamptz := now() + interval '1 day';
begin
  update private.check_ins_to_summarize w set due_at = now() where w.due_at > tomorrow;
  update private.booking_mails m set due_at = now() where m.due_at > tomorrow;
  update public.founder_invitations i set due_at = now() where i.due_at > tomorrow;
  update private.message_batches b set due_at = now() where b.due_at > tomorrow and b.founders_left <> '{}';
  update public.founder_invitations i set sent_at = now() where i.sent_at > tomorrow;
  update private.reply_mails m set mailed_at = null where m.mailed_at > tomorrow;
  update private.reply_mails m set due_at = now() where m.due_at > tomorrow;
  update private.promise_mails m set mailed_at = null where m.mailed_at > tomorrow;
  update private.promise_mails m set due_at = now() where m.due_at > tomorrow;
  update private.pushes p set sent_at = null where p.sent_at > tomorrow;
  update private.push_devices d set retry_at = null where d.retry_at > tomorrow + interval '1 hour';
  update private.pushes p set due_at = now() where p.due_at > tomorrow + interval '1 hour';
  update private.webhooks w set busy_until = null where w.busy_until > now() + interval '2 hours';
  update private.webhook_deliveries d set due_at = now() where d.due_at > tomorrow + interval '3 hours';
  update private.webhook_mails m set due_at = now() where m.due_at > tomorrow;
  update private.week_mails w set mailed_for = null where w.mailed_for > tomorrow::date;
  perform private.plan_week_mail(w.user_id) from private.week_mails w where w.due_at > now() + interval '8 days';
  update private.team_week_mails w set mailed_for = null where w.mailed_for > tomorrow::date;
  perform private.plan_team_week_mail(w.user_id) from private.team_week_mails w where w.due_at > now() + interval '8 days';
  delete from private.recorded_weeks w where w.recorded_at > tomorrow;
  delete from private.imports i where i.created_at > tomorrow;
  update private.check_in_reminders r set mailed_for = null where r.mailed_for > tomorrow::date;
  perform private.plan_check_in_reminder(r.user_id)
  from private.check_in_reminders r where r.due_at > now() + interval '8 days';
  delete from public.squad_typing t where t.typed_at > now() + interval '1 hour';
  delete from private.answers a where a.changed_at > now() + interval '1 hour';
end
$$;

revoke execute on function
  public.delete_expired(integer), private.forget_times_ahead()
from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(integer) to service_role;

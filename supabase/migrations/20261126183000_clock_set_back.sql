-- After a database's clock was ahead, and is set back: what was planned or counted then must not block anything until that
-- time comes.

-- As before; a window that ends later than one that begins now was counted while the clock was ahead, and has ended. The
-- minute is for a standby whose clock differs.
create or replace function public.consume_rate_limit(bucket text, allowed integer, seconds integer) returns integer
language sql security definer
set search_path = ''
as $$
  -- Runs after the count, and skips rows that are locked: no caller waits for it.
  with expired as (
    delete from private.rate_limits t where t.bucket in (
      select e.bucket from private.rate_limits e
      where (select random()) < 0.01 and e.ends_at < now() - interval '1 hour' and e.bucket <> consume_rate_limit.bucket
      for update skip locked
    )
  )
  insert into private.rate_limits as t (bucket, used, ends_at)
  values (consume_rate_limit.bucket, 1, now() + make_interval(secs => consume_rate_limit.seconds))
  on conflict (bucket) do update set
    used = case
      when t.ends_at > now() and t.ends_at <= excluded.ends_at + interval '1 minute' then t.used + 1
      else 1
    end,
    ends_at = case
      when t.ends_at > now() and t.ends_at <= excluded.ends_at + interval '1 minute' then t.ends_at
      else excluded.ends_at
    end
  returning case
    when t.used <= consume_rate_limit.allowed then 0
    else greatest(1, ceil(extract(epoch from t.ends_at - now())))::integer
  end
$$;

-- Makes due what is planned for later than anything can be: summaries and mails are tried again within hours, a mail about
-- replies waits for the next day at most, and one about the week for a week. Who is writing, and answers that were in
-- progress, are forgotten.
create function private.forget_times_ahead() returns void
language plpgsql
set search_path = ''
as $$
declare
  tomorrow constant timestamptz := now() + interval '1 day';
begin
  update private.check_ins_to_summarize w set due_at = now() where w.due_at > tomorrow;
  update private.booking_mails m set due_at = now() where m.due_at > tomorrow;
  update private.reply_mails m set mailed_at = null where m.mailed_at > tomorrow;
  update private.reply_mails m set due_at = now() where m.due_at > tomorrow;
  update private.week_mails w set mailed_for = null where w.mailed_for > tomorrow::date;
  perform private.plan_week_mail(w.user_id) from private.week_mails w where w.due_at > now() + interval '8 days';
  delete from public.squad_typing t where t.typed_at > now() + interval '1 hour';
  delete from private.answers a where a.changed_at > now() + interval '1 hour';
end
$$;

-- As before, and forgets times that are ahead.
create or replace function public.delete_expired(max_rows integer) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.forget_times_ahead();
  delete from public.squad_typing t where t.typed_at < now() - interval '1 day';
  delete from private.note_batches b where b.founders_left = '{}' and b.created_at < now() - interval '1 day';
  delete from public.admin_audit a
  where a.id in (
    select o.id from public.admin_audit o where o.created_at < now() - interval '400 days'
    order by o.created_at limit least(greatest(max_rows, 1), 10000)
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

revoke execute on function private.forget_times_ahead() from public, anon, authenticated;

-- Check-ins are for this week or an earlier one, and may be deleted; a moment that a client gives is a finite one.

-- A founder's own time zone is not known here: the present week is the one where the day is furthest ahead, at UTC+14.
create function private.check_week() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not isfinite(new.week_of)
    or new.week_of > date_trunc('week', now() at time zone 'utc' + interval '14 hours')::date then
    raise exception using errcode = '23514', message = 'a check-in is for this week or an earlier one';
  end if;
  return new;
end
$$;
-- A trigger and no constraint: a row from before it stays, and a backup that has one is restored.
create trigger check_week before insert or update of week_of on public.weekly_checkins
  for each row execute function private.check_week();

-- 28 days, and one because the founder's day may be the one before UTC's.
create policy "founders delete their own check-ins of the last four weeks, admins any" on public.weekly_checkins
  for delete to authenticated
  using (
    user_id = (select auth.uid()) and week_of >= (now() at time zone 'utc')::date - 29 or (select private.is_admin())
  );
grant delete on public.weekly_checkins to authenticated;

create trigger log_delete after delete on public.weekly_checkins
  referencing old table as old_rows for each statement execute function private.log_admin_changes();

create function private.check_review_day() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not isfinite(new.review_on) then
    raise exception using errcode = '23514', message = 'a decision is looked at again on a day';
  end if;
  return new;
end
$$;
create trigger check_review_day before insert or update of review_on on public.decisions
  for each row execute function private.check_review_day();

create function private.require_finite(moment timestamptz) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if not isfinite(moment) then
    raise exception using errcode = '22008', message = 'a moment is a date and a time, not infinity';
  end if;
end
$$;

-- As before, for finite moments.
create or replace function public.mark_board_seen(seen timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  perform private.require_finite(seen);
  update public.profiles p
  set board_seen_at = greatest(p.board_seen_at, least(mark_board_seen.seen, now())),
    first_steps_done_at = case
      when p.first_steps_done_at is not null then p.first_steps_done_at
      when private.first_steps(p.id) @> '{"goal": true, "check-in": true, "question": true, "message": true}' then now()
    end
  where p.id = auth.uid();
end
$$;

create or replace function public.mark_replies_read(until timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  perform private.require_finite(until);
  perform private.refresh_receipt(auth.uid(), least(mark_replies_read.until, now()));
end
$$;

create or replace function public.mark_conversation_read(founder uuid, until timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  conversation public.squad_conversations;
begin
  perform private.require_admin();
  perform private.require_finite(until);
  -- Locks before counting: a message that is being added is counted by the second transaction.
  select * into conversation from public.squad_conversations o where o.user_id = founder for update;
  conversation.read_until := greatest(
    conversation.read_until, least(until, now(), conversation.last_message_at)
  );
  update public.squad_conversations o
  set read_until = conversation.read_until, unread = (
    select count(*) from public.squad_messages m
    where m.user_id = founder and m.sender_type = 'user'
      and m.created_at > greatest(conversation.read_until, coalesce(conversation.answered_at, '-infinity'))
  )
  where o.user_id = founder and o.read_until is distinct from conversation.read_until;
  insert into public.read_receipts as r (user_id, squad_read_until)
  select c.user_id, c.read_until from public.squad_conversations c where c.user_id = founder
  on conflict (user_id) do update set squad_read_until = excluded.squad_read_until
    where r.squad_read_until is null or r.squad_read_until < excluded.squad_read_until;
end
$$;

-- Also: what the squad has not seen is not done with.
create or replace function public.mark_conversation_done(founder uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid;
begin
  perform private.require_admin();
  perform private.require_finite(until);
  update public.squad_conversations c
  set done_at = now(), waiting_since = null
  where c.user_id = founder and c.last_message_at <= until and c.done_at is null
  returning c.user_id into changed;
  if changed is not null then
    perform private.log_conversation(founder, null, '{"state": "done"}');
  elsif exists (select from public.squad_conversations c where c.user_id = founder and c.done_at is null) then
    raise exception using errcode = '55000', message = 'a newer message has arrived';
  end if;
end
$$;

-- What was stored before: nothing was seen or read.
update public.profiles set board_seen_at = null where board_seen_at = '-infinity';
update public.squad_conversations set read_until = null where read_until = '-infinity';
update public.read_receipts set founder_read_until = nullif(founder_read_until, '-infinity'),
  squad_read_until = nullif(squad_read_until, '-infinity')
where '-infinity' in (founder_read_until, squad_read_until);

revoke execute on function private.check_week(), private.check_review_day(), private.require_finite(timestamptz)
from public, anon, authenticated;

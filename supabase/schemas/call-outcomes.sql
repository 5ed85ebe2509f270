-- What came of a call, for admins alone (docs/decisions/0066-what-came-of-a-call.md).

revoke all on public.call_outcomes from public, anon, authenticated, service_role;
grant select on public.call_outcomes to authenticated, service_role;

drop policy if exists "admins read what came of calls" on public.call_outcomes;
create policy "admins read what came of calls" on public.call_outcomes
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads what came of calls" on public.call_outcomes;
create policy "the service reads what came of calls" on public.call_outcomes
  for select to service_role using (true);

-- Records what came of a call that has ended, or corrects it; null for the outcome removes it. `known_outcome` and `known_content`
-- are what the caller saw recorded, null when nothing was: another record is not overwritten. Error detail: gone (cancelled or
-- deleted), early, overtaken.
create or replace function public.record_call_outcome(
  booking uuid, outcome text, content text default '', known_outcome text default null, known_content text default null
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call public.squad_bookings;
  stored public.call_outcomes;
  trimmed text := btrim(coalesce(record_call_outcome.content, ''));
begin
  perform private.require_admin();
  -- One at a time, also where nothing is recorded yet.
  select * into call from public.squad_bookings b where b.id = booking and b.cancelled_at is null for no key update;
  if not found then
    raise exception using errcode = 'P0001', message = 'this call is cancelled or deleted', detail = 'gone';
  elsif call.ends_at > now() then
    raise exception using errcode = 'P0001', message = 'this call has not ended', detail = 'early';
  end if;
  select * into stored from public.call_outcomes o where o.booking = call.id;
  -- The same again is a request whose response was lost.
  if found and (stored.outcome, stored.content) is distinct from (known_outcome, coalesce(known_content, ''))
    and (stored.outcome, stored.content) is distinct from (record_call_outcome.outcome, trimmed) then
    raise exception using errcode = 'P0001', message = 'another admin has recorded this call', detail = 'overtaken';
  end if;
  if outcome is null then
    delete from public.call_outcomes o where o.booking = call.id;
  else
    insert into public.call_outcomes as o (booking, user_id, outcome, content, author_id)
    values (call.id, call.user_id, record_call_outcome.outcome, trimmed, auth.uid())
    on conflict on constraint call_outcomes_pkey do update
    set outcome = excluded.outcome, content = excluded.content, author_id = excluded.author_id, recorded_at = now()
    where (o.outcome, o.content) is distinct from (excluded.outcome, excluded.content);
  end if;
end
$$;

-- Calls that ended in the last fourteen days and whose outcome nobody has recorded, the newest first; 100 at most.
create or replace function public.calls_to_record()
returns table (id uuid, user_id uuid, member text, starts_at timestamptz, ends_at timestamptz, topic text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select b.id, b.user_id, b.member, b.starts_at, b.ends_at, b.topic from public.squad_bookings b
    -- One lookup per call: there are few, and very many outcomes.
    left join lateral (select o.booking from public.call_outcomes o where o.booking = b.id limit 1) recorded on true
    where b.cancelled_at is null and b.starts_at > now() - interval '14 days' and b.starts_at <= now() - interval '30 minutes'
      and recorded.booking is null
    order by b.starts_at desc, b.id desc
    limit 100;
end
$$;

create or replace trigger log_admin_change after insert or update or delete on public.call_outcomes
  for each row execute function private.log_admin_change();

revoke execute on function
  public.record_call_outcome(uuid, text, text, text, text), public.calls_to_record()
from public, anon, authenticated, service_role;
grant execute on function public.record_call_outcome(uuid, text, text, text, text), public.calls_to_record() to authenticated;

-- Connected apps: everything that an app may reach which a founder has let in (OAuth). Its tokens have the role `connected_app`,
-- which no other file grants anything, and the scopes that the founder has allowed. Applied last: it names what the others define.

create or replace function private.app_may(scope text) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  claims jsonb := auth.jwt();
begin
  return coalesce(
    scope = any (string_to_array(claims ->> 'scope', ' ')),
    -- Supabase's tokens name none, but a grant, which is gone with its session.
    exists (select from private.app_grants g where g.id = (claims ->> 'session_id')::uuid and scope = any (g.scopes))
  ) and not private.second_factor_is_due();
end
$$;

-- Reading: the founder's own rows, also for an admin's app, which reads no other founder.
do $$
declare
  readable record;
begin
  for readable in
    select * from (values
      ('goals', 'user_id', 'records:read'),
      ('weekly_checkins', 'user_id', 'records:read'),
      ('traction_loops', 'user_id', 'records:read'),
      ('traction_points', 'user_id', 'records:read'),
      ('weekly_targets', 'user_id', 'records:read'),
      ('weekly_target_points', 'user_id', 'records:read'),
      ('runway_data', 'user_id', 'records:read'),
      ('runway_points', 'user_id', 'records:read'),
      ('runway_proposals', 'user_id', 'records:read'),
      ('decisions', 'user_id', 'records:read'),
      ('notes', 'user_id', 'records:read'),
      ('own_notes', 'user_id', 'records:read'),
      ('squad_bookings', 'user_id', 'records:read'),
      ('profiles', 'id', 'records:read'),
      -- Functions of the others read these as well, and an app sees no row: there is no such scope to ask for.
      ('squad_messages', 'user_id', 'squad:read'),
      ('ai_conversations', 'user_id', 'cofounder:read')
    ) as t (name, owner, scope)
  loop
    execute format('revoke all on public.%I from connected_app', readable.name);
    execute format('grant select on public.%I to connected_app', readable.name);
    execute format('drop policy if exists "connected apps read with their scope" on public.%I', readable.name);
    execute format(
      'create policy "connected apps read with their scope" on public.%I
         for select to connected_app using (%I = (select auth.uid()) and (select private.app_may(%L)))',
      readable.name, readable.owner, readable.scope
    );
  end loop;
end
$$;

grant select on private.loop_starts to connected_app;

-- These read as their caller.
grant execute on function
  public.founder_context(), public.goal_sums(uuid), public.check_ins_between(date, date), public.loop_gains(date[], date[]),
  public.loop_counts_on(date[]), public.first_loop_points(), public.find_records(text, integer, text[])
to connected_app;

-- What these call, and what computes the index entries of a row that is written: no API reaches the schema `private` itself.
do $$
declare
  helper regprocedure;
begin
  for helper in
    select p.oid from pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.prokind = 'f' and has_function_privilege('authenticated', p.oid, 'execute')
  loop
    execute format('grant execute on function %s to connected_app', helper);
  end loop;
end
$$;

-- Writing: what the founder's own forms add, under the same checks and triggers.
grant insert (id, user_id, text, period, completed, target, unit), update (completed) on public.goals to connected_app;
grant insert (user_id, week_of, mood, wins, blockers, next_priority) on public.weekly_checkins to connected_app;
grant insert (id, user_id, title, reason, category, impact, result, expected, review_on) on public.decisions to connected_app;
grant insert (id, user_id, sender_type, content) on public.squad_messages to connected_app;

drop policy if exists "connected apps add goals" on public.goals;
create policy "connected apps add goals" on public.goals
  for insert to connected_app
  with check (user_id = (select auth.uid()) and not completed and (select private.app_may('records:write')));
drop policy if exists "connected apps tick goals" on public.goals;
create policy "connected apps tick goals" on public.goals
  for update to connected_app
  using (user_id = (select auth.uid()) and not completed and (select private.app_may('records:write')))
  with check (user_id = (select auth.uid()) and completed);
drop policy if exists "connected apps add check-ins" on public.weekly_checkins;
create policy "connected apps add check-ins" on public.weekly_checkins
  for insert to connected_app
  with check (
    -- Of weeks that the founder can still correct and delete.
    user_id = (select auth.uid()) and week_of >= (now() at time zone 'utc')::date - 29
    and (select private.app_may('records:write'))
  );
drop policy if exists "connected apps log decisions" on public.decisions;
create policy "connected apps log decisions" on public.decisions
  for insert to connected_app
  with check (
    user_id = (select auth.uid()) and impact = 'neutral' and result = '' and (select private.app_may('records:write'))
  );
drop policy if exists "connected apps write to the squad" on public.squad_messages;
create policy "connected apps write to the squad" on public.squad_messages
  for insert to connected_app
  with check (user_id = (select auth.uid()) and sender_type = 'user' and (select private.app_may('squad:write')));

-- A record as its app and its founder wrote it: without its place in the list, and without what the server adds. Its moments are
-- written in the session's time zone, which a request can choose: both callers set UTC.
create or replace function private.content_hash(record jsonb) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select md5((record - array['position', 'carried_at', 'ai_summary'])::text)
$$;

-- Each row that an app adds, and each goal that it ticks, is marked with the app, and counted: sixty an hour, so that an
-- assistant that repeats itself fills nothing.
create or replace function private.mark_app_entry() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  added jsonb := to_jsonb(new);
  client uuid := (auth.jwt() ->> 'client_id')::uuid;
  wait integer := public.consume_rate_limit('app:' || new.user_id, 60, 3600);
begin
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'over_request_rate_limit', 'message', 'Connected apps have added sixty records within an hour',
        'details', null, 'hint', format('Try again in %s s.', wait)
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
  insert into public.app_entries (user_id, kind, record_id, client_id, content_hash, title, app)
  select new.user_id, tg_argv[0], new.id, client, private.content_hash(added),
    -- Without the line that names the recipients of a message.
    left(regexp_replace(regexp_replace(coalesce(added ->> tg_argv[1], ''), '^To: [a-z, -]+\n\n', ''), '\s+', ' ', 'g'), 100),
    coalesce((select left(c.client_name, 100) from auth.oauth_clients c where c.id = client), '');
  return null;
end
$$;

create or replace trigger mark_app_entry after insert on public.goals
  for each row when (current_user = 'connected_app') execute function private.mark_app_entry('goal', 'text');
create or replace trigger mark_app_tick after update of completed on public.goals
  for each row when (current_user = 'connected_app') execute function private.mark_app_entry('done-goal', 'text');
create or replace trigger mark_app_entry after insert on public.weekly_checkins
  for each row when (current_user = 'connected_app') execute function private.mark_app_entry('check-in', 'week_of');
create or replace trigger mark_app_entry after insert on public.decisions
  for each row when (current_user = 'connected_app') execute function private.mark_app_entry('decision', 'title');
create or replace trigger mark_app_entry after insert on public.squad_messages
  for each row when (current_user = 'connected_app') execute function private.mark_app_entry('message', 'content');

-- Takes back what an app has done to a record, within a day: the newest entry of that kind, while the record is as the app left
-- it, and a message only until the squad has answered. An app undoes what it has added itself.
create or replace function public.undo_app_entry(record uuid, kind text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  asking uuid := (auth.jwt() ->> 'client_id')::uuid;
  me uuid := auth.uid();
  undone public.app_entries;
  current jsonb;
begin
  perform private.require_second_factor();
  select * into undone from public.app_entries e
  where e.record_id = record and e.kind = undo_app_entry.kind and e.user_id = me
    and (asking is null or e.client_id = asking)
  order by e.created_at desc limit 1 for update;
  if undone.undone_at is not null or undone.created_at is null or undone.created_at < now() - interval '1 day'
    or asking is not null
      and not private.app_may(case undone.kind when 'message' then 'squad:write' else 'records:write' end) then
    raise exception using
      errcode = 'P0001', message = 'this cannot be undone', hint = 'It is more than a day old, or undone already.';
  end if;
  -- Locked, so that nothing is changed, or answered, between the comparison and the deletion.
  case
    when undone.kind in ('goal', 'done-goal') then
      select to_jsonb(g) into current from public.goals g where g.id = record and g.user_id = me for update;
    when undone.kind = 'check-in' then
      select to_jsonb(c) into current from public.weekly_checkins c where c.id = record and c.user_id = me for update;
    when undone.kind = 'decision' then
      select to_jsonb(d) into current from public.decisions d where d.id = record and d.user_id = me for update;
    else
      perform from public.squad_conversations c where c.user_id = me for update;
      select to_jsonb(m) into current from public.squad_messages m where m.id = record and m.user_id = me;
      if exists (
        select from public.squad_messages later
        where later.user_id = me and later.sender_type = 'squad' and later.created_at > (current ->> 'created_at')::timestamptz
      ) then
        raise exception using
          errcode = 'P0001', message = 'the squad has answered since', hint = 'Write to them instead.';
      end if;
  end case;
  if current is null or private.content_hash(current) <> undone.content_hash then
    raise exception using
      errcode = 'P0001', message = 'it was changed since', hint = 'Change or delete it where it is.';
  end if;
  update public.app_entries set undone_at = now() where id = undone.id;
  case undone.kind
    when 'goal' then delete from public.goals where id = record;
    when 'done-goal' then update public.goals set completed = false where id = record;
    when 'check-in' then delete from public.weekly_checkins where id = record;
    when 'decision' then delete from public.decisions where id = record;
    when 'message' then delete from public.squad_messages where id = record;
  end case;
end
$$;

revoke all on public.app_entries from public, anon, authenticated;
grant select on public.app_entries to authenticated;
grant all on public.app_entries to service_role;
drop policy if exists "founders read what apps added for them, admins read all" on public.app_entries;
create policy "founders read what apps added for them, admins read all" on public.app_entries
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "no second factor is due" on public.app_entries;
create policy "no second factor is due" on public.app_entries
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages what apps added" on public.app_entries;
create policy "the service manages what apps added" on public.app_entries
  for all to service_role using (true) with check (true);

revoke execute on function private.app_may(text), private.mark_app_entry(), private.content_hash(jsonb),
  public.undo_app_entry(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.undo_app_entry(uuid, text) to authenticated, connected_app;
grant execute on function private.app_may(text) to connected_app;

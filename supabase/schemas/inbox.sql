-- The squad's inbox: who waits, who answers, what the team notes, and who is writing.

-- Since when each founder waits, computed from the messages: the triggers keep it from then on.
create or replace function private.fill_waiting() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.squad_conversations c
  set waiting_since = (
    select min(m.created_at) from public.squad_messages m
    where m.user_id = c.user_id and m.sender_type = 'user' and m.created_at > coalesce(c.answered_at, '-infinity')
  )
  where c.state = 'answered' and c.sender_type = 'user'
$$;

-- The team: who can be assigned a conversation. Members without a name come with their e-mail address.
create or replace function public.squad_members() returns table (id uuid, first_name text, last_name text, email text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.first_name, p.last_name,
      (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = '')
    from public.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'admin'
    order by p.first_name, p.last_name, p.id
    limit 200;
end
$$;

-- An entry of the audit log.
create or replace function private.log_conversation(founder uuid, before jsonb, after jsonb) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  values (auth.uid(), founder, 'squad_conversations', founder, 'update', before, after)
$$;

-- Assigns a conversation to an admin; null unassigns it.
create or replace function public.assign_conversation(founder uuid, member uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  before uuid;
begin
  perform private.require_admin();
  -- Waits for a role that is being revoked: its trigger would not see this row.
  perform from public.user_roles r where r.user_id = member and r.role = 'admin' for share;
  if member is not null and not found then
    raise exception using errcode = '22023', message = 'a conversation is assigned to an admin';
  end if;
  update public.squad_conversations c set assigned_to = member
  from (select * from public.squad_conversations where user_id = founder for update) o
  where c.user_id = o.user_id and c.assigned_to is distinct from member
  returning o.assigned_to into before;
  if found then
    perform private.log_conversation(
      founder, jsonb_build_object('assigned_to', private.name_of(before)),
      jsonb_build_object('assigned_to', private.name_of(member))
    );
  end if;
end
$$;

-- A former admin has no conversations, and is not writing (squad_typing).
create or replace function private.unassign_member() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.squad_conversations set assigned_to = null where assigned_to = old.user_id;
  delete from public.squad_typing where member = old.user_id;
  return null;
end
$$;

create or replace trigger unassign_member after delete on public.user_roles
  for each row execute function private.unassign_member();

-- Marks a conversation as done, unless it has a message after `until`, which the caller has not seen.
create or replace function public.mark_conversation_done(founder uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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

-- Takes mark_conversation_done back.
create or replace function public.reopen_conversation(founder uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  update public.squad_conversations c set done_at = null where c.user_id = founder and c.done_at is not null;
  if found then
    perform private.refresh_conversation(founder);
    perform private.log_conversation(founder, '{"state": "done"}', '{"state": "reopened"}');
  end if;
end
$$;

-- Founders with every word in a message of a week: of 5,000 messages at most, which only a very common word exceeds. Other ways
-- to read the table are off, as in private.messages_of_week.
create or replace function private.founders_of_week(week numeric, words text[]) returns uuid[]
language plpgsql stable
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return array(
    select distinct m.user_id from (
      select o.user_id from public.squad_messages o
      where private.message_words(o.created_at, o.content) @@ private.message_query(week, words)
      limit 5000
    ) m
  );
end
$$;

-- Which of the `candidates` (null: of all founders) have every word in their name or in a message: week by week, the newest
-- first, until there are 1,000.
create or replace function private.founders_with_words(search text, candidates uuid[]) returns uuid[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  words text[] := private.sought_words(search);
  name tsquery := private.name_query(search);
  founders uuid[] := array(
    select p.id from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ name limit 1000
  );
  week_start timestamptz := 'infinity';
  newest timestamptz;
  week numeric;
begin
  while cardinality(words) > 0 and cardinality(founders) < 1000 loop
    select max(m.created_at) into newest from public.squad_messages m where m.created_at < week_start;
    exit when newest is null;
    week := private.message_week(newest);
    founders := array(
      select unnest(founders)
      union
      select f from unnest(private.founders_of_week(week, words)) f where candidates is null or f = any(candidates)
    );
    week_start := to_timestamp((week * 604800)::double precision);
  end loop;
  return founders;
end
$$;

-- A page of the conversations, after the row (`after_at`, `after_id`).
-- filter: all, or those that are not done and are assigned to the caller (mine) or unassigned, those that
--   wait for the squad (waiting), for more than a day (overdue), or are done.
-- search: words of the founder's name or of messages.
-- longest_first: only those that wait, the longest first, where `after_at` is a waiting_since; otherwise newest message
--   first.
create or replace function public.find_conversations(
  filter text default 'all', search text default '', longest_first boolean default false,
  page_size integer default 50, after_at timestamptz default null, after_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, last_message_at timestamptz, preview text, sender_type text,
  sender_name text, unread integer, state text, waiting_since timestamptz, assigned_to uuid,
  email text
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Fixed texts, so that each filter is planned with its index.
  condition text := case filter
    when 'all' then 'true'
    when 'mine' then 'c.state <> ''done'' and c.assigned_to = auth.uid()'
    when 'unassigned' then 'c.state <> ''done'' and c.assigned_to is null'
    when 'waiting' then 'c.waiting_since is not null'
    when 'overdue' then 'c.waiting_since <= $5'
    when 'mine_overdue' then 'c.waiting_since <= $5 and c.state <> ''done'' and c.assigned_to = auth.uid()'
    when 'done' then 'c.state = ''done'''
  end;
  overdue timestamptz := case when filter in ('overdue', 'mine_overdue') then private.overdue_since() end;
  candidates uuid[];
  founders uuid[];
begin
  perform private.require_admin();
  if condition is null then
    raise exception using errcode = '22023', message = 'no such filter';
  end if;
  if search !~ '^\s*$' then
    if filter <> 'all' then
      execute format('select array(select c.user_id from public.squad_conversations c where %s)', condition)
      into candidates using null, null, null, null, overdue;
    end if;
    founders := private.founders_with_words(search, candidates);
    condition := condition || ' and c.user_id = any ($3)';
  end if;
  return query execute format(
    'select c.user_id, p.first_name, p.last_name, c.last_message_at, c.preview, c.sender_type,
      coalesce(c.sender_name, ''''), c.unread, c.state, c.waiting_since, c.assigned_to,
      private.address_of_nameless(p.id)
    from public.squad_conversations c
    -- One lookup per row: a page is short, and there may be very many profiles.
    cross join lateral (select * from public.profiles where id = c.user_id limit 1) as p
    where %s and %s
    order by %s, c.user_id
    limit $4',
    condition,
    case when longest_first
      then 'c.waiting_since >= coalesce($1, ''-infinity'') and (c.waiting_since > coalesce($1, ''-infinity'') or c.user_id > $2)'
      else 'c.last_message_at <= coalesce($1, ''infinity'') and (c.last_message_at < coalesce($1, ''infinity'') or c.user_id > $2)'
    end,
    case when longest_first then 'c.waiting_since' else 'c.last_message_at desc' end
  ) using after_at, after_id, founders, least(greatest(page_size, 1), 200), overdue;
end
$$;

revoke all on public.internal_notes, public.saved_replies, public.squad_typing
from public, anon, authenticated, service_role;
grant select, delete on public.internal_notes, public.saved_replies to authenticated;
grant insert (id, user_id, content) on public.internal_notes to authenticated;
grant insert (title, content), update (title, content) on public.saved_replies to authenticated;
grant select on public.squad_typing to authenticated, service_role;
grant all on public.internal_notes, public.saved_replies to service_role;

drop policy if exists "admins read internal notes" on public.internal_notes;
create policy "admins read internal notes" on public.internal_notes
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins write internal notes" on public.internal_notes;
create policy "admins write internal notes" on public.internal_notes
  for insert to authenticated with check ((select private.is_admin()) and author_id = (select auth.uid()));
drop policy if exists "admins delete internal notes" on public.internal_notes;
create policy "admins delete internal notes" on public.internal_notes
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "the service manages internal notes" on public.internal_notes;
create policy "the service manages internal notes" on public.internal_notes
  for all to service_role using (true) with check (true);
drop policy if exists "admins read saved replies" on public.saved_replies;
create policy "admins read saved replies" on public.saved_replies
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins write saved replies" on public.saved_replies;
create policy "admins write saved replies" on public.saved_replies
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change saved replies" on public.saved_replies;
create policy "admins change saved replies" on public.saved_replies
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "admins delete saved replies" on public.saved_replies;
create policy "admins delete saved replies" on public.saved_replies
  for delete to authenticated using ((select private.is_admin()));
drop policy if exists "the service manages saved replies" on public.saved_replies;
create policy "the service manages saved replies" on public.saved_replies
  for all to service_role using (true) with check (true);
drop policy if exists "admins see who is writing" on public.squad_typing;
create policy "admins see who is writing" on public.squad_typing
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service sees who is writing" on public.squad_typing;
create policy "the service sees who is writing" on public.squad_typing
  for select to service_role using (true);

-- A list that is read whole stays short.
create or replace function private.limit_saved_replies() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select count(*) from public.saved_replies) > 200 then
    raise exception using errcode = '54000', message = 'there are 200 saved replies already';
  end if;
  return null;
end
$$;

create or replace trigger limit_saved_replies after insert on public.saved_replies
  for each statement execute function private.limit_saved_replies();

-- The caller has text in the reply box for a founder, or has no longer. Called again while the text is there: a row
-- that is not renewed says nothing.
create or replace function public.set_typing(founder uuid, is_typing boolean) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  if is_typing then
    -- Only where there is a conversation, or at least an account.
    insert into public.squad_typing (user_id, member)
    select p.id, auth.uid() from public.profiles p where p.id = founder
    on conflict (user_id, member) do update set typed_at = now();
  else
    delete from public.squad_typing t where t.user_id = founder and t.member = auth.uid();
  end if;
end
$$;

-- Other members with text in the reply box for a founder; by the database's clock, since browsers' differ.
create or replace function public.typing_members(founder uuid) returns setof uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select t.member from public.squad_typing t
    where t.user_id = founder and t.member <> auth.uid() and t.typed_at > now() - interval '30 seconds';
end
$$;

revoke execute on function
  private.fill_waiting(), public.squad_members(), private.log_conversation(uuid, jsonb, jsonb),
  public.assign_conversation(uuid, uuid), private.unassign_member(), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid), private.founders_of_week(numeric, text[]), private.founders_with_words(text, uuid[]),
  public.find_conversations(text, text, boolean, integer, timestamptz, uuid), private.limit_saved_replies(),
  public.set_typing(uuid, boolean), public.typing_members(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.squad_members(), public.assign_conversation(uuid, uuid), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid), public.find_conversations(text, text, boolean, integer, timestamptz, uuid),
  public.set_typing(uuid, boolean), public.typing_members(uuid)
to authenticated;

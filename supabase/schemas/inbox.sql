-- The squad's inbox: who waits, and who answers.

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
  set done_at = now(), waiting_since = null, snoozed_until = null, marked_unread = false
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

-- Leaves a conversation out of what is to be done until a day, from tomorrow to 180 days ahead; null ends that.
create or replace function public.snooze_conversation(founder uuid, until date) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  before date;
begin
  perform private.require_admin();
  if until is not null and not (until between today + 1 and today + 180) then
    raise exception using errcode = '22023', message = 'a conversation is snoozed for 1 to 180 days';
  end if;
  update public.squad_conversations c set snoozed_until = snooze_conversation.until
  from (select * from public.squad_conversations where user_id = founder for update) o
  where c.user_id = o.user_id and c.snoozed_until is distinct from snooze_conversation.until
  returning o.snoozed_until into before;
  if found then
    perform private.log_conversation(
      founder, jsonb_build_object('snoozed_until', before),
      jsonb_build_object('snoozed_until', snooze_conversation.until)
    );
  end if;
end
$$;

-- Marks a conversation to be read again, by anybody of the team. The founder's read receipt stays.
create or replace function public.mark_conversation_unread(founder uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  update public.squad_conversations c set marked_unread = true where c.user_id = founder and not c.marked_unread;
end
$$;

-- Whether a conversation is left out of what is to be done today.
create or replace function private.is_snoozed(until date) returns boolean
language sql stable
return coalesce(until > (now() at time zone 'utc')::date, false);

-- How many conversations each filter of find_conversations has.
create or replace function public.count_conversations() returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  overdue timestamptz := private.overdue_since();
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'all', count(*),
      'waiting', count(*) filter (where c.waiting_since is not null and not c.later),
      'overdue', count(*) filter (where c.waiting_since <= overdue and not c.later),
      'mine', count(*) filter (where c.state <> 'done' and c.assigned_to = auth.uid() and not c.later),
      'mine_overdue', count(*) filter (
        where c.waiting_since <= overdue and c.state <> 'done' and c.assigned_to = auth.uid() and not c.later
      ),
      'unassigned', count(*) filter (where c.state <> 'done' and c.assigned_to is null and not c.later),
      'snoozed', count(*) filter (where c.snoozed_until is not null),
      'done', count(*) filter (where c.state = 'done')
    )
    from (select *, private.is_snoozed(o.snoozed_until) as later from public.squad_conversations o) c
  );
end
$$;

-- Founders with every word in a message of a week, and their newest such message: of 5,000 messages at most, which only a very
-- common word exceeds. Other ways to read the table are off, as in private.messages_of_week.
create or replace function private.founders_of_week(week numeric, words text[]) returns table (user_id uuid, message_id uuid)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return query
    select distinct on (m.user_id) m.user_id, m.id from (
      select o.user_id, o.id, o.created_at from public.squad_messages o
      where private.message_words(o.created_at, o.content) @@ private.message_query(week, words)
      limit 5000
    ) m
    order by m.user_id, m.created_at desc, m.id;
end
$$;

-- Which of the `candidates` (null: of all founders) have every word in their name or in a message, with the newest such
-- message: week by week, the newest first, until there are 1,000.
create or replace function private.founders_with_words(search text, candidates uuid[])
returns table (user_id uuid, message_id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  words text[] := private.sought_words(search);
  name tsquery := private.name_query(search);
  named uuid[] := array(
    select p.id from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ name limit 1000
  );
  -- One message for each founder, in the same order.
  founders uuid[] := '{}';
  messages uuid[] := '{}';
  week_start timestamptz := 'infinity';
  newest timestamptz;
  week numeric;
begin
  while cardinality(words) > 0 and cardinality(founders) + cardinality(named) < 1000 loop
    select max(m.created_at) into newest from public.squad_messages m where m.created_at < week_start;
    exit when newest is null;
    week := private.message_week(newest);
    select founders || coalesce(array_agg(f.user_id), '{}'), messages || coalesce(array_agg(f.message_id), '{}')
    into founders, messages
    from private.founders_of_week(week, words) f
    where (candidates is null or f.user_id = any(candidates)) and not f.user_id = any(founders);
    week_start := to_timestamp((week * 604800)::double precision);
  end loop;
  return query
    select coalesce(f.user_id, n.user_id), f.message_id
    from unnest(founders, messages) as f (user_id, message_id)
    full join unnest(named) as n (user_id) on n.user_id = f.user_id;
end
$$;

-- A page of the conversations, after the row (`after_at`, `after_id`).
-- filter: all, or those that are not done and are assigned to the caller (mine) or unassigned, those that
--   wait for the squad (waiting), for more than a day (overdue), or are done; none of them snoozed. Or those that are, or
--   were until today (snoozed).
-- last_author: who of the team wrote the last message, where it is known. match: the newest message with the words of the
--   search, and its excerpt.
-- search: words of the founder's name or of messages.
-- longest_first: only those that wait, the longest first, where `after_at` is a waiting_since; otherwise newest message
--   first.
create or replace function public.find_conversations(
  filter text default 'all', search text default '', longest_first boolean default false,
  page_size integer default 50, after_at timestamptz default null, after_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, last_message_at timestamptz, preview text, sender_type text,
  sender_name text, unread integer, state text, waiting_since timestamptz, assigned_to uuid,
  email text, snoozed_until date, last_author uuid, match_id uuid, match_excerpt text
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Fixed texts, so that each filter is planned with its index.
  condition text := case filter
    when 'all' then 'true'
    when 'mine' then 'c.state <> ''done'' and c.assigned_to = auth.uid() and not private.is_snoozed(c.snoozed_until)'
    when 'unassigned' then 'c.state <> ''done'' and c.assigned_to is null and not private.is_snoozed(c.snoozed_until)'
    when 'waiting' then 'c.waiting_since is not null and not private.is_snoozed(c.snoozed_until)'
    when 'overdue' then 'c.waiting_since <= $5 and not private.is_snoozed(c.snoozed_until)'
    when 'mine_overdue' then
      'c.waiting_since <= $5 and c.state <> ''done'' and c.assigned_to = auth.uid() and not private.is_snoozed(c.snoozed_until)'
    when 'snoozed' then 'c.snoozed_until is not null'
    when 'done' then 'c.state = ''done'''
  end;
  words text[] := private.sought_words(search);
  overdue timestamptz := case when filter in ('overdue', 'mine_overdue') then private.overdue_since() end;
  candidates uuid[];
  founders uuid[];
  matches uuid[];
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
    select coalesce(array_agg(f.user_id), '{}'), coalesce(array_agg(f.message_id), '{}') into founders, matches
    from private.founders_with_words(search, candidates) f;
    condition := condition || ' and c.user_id = any ($3)';
  end if;
  return query execute format(
    'select c.user_id, p.first_name, p.last_name, c.last_message_at, c.preview, c.sender_type,
      coalesce(c.sender_name, ''''), case when c.marked_unread then greatest(c.unread, 1) else c.unread end, c.state,
      c.waiting_since, c.assigned_to, private.address_of_nameless(p.id), c.snoozed_until, (
        select a.author_id from public.squad_answers a
        where c.sender_type = ''squad'' and a.user_id = c.user_id and a.created_at = c.last_message_at limit 1
      ), m.id,
      case when m.id is not null then private.excerpt(m.content, $6) end
    from (
      select * from public.squad_conversations c where %1$s and %2$s order by %3$s, c.user_id limit $4
    ) c
    -- One lookup per row: a page is short, and there may be very many profiles.
    cross join lateral (select * from public.profiles where id = c.user_id limit 1) as p
    left join public.squad_messages m on m.id = $7[array_position($3, c.user_id)]
    order by %3$s, c.user_id',
    condition,
    case when longest_first
      then 'c.waiting_since >= coalesce($1, ''-infinity'') and (c.waiting_since > coalesce($1, ''-infinity'') or c.user_id > $2)'
      else 'c.last_message_at <= coalesce($1, ''infinity'') and (c.last_message_at < coalesce($1, ''infinity'') or c.user_id > $2)'
    end,
    case when longest_first then 'c.waiting_since' else 'c.last_message_at desc' end
  ) using after_at, after_id, founders, least(greatest(page_size, 1), 200), overdue, words, matches;
end
$$;

revoke execute on function
  private.fill_waiting(), public.squad_members(), private.log_conversation(uuid, jsonb, jsonb),
  public.assign_conversation(uuid, uuid), private.unassign_member(), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid), private.founders_of_week(numeric, text[]), private.founders_with_words(text, uuid[]),
  public.find_conversations(text, text, boolean, integer, timestamptz, uuid), public.snooze_conversation(uuid, date),
  public.mark_conversation_unread(uuid), private.is_snoozed(date), public.count_conversations()
from public, anon, authenticated, service_role;
grant execute on function
  public.squad_members(), public.assign_conversation(uuid, uuid), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid), public.find_conversations(text, text, boolean, integer, timestamptz, uuid),
  public.snooze_conversation(uuid, date), public.mark_conversation_unread(uuid), public.count_conversations()
to authenticated;

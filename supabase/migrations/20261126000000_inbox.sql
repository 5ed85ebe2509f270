-- The squad's inbox: whether a conversation waits for the squad, who of the team answers it, and how the list is filtered.

alter table public.squad_conversations
  -- The founder's first message that was neither answered nor marked as done.
  add column waiting_since timestamptz,
  -- When an admin marked it as done. Any later message ends that.
  add column done_at timestamptz,
  -- The admin who answers it; null while unassigned. No foreign key: a trigger unassigns who is no admin any more.
  add column assigned_to uuid,
  add column state text not null generated always as (
    case when waiting_since is not null then 'waiting' when done_at is not null then 'done' else 'answered' end
  ) stored,
  add constraint done_does_not_wait check (waiting_since is null or done_at is null);

-- For conversations of the past.
create function private.fill_waiting() returns void
language sql
set search_path = ''
as $$
  update public.squad_conversations c
  set waiting_since = (
    select min(m.created_at) from public.squad_messages m
    where m.user_id = c.user_id and m.sender_type = 'user' and m.created_at > coalesce(c.answered_at, '-infinity')
  )
  where c.state = 'answered' and c.sender_type = 'user'
$$;

select private.fill_waiting();

create index squad_conversations_longest_waiting on public.squad_conversations (waiting_since, user_id)
  where waiting_since is not null;
create index squad_conversations_done on public.squad_conversations (last_message_at desc, user_id)
  where state = 'done';
create index squad_conversations_by_assignee on public.squad_conversations (assigned_to, last_message_at desc, user_id)
  where state <> 'done';
-- To unassign a member.
create index squad_conversations_assigned on public.squad_conversations (assigned_to) where assigned_to is not null;

-- As before, and: the founder waits from the first message after the squad's last one.
create or replace function private.messages_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.squad_conversations as c
    (user_id, last_message_at, preview, sender_type, sender_name, answered_at, unread, waiting_since)
  select distinct on (user_id) user_id, created_at, left(content, 50), sender_type, sender_name, answered,
    count(*) filter (where is_open) over (partition by user_id),
    min(created_at) filter (where is_open) over (partition by user_id)
  from (
    select *, sender_type = 'user' and created_at > coalesce(answered, '-infinity') as is_open
    from (
      select *, max(created_at) filter (where sender_type = 'squad') over (partition by user_id) as answered from added
    ) as message
  ) as message
  -- In a fixed order: two transactions with messages of the same founders would otherwise deadlock.
  order by user_id, created_at desc, id
  on conflict (user_id) do update set
    (last_message_at, preview, sender_type, sender_name) = (
      select m.last_message_at, m.preview, m.sender_type, m.sender_name
      from (values
        (excluded.last_message_at, excluded.preview, excluded.sender_type, excluded.sender_name, 2),
        (c.last_message_at, c.preview, c.sender_type, c.sender_name, 1)
      ) as m (last_message_at, preview, sender_type, sender_name, position)
      order by m.last_message_at desc, m.position desc limit 1
    ),
    answered_at = greatest(c.answered_at, excluded.answered_at),
    unread = excluded.unread + case when excluded.answered_at is null then c.unread else 0 end,
    waiting_since = case
      when excluded.answered_at is null then least(c.waiting_since, excluded.waiting_since)
      else excluded.waiting_since
    end,
    done_at = null;
  return null;
end
$$;

-- As before, and the time since when the founder waits.
create or replace function private.refresh_conversation(founder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Locks before counting: a message that is being added is counted by the second transaction.
  perform from public.squad_conversations where user_id = founder for update;
  update public.squad_conversations c
  set (last_message_at, preview, sender_type, sender_name) = (
      select m.created_at, left(m.content, 50), m.sender_type, m.sender_name
      from public.squad_messages m where m.user_id = founder order by m.created_at desc, m.id limit 1
    ),
    answered_at = answered.at,
    (unread, waiting_since) = (
      select
        count(*) filter (where m.created_at > coalesce(c.read_until, '-infinity')),
        case when c.done_at is null then min(m.created_at) end
      from public.squad_messages m
      where m.user_id = founder and m.sender_type = 'user' and m.created_at > coalesce(answered.at, '-infinity')
    )
  from (
    select max(m.created_at) as at from public.squad_messages m where m.user_id = founder and m.sender_type = 'squad'
  ) as answered
  where c.user_id = founder;
end
$$;

-- The team: who can be assigned a conversation. Members without a name come with their e-mail address.
create function public.squad_members() returns table (id uuid, first_name text, last_name text, email text)
language plpgsql stable security definer
set search_path = ''
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
create function private.log_conversation(founder uuid, before jsonb, after jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  values (auth.uid(), founder, 'squad_conversations', founder, 'update', before, after)
$$;

-- Assigns a conversation to an admin; null unassigns it.
create function public.assign_conversation(founder uuid, member uuid) returns void
language plpgsql security definer
set search_path = ''
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

-- Who is no admin any more has no conversations, and is not writing (squad_typing, in the next files).
create function private.unassign_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.squad_conversations set assigned_to = null where assigned_to = old.user_id;
  delete from public.squad_typing where member = old.user_id;
  return null;
end
$$;
create trigger unassign_member after delete on public.user_roles
  for each row execute function private.unassign_member();

-- Marks a conversation as done: the founder does not wait for an answer. `until` is the date of the newest message on
-- the screen; refused when the founder has written since.
create function public.mark_conversation_done(founder uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid;
begin
  perform private.require_admin();
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
create function public.reopen_conversation(founder uuid) returns void
language plpgsql security definer
set search_path = ''
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

-- Who has a message with every word in a week: of 5,000 messages at most, which only a very common word exceeds. Other ways
-- to read the table are off, as in private.messages_of_week.
create function private.founders_of_week(week numeric, words text[]) returns uuid[]
language plpgsql stable
set search_path = ''
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
create function private.founders_with_words(search text, candidates uuid[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
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

drop function public.find_conversations(integer, timestamptz, uuid);

-- A page of the conversations, after the row (`after_at`, `after_id`).
-- filter: all, or those that are not done and are assigned to the caller (mine) or unassigned, those that
--   wait for the squad (waiting), for more than a day (overdue), or are done.
-- search: words of the founder's name or of messages.
-- longest_first: only those that wait, the longest first, where `after_at` is a waiting_since; otherwise newest message
--   first.
create function public.find_conversations(
  filter text default 'all', search text default '', longest_first boolean default false,
  page_size integer default 50, after_at timestamptz default null, after_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, last_message_at timestamptz, preview text, sender_type text,
  sender_name text, unread integer, state text, waiting_since timestamptz, assigned_to uuid
)
language plpgsql stable security definer
set search_path = ''
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
      coalesce(c.sender_name, ''''), c.unread, c.state, c.waiting_since, c.assigned_to
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

revoke execute on function
  private.fill_waiting(), private.log_conversation(uuid, jsonb, jsonb), private.unassign_member(),
  private.founders_of_week(numeric, text[]), private.founders_with_words(text, uuid[]), public.squad_members(),
  public.assign_conversation(uuid, uuid), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid),
  public.find_conversations(text, text, boolean, integer, timestamptz, uuid)
from public, anon, authenticated;
grant execute on function
  public.squad_members(), public.assign_conversation(uuid, uuid), public.mark_conversation_done(uuid, timestamptz),
  public.reopen_conversation(uuid),
  public.find_conversations(text, text, boolean, integer, timestamptz, uuid)
to authenticated;

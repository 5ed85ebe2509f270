-- Comments: messages between a founder and the squad about a check-in, a decision or a goal.

-- Of the same founder. Another's record is refused like one that does not exist.
create or replace function private.require_subject() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from public.founder_records r
    where r.user_id = new.user_id and r.id = new.about_id and r.kind = new.about_kind
  ) then
    raise exception using errcode = 'P0001', message = 'what this comment is about was deleted';
  end if;
  return new;
end
$$;

create or replace trigger require_subject before insert on public.squad_messages
  for each row when (new.about_id is not null) execute function private.require_subject();

-- A founder's messages later than `after` that wait for the squad, unless by their date: a comment answers those about the same
-- record, every other message of the squad answers all before it.
create or replace function private.open_messages(founder uuid, after timestamptz) returns setof public.squad_messages
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select m.* from public.squad_messages m
  where m.user_id = founder and m.sender_type = 'user' and m.created_at > coalesce(after, '-infinity')
    and (m.about_id is null or not exists (
      select from public.squad_messages s
      where s.user_id = founder and s.about_kind = m.about_kind and s.about_id = m.about_id
        and s.sender_type = 'squad' and s.created_at > m.created_at
    ))
$$;

-- The squad has answered comments of these founders, but not what else they wait for.
create or replace function private.comments_answered(founders uuid[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.squad_conversations c
  set (unread, waiting_since) = (
    select count(*) filter (where m.created_at > coalesce(c.read_until, '-infinity')), min(m.created_at)
    from private.open_messages(c.user_id, greatest(c.answered_at, c.waiting_since - interval '1 microsecond')) m
  )
  where c.user_id = any (founders) and c.waiting_since is not null
$$;

-- The squad's messages later than `after` that the founder has not read, neither in the conversation nor beside their record.
create or replace function private.unread_replies(founder uuid, after timestamptz) returns setof public.squad_messages
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select m.* from public.squad_messages m
  left join public.read_receipts r on r.user_id = founder
  where m.user_id = founder and m.sender_type = 'squad' and m.created_at > coalesce(after, '-infinity')
    and m.created_at > coalesce((r.comments_read ->> m.about_id::text)::timestamptz, '-infinity')
$$;

-- The caller has read the comments on a record until then. The receipt is one moment for the conversation, which is not read
-- with them.
create or replace function public.mark_comments_read(record uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  perform private.require_finite(until);
  update public.read_receipts r
  set comments_read = r.comments_read || jsonb_build_object(record, comments.newest)
  from (
    select max(m.created_at) as newest
    from private.unread_replies(auth.uid(), null) m
    where m.about_id = record and m.created_at <= mark_comments_read.until
  ) as comments
  where r.user_id = auth.uid() and comments.newest > coalesce(r.founder_read_until, '-infinity');
  if found then
    perform private.refresh_receipt(auth.uid(), null);
  end if;
end
$$;

-- The records of a founder with comments, those with the newest first: how many, and how many the caller's side has not read.
create or replace function public.comment_counts(founder uuid default auth.uid())
returns table (record uuid, comments integer, unread integer)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select m.about_id, count(*)::integer, count(*) filter (
    where case when founder = auth.uid()
      then m.sender_type = 'squad' and m.created_at > greatest(
        r.founder_read_until, (r.comments_read ->> m.about_id::text)::timestamptz, '-infinity'
      )
      else m.sender_type = 'user' and m.created_at > greatest(c.read_until, c.answered_at, m.answered_at, '-infinity')
    end
  )::integer
  from (
    select o.*, max(o.created_at) filter (where o.sender_type = 'squad') over (partition by o.about_id) as answered_at
    from public.squad_messages o where o.user_id = founder and o.about_id is not null
  ) m
  left join public.read_receipts r on r.user_id = founder
  left join public.squad_conversations c on c.user_id = founder
  group by m.about_id
  order by max(m.created_at) desc
  limit 1000
$$;

revoke execute on function
  private.require_subject(), private.open_messages(uuid, timestamptz), private.comments_answered(uuid[]),
  private.unread_replies(uuid, timestamptz), public.mark_comments_read(uuid, timestamptz), public.comment_counts(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.mark_comments_read(uuid, timestamptz), public.comment_counts(uuid) to authenticated;

-- Mails about the squad's replies that stay unread for half an hour.

create or replace function private.queue_reply_mails() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.reply_mails as m (user_id, due_at)
  -- In a fixed order: two transactions with replies to the same founders would otherwise deadlock.
  select user_id, min(created_at) + interval '30 minutes' from added
  where sender_type = 'squad' group by user_id order by user_id
  on conflict (user_id) do update set due_at = greatest(excluded.due_at, m.mailed_at + interval '1 hour')
    where m.due_at is null;
  return null;
end
$$;

-- After the trigger of the receipts, by name.
create or replace trigger replies_queued after insert on public.squad_messages
  referencing new table as added for each statement execute function private.queue_reply_mails();

-- The replies that a founder has neither read nor been mailed; older ones than three days are not mailed any more. The
-- first ten come with their texts, and what they are about.
create or replace function private.unmailed_replies(
  founder uuid, mailed_until timestamptz, out since timestamptz, out until timestamptz, out unread integer, out replies jsonb
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  with unread as (
    select m.id, m.created_at, m.sender_name, m.content, m.about_kind, m.about_id,
      row_number() over (order by m.created_at, m.id) as place
    from private.unread_replies(founder, greatest(
      mailed_until, now() - interval '3 days',
      (select r.founder_read_until from public.read_receipts r where r.user_id = founder)
    )) m
  )
  select min(created_at), max(created_at), count(*)::integer,
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'sender', sender_name, 'text', left(content, 1000), 'is_cut', char_length(content) > 1000, 'about', (
          select jsonb_build_object('kind', r.kind, 'id', r.id, 'title', r.title, 'period', r.period)
          from public.founder_records r
          where r.user_id = founder and r.id = about_id and r.kind = about_kind
        )
      ) order by place
    ) filter (where place <= 10)
  from unread
$$;

-- The replies up to `until` were mailed. Later ones are due an hour from now at the earliest.
create or replace function public.reply_mail_sent(founder uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  -- Locks before looking for later replies: one that is being added is queued by its own transaction.
  perform from private.reply_mails m where m.user_id = founder for update;
  update private.reply_mails m
  set mailed_until = greatest(m.mailed_until, reply_mail_sent.until), mailed_at = now(), attempts = 0, day = today,
    mails = case when m.day = today then m.mails + 1 else 1 end,
    due_at = (
      select greatest(min(s.created_at) + interval '30 minutes', now() + interval '1 hour')
      from public.squad_messages s
      where s.user_id = founder and s.sender_type = 'squad'
        and s.created_at > greatest(m.mailed_until, reply_mail_sent.until)
      having count(*) > 0
    )
  where m.user_id = founder;
end
$$;

-- Hands out founders whose replies are to be mailed, each to one caller, and again after growing delays until the mail is
-- confirmed as sent. Replies not to be mailed (any more) leave the queue. Texts go to proven addresses only. `failure` says
-- why a founder's replies cannot be read; after 24 attempts, some two days and a half, they leave the queue.
create or replace function public.claim_reply_mails(max_rows integer)
returns table (
  founder uuid, email text, first_reply uuid, until timestamptz, unread integer, replies jsonb, failure text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.reply_mails;
  found_replies record;
  claimed integer := 0;
  today date := (now() at time zone 'utc')::date;
begin
  -- One by one: a cursor would lock rows ahead, which another server would miss.
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    select * into mail from private.reply_mails m
    where m.due_at <= now() order by m.due_at limit 1 for update skip locked;
    exit when not found;
    email := private.mail_address(mail.user_id);
    failure := null;
    begin
      select * into found_replies from private.unmailed_replies(mail.user_id, mail.mailed_until);
    exception when others then
      failure := sqlerrm;
      select null::timestamptz as since, null::timestamptz as until, 0 as unread, '[]'::jsonb as replies into found_replies;
    end;
    if email is null or found_replies.since is null and (failure is null or mail.attempts >= 24)
      or exists (select from public.mail_settings s where s.user_id = mail.user_id and not s.replies) then
      update private.reply_mails m set due_at = null, attempts = 0 where m.user_id = mail.user_id;
    elsif found_replies.since > now() - interval '30 minutes' then
      -- The reply that was queued has been read, a later one has not.
      update private.reply_mails m set due_at = found_replies.since + interval '30 minutes', attempts = 0
      where m.user_id = mail.user_id;
    elsif mail.day = today and mail.mails >= 8 then
      update private.reply_mails m set due_at = (today + 1)::timestamp at time zone 'utc' where m.user_id = mail.user_id;
    else
      -- Longer than sending takes: the mail server's timeouts add up to less.
      update private.reply_mails m
      set attempts = m.attempts + 1, due_at = now() + interval '5 minutes' * 2 ^ least(m.attempts, 5)
      where m.user_id = mail.user_id;
      founder := mail.user_id;
      first_reply := found_replies.replies -> 0 ->> 'id';
      until := found_replies.until;
      unread := found_replies.unread;
      replies := case when private.is_address_proven(founder) then found_replies.replies else '[]' end;
      claimed := claimed + 1;
      return next;
    end if;
  end loop;
end
$$;

revoke execute on function
  private.queue_reply_mails(), private.unmailed_replies(uuid, timestamptz), public.reply_mail_sent(uuid, timestamptz),
  public.claim_reply_mails(integer)
from public, anon, authenticated, service_role;
grant execute on function public.reply_mail_sent(uuid, timestamptz), public.claim_reply_mails(integer) to service_role;

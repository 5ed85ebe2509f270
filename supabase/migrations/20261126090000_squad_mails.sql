-- Mails to founders who do not look: the squad's replies that stay unread for half an hour. And which mails a founder wants.

-- One row for each founder who has chosen; without a row, the defaults apply.
create table public.mail_settings (
  user_id uuid primary key references auth.users on delete cascade,
  -- Replies that stay unread.
  replies boolean not null default true,
  -- The week, on Mondays at 8:00 in the time zone below.
  weekly boolean not null default false,
  -- IANA name, as PostgreSQL knows it.
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64)
);

alter table public.mail_settings enable row level security;
revoke all on public.mail_settings from public, anon, authenticated;
grant select on public.mail_settings to authenticated;
-- Founders choose with one upsert, which sets every column, its key too; the trigger rejects another key.
grant insert (user_id, replies, weekly, time_zone), update (user_id, replies, weekly, time_zone)
  on public.mail_settings to authenticated;
grant all on public.mail_settings to service_role;
create trigger reject_owner_change before update on public.mail_settings
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

create policy "founders read their own mail settings" on public.mail_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "founders choose their first mail settings" on public.mail_settings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "founders change their own mail settings" on public.mail_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "no second factor is due" on public.mail_settings
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
create policy "the service manages mail settings" on public.mail_settings
  for all to service_role using (true) with check (true);

-- A time zone as PostgreSQL knows it. Browsers report some by their former names, which not every system has.
create function private.known_time_zone(name text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  known text := coalesce((
    select present from (
      values
        ('Africa/Asmera', 'Africa/Asmara'), ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'),
        ('America/Catamarca', 'America/Argentina/Catamarca'), ('America/Coral_Harbour', 'America/Atikokan'),
        ('America/Cordoba', 'America/Argentina/Cordoba'), ('America/Godthab', 'America/Nuuk'),
        ('America/Indianapolis', 'America/Indiana/Indianapolis'), ('America/Jujuy', 'America/Argentina/Jujuy'),
        ('America/Louisville', 'America/Kentucky/Louisville'), ('America/Mendoza', 'America/Argentina/Mendoza'),
        ('Asia/Calcutta', 'Asia/Kolkata'), ('Asia/Katmandu', 'Asia/Kathmandu'), ('Asia/Rangoon', 'Asia/Yangon'),
        ('Asia/Saigon', 'Asia/Ho_Chi_Minh'), ('Atlantic/Faeroe', 'Atlantic/Faroe'), ('Europe/Kiev', 'Europe/Kyiv'),
        ('Pacific/Enderbury', 'Pacific/Kanton'), ('Pacific/Ponape', 'Pacific/Pohnpei'), ('Pacific/Truk', 'Pacific/Chuuk')
    ) as renamed (former, present) where former = known_time_zone.name
  ), known_time_zone.name);
begin
  -- A plus or minus would be read as a distance from UTC, with the sign of POSIX.
  if known !~ '^[A-Za-z][A-Za-z0-9_/+-]*$' or known ~ '^[A-Z]{3,}[+-]?[0-9]' then
    raise exception using errcode = '22023', message = 'that is not the name of a time zone';
  end if;
  perform now() at time zone known;
  return known;
end
$$;

create function private.check_time_zone() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.time_zone := private.known_time_zone(new.time_zone);
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.mail_settings
  for each row execute function private.check_time_zone();

-- The queue of founders with replies that are not mailed yet, and what was mailed last. Rows stay, because the next mail
-- depends on them.
create table private.reply_mails (
  user_id uuid primary key references auth.users on delete cascade,
  -- When to look whether there is something to mail; null until the squad writes again.
  due_at timestamptz,
  -- Since the last mail.
  attempts integer not null default 0,
  -- The newest reply that was mailed, and when.
  mailed_until timestamptz,
  mailed_at timestamptz,
  -- How many mails were sent on this day, UTC.
  day date,
  mails integer not null default 0
);
create index reply_mails_by_time on private.reply_mails (due_at) where due_at is not null;

create function private.queue_reply_mails() returns trigger
language plpgsql security definer
set search_path = ''
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
create trigger replies_queued after insert on public.squad_messages
  referencing new table as added for each statement execute function private.queue_reply_mails();

-- Where a founder gets mails: none when the account is deleted or banned, its address is not confirmed, or it is an
-- admin's.
create function private.mail_address(founder uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select u.email::text from auth.users u
  where u.id = founder and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and not private.is_admin_user(u.id)
$$;

-- Whether the address has been shown to be the founder's. This project's own server confirms none at sign-up, and records
-- later proofs; Supabase's auth server has confirmed them by mail.
create function private.is_address_proven(founder uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  is_proven boolean := true;
begin
  if to_regclass('server.proven_emails') is not null then
    execute 'select exists (
      select from server.proven_emails p join auth.users u on u.id = p.user_id and u.email = p.email where p.user_id = $1
    )' into is_proven using founder;
  end if;
  return is_proven;
end
$$;

-- The replies that a founder has neither read nor been mailed; older ones than three days are not mailed any more. The
-- first ten come with their texts.
create function private.unmailed_replies(
  founder uuid, mailed_until timestamptz, out since timestamptz, out until timestamptz, out unread integer, out replies jsonb
)
language sql stable security definer
set search_path = ''
as $$
  with unread as (
    select m.id, m.created_at, m.sender_name, m.content, row_number() over (order by m.created_at, m.id) as place
    from public.squad_messages m
    where m.user_id = founder and m.sender_type = 'squad' and m.created_at > greatest(
      mailed_until, now() - interval '3 days',
      (select r.founder_read_until from public.read_receipts r where r.user_id = founder)
    )
  )
  select min(created_at), max(created_at), count(*)::integer,
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'sender', sender_name, 'text', left(content, 1000), 'is_cut', char_length(content) > 1000
      ) order by place
    ) filter (where place <= 10)
  from unread
$$;

-- Hands out founders whose replies are to be mailed, each to one caller, and again after growing delays until the mail is
-- confirmed as sent. What is not to be mailed (any more) leaves the queue. Texts go to proven addresses only.
create function public.claim_reply_mails(max_rows integer)
returns table (founder uuid, email text, first_reply uuid, until timestamptz, unread integer, replies jsonb)
language plpgsql security definer
set search_path = ''
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
    select * into found_replies from private.unmailed_replies(mail.user_id, mail.mailed_until);
    if email is null or found_replies.since is null
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

-- The replies up to `until` were mailed. Later ones are due an hour from now at the earliest.
create function public.reply_mail_sent(founder uuid, until timestamptz) returns void
language plpgsql security definer
set search_path = ''
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

-- Switches one kind of mail off, as the links in mails do; an account that is gone gets none anyway.
create function public.stop_mails(founder uuid, kind text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  case kind
    when 'replies' then
      insert into public.mail_settings (user_id, replies) select u.id, false from auth.users u where u.id = founder
      on conflict (user_id) do update set replies = false;
    when 'weekly' then
      update public.mail_settings s set weekly = false where s.user_id = founder;
    else
      raise exception using errcode = '22023', message = 'there is no such kind of mail';
  end case;
end
$$;

-- As before, and the mail settings.
create or replace function private.own_values() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.id = auth.uid()),
    'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = auth.uid()),
    'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = auth.uid()),
    'read_receipt', (select to_jsonb(r) - 'user_id' from public.read_receipts r where r.user_id = auth.uid()),
    'mail_settings', (select to_jsonb(s) - 'user_id' from public.mail_settings s where s.user_id = auth.uid())
  )
$$;

revoke execute on function
  private.known_time_zone(text), private.check_time_zone(), private.queue_reply_mails(), private.mail_address(uuid),
  private.is_address_proven(uuid), private.unmailed_replies(uuid, timestamptz), public.claim_reply_mails(integer),
  public.reply_mail_sent(uuid, timestamptz), public.stop_mails(uuid, text)
from public, anon, authenticated;
grant execute on function
  public.claim_reply_mails(integer), public.reply_mail_sent(uuid, timestamptz), public.stop_mails(uuid, text)
to service_role;

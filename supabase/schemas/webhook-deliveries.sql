-- What is posted to webhooks, and once (docs/decisions/0068-webhooks.md). Locks: the webhook before its deliveries.

-- What a delivery says: ids, facts, and under `founder_words` what the founder has written, each text cut after 2,000 characters.
-- Null when the record is gone.
create or replace function private.webhook_content(delivery private.webhook_deliveries) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  content jsonb;
  words jsonb;
begin
  case delivery.event
    when 'test' then
      return '{}';
    when 'founder.message' then
      select jsonb_build_object('about', case when m.about_id is not null then
          jsonb_build_object('kind', m.about_kind, 'id', m.about_id) end),
        jsonb_build_object('text', left(m.content, 2000))
      into content, words
      from public.squad_messages m where m.id = delivery.about;
    when 'check_in.saved' then
      select jsonb_build_object('week_of', c.week_of, 'mood', c.mood, 'corrected_at', c.corrected_at),
        jsonb_build_object(
          'wins', left(c.wins, 2000), 'blockers', left(c.blockers, 2000), 'next_priority', left(c.next_priority, 2000)
        )
      into content, words
      from public.weekly_checkins c where c.id = delivery.about;
    when 'decision.due' then
      select '{}', jsonb_build_object('title', d.title, 'expected', left(d.expected, 2000)) into content, words
      from public.decisions d where d.id = delivery.about;
    when 'call.booked', 'call.changed', 'call.canceled' then
      select '{}', jsonb_build_object('topic', b.topic) into content, words
      from public.squad_bookings b where b.id = delivery.about;
    else
      content := '{}';
      words := '{}';
  end case;
  return jsonb_build_object('id', delivery.about) || content || delivery.facts || jsonb_build_object(
    'founder', jsonb_build_object('id', delivery.user_id, 'name', private.given_name(delivery.user_id)),
    'founder_words', words
  );
end
$$;

-- Hands out deliveries that are due, each to one caller, and of each webhook one at a time: a slow one delays no other. One that is
-- switched off gets tests alone. Those whose record is gone are given up. `failure` says why one cannot be computed.
create or replace function public.claim_webhooks(max_rows integer)
returns table (
  id uuid, webhook uuid, event text, happened_at timestamptz, shape text, sealed_url text, sealed_secret text,
  sealed_old_secret text, content jsonb, failure text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  hook private.webhooks;
  delivery private.webhook_deliveries;
  claimed integer := 0;
begin
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    select w.* into hook from private.webhooks w
    where (w.busy_until is null or w.busy_until <= now()) and exists (
      select from private.webhook_deliveries d where d.webhook = w.id and d.due_at <= now() and (w.is_on or d.event = 'test')
    )
    order by w.busy_until nulls first, w.id limit 1 for no key update skip locked;
    exit when hook.id is null;
    select d.* into delivery from private.webhook_deliveries d
    where d.webhook = hook.id and d.due_at <= now() and (hook.is_on or d.event = 'test')
    order by d.due_at, d.happened_at, d.id limit 1 for update skip locked;
    if delivery.id is null then
      -- Its founder's account is being deleted.
      update private.webhooks w set busy_until = now() + interval '1 second' where w.id = hook.id;
      continue;
    end if;
    failure := null;
    begin
      content := private.webhook_content(delivery);
    exception when others then
      failure := sqlerrm;
    end;
    if failure is not null then
      -- It waits beside the others, for three days.
      update private.webhook_deliveries d
      set failure = 'Not sent: this server could not write it',
        due_at = case when d.happened_at > now() - interval '3 days' then now() + interval '1 hour' end
      where d.id = delivery.id;
    elsif content is null then
      update private.webhook_deliveries d set due_at = null, failure = 'Not sent: the record is gone' where d.id = delivery.id;
      continue;
    else
      -- Longer than a request and noting its result take.
      update private.webhooks w set busy_until = now() + interval '1 minute' where w.id = hook.id;
      update private.webhook_deliveries d set attempts = d.attempts + 1, due_at = now() + interval '2 minutes'
      where d.id = delivery.id;
    end if;
    id := delivery.id;
    webhook := hook.id;
    event := delivery.event;
    happened_at := delivery.happened_at;
    shape := hook.shape;
    sealed_url := hook.sealed_url;
    sealed_secret := hook.sealed_secret;
    sealed_old_secret := case when hook.old_secret_until > now() then hook.sealed_old_secret end;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

-- Seconds until the next delivery is due, if that is soon: a first retry is waited for.
create or replace function public.next_webhook() returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select min(greatest(extract(epoch from greatest(n.due_at, w.busy_until) - now()), 0))::double precision
  from private.webhooks w
  cross join lateral (
    select min(d.due_at) as due_at from private.webhook_deliveries d
    where d.webhook = w.id and d.due_at is not null and (w.is_on or d.event = 'test')
  ) n
  where greatest(n.due_at, w.busy_until) <= now() + interval '6 seconds'
$$;

-- The service has accepted a delivery.
create or replace function public.webhook_sent(delivery uuid, status integer) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  hook uuid := (select d.webhook from private.webhook_deliveries d where d.id = delivery);
begin
  update private.webhooks w set busy_until = null, failing_since = null where w.id = hook;
  update private.webhook_deliveries d
  set delivered_at = now(), due_at = null, status = webhook_sent.status, failure = null
  where d.id = webhook_sent.delivery;
end
$$;

-- The service has not accepted it, with a status or for another reason. It is tried again after about 5 s, 5 min, 30 min, 2 h, 5 h,
-- 10 h and twice a day, no sooner than the service says; a test, and one of a webhook that is switched off, is not. 410 switches the
-- webhook off, and so does a failure after five days of nothing else.
create or replace function public.webhook_failed(
  delivery uuid, reason text, status integer default null, seconds integer default 0
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  pauses constant interval[] := array['5 s', '5 min', '30 min', '2 h', '5 h', '10 h', '24 h', '24 h'];
  tried private.webhook_deliveries;
  hook private.webhooks;
  wait interval := make_interval(secs => least(greatest(webhook_failed.seconds, 0), 86400));
begin
  select w.* into hook from private.webhooks w
  where w.id = (select d.webhook from private.webhook_deliveries d where d.id = webhook_failed.delivery) for no key update;
  if hook.id is null then
    return;
  end if;
  select d.* into tried from private.webhook_deliveries d where d.id = webhook_failed.delivery for update;
  -- Jitter: webhooks of many products that failed together are not tried together.
  update private.webhook_deliveries d
  set due_at = case
      when hook.is_on and tried.event <> 'test' and tried.attempts <= cardinality(pauses)
      then now() + greatest(pauses[tried.attempts] * (0.9 + 0.2 * random()), wait)
    end,
    status = webhook_failed.status, failure = left(webhook_failed.reason, 200)
  where d.id = tried.id;
  -- What else waits for this webhook is refused for now, too; for an hour at most.
  hook.busy_until := case when wait > interval '0' then now() + least(wait, interval '1 hour') end;
  if tried.event <> 'test' then
    hook.failing_since := coalesce(hook.failing_since, now());
  end if;
  update private.webhooks w set busy_until = hook.busy_until, failing_since = hook.failing_since where w.id = hook.id;
  if hook.is_on and (webhook_failed.status = 410 or hook.failing_since <= now() - interval '5 days') then
    update private.webhooks w
    set is_on = false, off_reason = case when webhook_failed.status = 410 then 'gone' else 'failing' end where w.id = hook.id;
    perform private.give_up_deliveries(hook.id);
    insert into private.webhook_mails (webhook, user_id)
    select hook.id, r.user_id from public.user_roles r where r.role = 'admin'
    on conflict on constraint webhook_mails_pkey do update set queued_at = now(), due_at = now(), attempts = 0;
    perform pg_notify('functions', 'webhook-mails');
  end if;
end
$$;

-- What waits for a webhook that is switched off is not sent. It can be sent again by hand.
create or replace function private.give_up_deliveries(webhook uuid) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update private.webhook_deliveries d
  set due_at = null, failure = coalesce(d.failure, 'Not sent: the webhook was switched off')
  where d.webhook = give_up_deliveries.webhook and d.due_at is not null and d.event <> 'test'
$$;

-- Hands out admins to mail about a webhook that the server has switched off, each to one caller, and again after growing delays until
-- the mail is confirmed as sent. It is not mailed once somebody has switched it on, or to who cannot be reached.
create or replace function public.claim_webhook_mails(max_rows integer)
returns table (webhook uuid, member uuid, email text, name text, address text, off_reason text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  mail private.webhook_mails;
  claimed integer := 0;
begin
  for look in 1..1000 loop
    exit when claimed >= least(max_rows, 100);
    mail := jsonb_populate_record(
      null::private.webhook_mails, private.claim_due('private.webhook_mails', interval '5 minutes', 5)
    );
    exit when mail.webhook is null;
    email := case when private.is_admin_user(mail.user_id) then public.proven_address(mail.user_id) end;
    select w.name, w.address, w.off_reason into name, address, off_reason
    from private.webhooks w where w.id = mail.webhook and not w.is_on and w.off_reason is not null;
    if email is null or off_reason is null or mail.queued_at < now() - interval '5 days' then
      delete from private.webhook_mails m where m.webhook = mail.webhook and m.user_id = mail.user_id;
      continue;
    end if;
    webhook := mail.webhook;
    member := mail.user_id;
    claimed := claimed + 1;
    return next;
  end loop;
end
$$;

create or replace function public.webhook_mail_sent(webhook uuid, member uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from private.webhook_mails m where m.webhook = webhook_mail_sent.webhook and m.user_id = webhook_mail_sent.member
$$;

-- The log of more than 30 days ago, and secrets that sign nothing any more.
create or replace function private.forget_webhooks() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from private.webhook_deliveries d where d.created_at < now() - interval '30 days' and d.due_at is null;
  update private.webhooks w set sealed_old_secret = null, old_secret_until = null where w.old_secret_until <= now();
$$;

revoke execute on function
  private.webhook_content(private.webhook_deliveries), public.claim_webhooks(integer), public.next_webhook(),
  public.webhook_sent(uuid, integer), public.webhook_failed(uuid, text, integer, integer), private.give_up_deliveries(uuid),
  public.claim_webhook_mails(integer), public.webhook_mail_sent(uuid, uuid), private.forget_webhooks()
from public, anon, authenticated, service_role;
grant execute on function
  public.claim_webhooks(integer), public.next_webhook(), public.webhook_sent(uuid, integer),
  public.webhook_failed(uuid, text, integer, integer), public.claim_webhook_mails(integer), public.webhook_mail_sent(uuid, uuid)
to service_role;

-- Webhooks as admins set them up: URL and secret are encrypted by the function `webhooks`, under a key that the database does not have
-- (docs/decisions/0068-webhooks.md). Events are in webhook-events.sql, what is posted in webhook-deliveries.sql.

-- domain/webhooks.ts has their words.
create or replace function private.webhook_events() returns text[]
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select array[
    'founder.message', 'check_in.saved', 'decision.due', 'call.booked', 'call.changed', 'call.canceled', 'founder.at_risk',
    'promise.broken'
  ]
$$;

create or replace function private.check_webhook() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not new.events <@ private.webhook_events() then
    raise exception using errcode = '22023', message = 'there is no such event';
  end if;
  -- Two at the same time cannot exceed the limit together.
  perform pg_advisory_xact_lock(hashtext('private.webhooks'));
  if tg_op = 'INSERT' and (select count(*) from private.webhooks) >= 20 then
    raise exception using errcode = '54000', message = 'there are 20 webhooks at most';
  end if;
  return new;
end
$$;

create or replace trigger check_webhook before insert or update of events on private.webhooks
  for each row execute function private.check_webhook();

-- Without what is encrypted. The server's own changes have no caller.
create or replace function private.log_webhook_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  hidden constant text[] := array[
    'id', 'sealed_url', 'sealed_secret', 'sealed_old_secret', 'old_secret_until', 'on_since', 'created_at', 'off_reason',
    'failing_since', 'busy_until'
  ];
  old_values jsonb := to_jsonb(old) - hidden;
  new_values jsonb := to_jsonb(new) - hidden;
begin
  if auth.uid() is null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.sealed_secret <> old.sealed_secret then
      new_values := new_values || '{"secret": "another one"}';
    end if;
    if new.sealed_url <> old.sealed_url then
      new_values := new_values || '{"url": "another one"}';
    end if;
    if new_values = old_values then
      return null;
    end if;
  end if;
  insert into public.admin_audit (admin_id, table_name, row_id, action, before, after)
  values (
    auth.uid(), 'webhooks', coalesce(new.id, old.id), lower(tg_op),
    -- With the name, whatever has changed.
    private.truncate_values(
      case when old.id is not null then
        coalesce(private.changed_columns(old_values, new_values), '{}') || jsonb_build_object('name', old.name) end
    ),
    private.truncate_values(
      case when new.id is not null then
        coalesce(private.changed_columns(new_values, old_values), '{}') || jsonb_build_object('name', new.name) end
    )
  );
  return null;
end
$$;

create or replace trigger log_admin_change
  after insert or delete or update of name, address, sealed_url, sealed_secret, shape, events, is_on on private.webhooks
  for each row execute function private.log_webhook_change();

-- All, by name; neither URLs nor secrets. `waiting` is counted to 10,000, from which on no more events are queued.
create or replace function public.list_webhooks()
returns table (
  id uuid, name text, address text, shape text, events text[], is_on boolean, off_reason text, failing_since timestamptz,
  old_secret_until timestamptz, created_at timestamptz, waiting integer
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select w.id, w.name, w.address, w.shape, w.events, w.is_on, w.off_reason, w.failing_since,
      case when w.old_secret_until > now() then w.old_secret_until end, w.created_at, private.waiting_deliveries(w.id)
    from private.webhooks w order by lower(w.name), w.id;
end
$$;

-- A webhook posts what founders write to another service, and a token alone may be stolen: all that begins or redirects it requires
-- a recent proof, and so does deleting it with its log. Switching it off is urgent, and grants nothing.
create or replace function private.require_webhook_rights() returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.require_recent_proof();
end
$$;

create or replace function private.require_webhook(is_there boolean) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not is_there then
    raise exception using errcode = 'P0002', message = 'the webhook no longer exists';
  end if;
end
$$;

create or replace function public.add_webhook(
  id uuid, name text, address text, sealed_url text, sealed_secret text, shape text, events text[]
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_webhook_rights();
  insert into private.webhooks (id, name, address, sealed_url, sealed_secret, shape, events)
  values (
    add_webhook.id, btrim(add_webhook.name), add_webhook.address, add_webhook.sealed_url, add_webhook.sealed_secret,
    add_webhook.shape, add_webhook.events
  );
end
$$;

-- Another URL comes with its address, and is tried again. Events that are added are sent from now on.
create or replace function public.change_webhook(
  webhook uuid, name text, shape text, events text[], address text default null, sealed_url text default null
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_webhook_rights();
  if (address is null) <> (sealed_url is null) then
    raise exception using errcode = '22023', message = 'a URL is changed together with its address';
  end if;
  update private.webhooks w
  set name = btrim(change_webhook.name), shape = change_webhook.shape, events = change_webhook.events,
    address = coalesce(change_webhook.address, w.address),
    sealed_url = coalesce(change_webhook.sealed_url, w.sealed_url),
    failing_since = case when change_webhook.sealed_url is null then w.failing_since end,
    on_since = case when change_webhook.events <@ w.events then w.on_since else now() end
  where w.id = change_webhook.webhook;
  perform private.require_webhook(found);
end
$$;

create or replace function public.rotate_webhook_secret(webhook uuid, sealed_secret text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_webhook_rights();
  update private.webhooks w
  set sealed_old_secret = w.sealed_secret, old_secret_until = now() + interval '24 hours',
    sealed_secret = rotate_webhook_secret.sealed_secret
  where w.id = rotate_webhook_secret.webhook;
  perform private.require_webhook(found);
end
$$;

-- What waits is given up when it is switched off, and what was being queued at that moment when it is switched on again.
create or replace function public.switch_webhook(webhook uuid, is_on boolean) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  was_on boolean;
begin
  perform private.require_admin();
  if switch_webhook.is_on then
    perform private.require_recent_proof();
  end if;
  select w.is_on into was_on from private.webhooks w where w.id = switch_webhook.webhook for no key update;
  perform private.require_webhook(found);
  update private.webhooks w
  set is_on = switch_webhook.is_on, off_reason = null, failing_since = null,
    on_since = case when switch_webhook.is_on and not was_on then now() else w.on_since end
  where w.id = switch_webhook.webhook;
  if not (switch_webhook.is_on and was_on) then
    perform private.give_up_deliveries(switch_webhook.webhook);
  end if;
end
$$;

create or replace function public.delete_webhook(webhook uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_webhook_rights();
  delete from private.webhooks w where w.id = delete_webhook.webhook;
  perform private.require_webhook(found);
end
$$;

-- A page of what was sent, newest first, after the row (`after_at`, `after_id`).
create or replace function public.webhook_log(
  webhook uuid, page_size integer default 20, after_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, event text, created_at timestamptz, delivered_at timestamptz, due_at timestamptz, attempts integer, status integer,
  failure text
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select d.id, d.event, d.created_at, d.delivered_at, d.due_at, d.attempts, d.status::integer, d.failure
    from private.webhook_deliveries d
    where d.webhook = webhook_log.webhook
      and (d.created_at, d.id) < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by d.created_at desc, d.id desc
    limit least(greatest(page_size, 1), 100);
end
$$;

-- Counts what admins send by hand, for the whole team.
create or replace function private.count_webhook_sends() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if public.consume_rate_limit('webhook-sends', 60, 600) > 0 then
    raise exception using errcode = 'P0001', message = 'this was done 60 times in ten minutes', hint = 'Wait a while.';
  end if;
end
$$;

-- Sends an event that says that it is a test, also to a webhook that is switched off. It is tried once.
create or replace function public.test_webhook(webhook uuid) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  delivery uuid;
begin
  perform private.require_admin();
  perform private.count_webhook_sends();
  perform from private.webhooks w where w.id = test_webhook.webhook for key share;
  perform private.require_webhook(found);
  insert into private.webhook_deliveries (webhook, event, about, happened_at, due_at)
  values (test_webhook.webhook, 'test', gen_random_uuid(), now(), now()) returning id into delivery;
  perform pg_notify('functions', 'send-webhooks');
  return delivery;
end
$$;

-- Sends one again that was delivered or given up, under the same id; not to a webhook that is switched off, which needs a proof to be
-- switched on. One that was tried counts as tried: its receiver may know it, so it stands for nothing that follows.
create or replace function public.send_webhook_again(delivery uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_on boolean;
begin
  perform private.require_admin();
  perform private.count_webhook_sends();
  select w.is_on into is_on
  from private.webhooks w join private.webhook_deliveries d on d.webhook = w.id
  where d.id = send_webhook_again.delivery for share of w;
  if is_on is null then
    raise exception using errcode = 'P0002', message = 'the delivery no longer exists';
  elsif not is_on then
    raise exception using
      errcode = 'P0001', message = 'the webhook is switched off', hint = 'webhook_off',
      detail = 'Events are sent again once it is switched on.';
  end if;
  update private.webhook_deliveries d
  set due_at = now(), attempts = least(d.attempts, 1), delivered_at = null, status = null, failure = null
  where d.id = send_webhook_again.delivery and d.due_at is null;
  perform pg_notify('functions', 'send-webhooks');
end
$$;

revoke execute on function
  private.webhook_events(), private.check_webhook(), private.log_webhook_change(), public.list_webhooks(),
  private.require_webhook_rights(), private.require_webhook(boolean),
  public.add_webhook(uuid, text, text, text, text, text, text[]),
  public.change_webhook(uuid, text, text, text[], text, text), public.rotate_webhook_secret(uuid, text),
  public.switch_webhook(uuid, boolean), public.delete_webhook(uuid),
  public.webhook_log(uuid, integer, timestamptz, uuid), private.count_webhook_sends(), public.test_webhook(uuid),
  public.send_webhook_again(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_webhooks(), public.add_webhook(uuid, text, text, text, text, text, text[]),
  public.change_webhook(uuid, text, text, text[], text, text), public.rotate_webhook_secret(uuid, text),
  public.switch_webhook(uuid, boolean), public.delete_webhook(uuid),
  public.webhook_log(uuid, integer, timestamptz, uuid), public.test_webhook(uuid), public.send_webhook_again(uuid)
to authenticated;

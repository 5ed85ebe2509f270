-- Invitations of founders (docs/decisions/0061-invitations.md).

revoke all on public.founder_invitations from public, anon, authenticated, service_role;
grant select on public.founder_invitations to authenticated, service_role;

drop policy if exists "admins read invitations" on public.founder_invitations;
create policy "admins read invitations" on public.founder_invitations
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads invitations" on public.founder_invitations;
create policy "the service reads invitations" on public.founder_invitations
  for select to service_role using (true);

-- An account whose address was never confirmed, and with which nobody signed in, is no obstacle.
create or replace function private.has_account(address text) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from auth.users u
    where u.email = address and (u.email_confirmed_at is not null or u.last_sign_in_at is not null)
  )
$$;

-- As the table's check. One address, of which nothing is a header of a mail.
create or replace function private.is_mail_address(address text) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select address ~ '^[^@[:space:][:cntrl:]<>,;:"()\\]+@[^@[:space:][:cntrl:]<>,;:"()\\]+\.[^@[:space:][:cntrl:]<>,;:"()\\]+$'
    and char_length(address) <= 254
$$;

-- Counts mails against the day's limit for the whole team: a stolen token mails strangers no more than that.
create or replace function private.count_invitation_mails(mails integer) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select max(public.consume_rate_limit('invitations', 1000, 86400)) from generate_series(1, mails)) > 0 then
    raise exception using
      errcode = '54000', message = '1,000 invitations were mailed today', hint = 'More can be mailed tomorrow.';
  end if;
end
$$;

-- Invites up to 200 addresses: each gets a mail with a link that sets name and password. `outcome` says what was done:
-- 'invited', or why nothing was: 'invited before', 'has an account', 'no address'.
create or replace function public.invite_founders(addresses text[], words text default null, label uuid default null)
returns table (email text, outcome text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  given text[];
  added text[];
begin
  perform private.require_admin();
  if addresses is null or cardinality(addresses) not between 1 and 200 then
    raise exception using errcode = '22023', message = 'this is for 1 to 200 addresses at once';
  end if;
  if char_length(invite_founders.words) > 1000 then
    raise exception using errcode = '22023', message = 'the words have at most 1,000 characters';
  end if;
  if invite_founders.label is not null
    and not exists (select from public.founder_labels l where l.id = invite_founders.label) then
    raise exception using errcode = 'P0002', message = 'the label no longer exists';
  end if;
  -- Admins who invite at the same moment wait for each other, so that they cannot exceed a limit together.
  perform pg_advisory_xact_lock(hashtext('public.founder_invitations'));
  given := array(
    select distinct lower(btrim(a, E' \t\n\r')) from unnest(addresses) as a where a is not null and char_length(a) <= 1000
  );
  with new as (
    insert into public.founder_invitations (email, words, label, invited_by)
    select g, nullif(btrim(invite_founders.words), ''), invite_founders.label, auth.uid()
    from unnest(given) as g
    where private.is_mail_address(g) and not private.has_account(g)
    on conflict (email) do nothing returning email
  )
  select coalesce(array_agg(n.email), '{}') into added from new n;
  if (select count(*) from public.founder_invitations) > 1000 then
    raise exception using
      errcode = '54000', message = 'there are 1,000 invitations already', hint = 'Withdraw those that are not needed.';
  end if;
  if added <> '{}' then
    perform private.count_invitation_mails(cardinality(added));
    insert into public.admin_audit (admin_id, table_name, row_id, action, after)
    values (
      auth.uid(), 'founder_invitations', gen_random_uuid(), 'insert',
      private.truncate_values(jsonb_build_object('addresses', array_to_string(added, ', ')))
    );
    perform pg_notify('functions', 'invitation-mails');
  end if;
  return query
    select g, case
      when g = any(added) then 'invited'
      when not private.is_mail_address(g) then 'no address'
      when private.has_account(g) then 'has an account'
      else 'invited before'
    end
    from unnest(given) as g order by 1;
end
$$;

-- The name of who invites; null when there is none: the address is not for strangers.
create or replace function private.given_name(account uuid) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p where p.id = account
$$;

-- Mails an invitation again, whose link is valid for another fourteen days.
create or replace function public.send_invitation_again(invitation uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  known public.founder_invitations;
begin
  perform private.require_admin();
  select * into known from public.founder_invitations i where i.id = invitation for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'the invitation no longer exists';
  end if;
  -- It is being sent.
  if known.due_at is not null then
    return;
  end if;
  if known.sent_at > now() - interval '10 minutes' then
    raise exception using errcode = 'P0001', message = 'it was sent in the last ten minutes';
  end if;
  perform private.count_invitation_mails(1);
  update public.founder_invitations i set due_at = now(), attempts = 0 where i.id = invitation;
  insert into public.admin_audit (admin_id, table_name, row_id, action, after)
  values (auth.uid(), 'founder_invitations', invitation, 'update', jsonb_build_object('address', known.email));
  perform pg_notify('functions', 'invitation-mails');
end
$$;

-- Its link opens nothing any more.
create or replace function public.withdraw_invitation(invitation uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address text;
begin
  perform private.require_admin();
  delete from public.founder_invitations i where i.id = invitation returning i.email into address;
  if not found then
    raise exception using errcode = 'P0002', message = 'the invitation no longer exists';
  end if;
  insert into public.admin_audit (admin_id, table_name, row_id, action, before)
  values (auth.uid(), 'founder_invitations', invitation, 'delete', jsonb_build_object('address', address));
end
$$;

-- Hands out invitations whose mail is due, each to one server, and again after growing delays until it is confirmed as
-- sent; after ten attempts, some nine hours, it is for an admin to send it again.
create or replace function public.claim_invitations(max_rows integer)
returns table (id uuid, email text, words text, inviter text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select i.id from public.founder_invitations i
      where i.due_at <= now() order by i.due_at limit least(max_rows, 100) for update skip locked
    ),
    claimed as (
      update public.founder_invitations i
      set attempts = i.attempts + 1,
        due_at = case when i.attempts < 9 then now() + interval '5 minutes' * 2 ^ least(i.attempts, 5) end
      from due where i.id = due.id
      returning i.id, i.email, i.words, i.invited_by
    )
    select c.id, c.email, c.words, private.given_name(c.invited_by) from claimed c;
end
$$;

create or replace function public.invitation_sent(invitation uuid, expires_at timestamptz) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update public.founder_invitations i
  set sent_at = now(), expires_at = invitation_sent.expires_at, due_at = null, attempts = 0 where i.id = invitation
$$;

-- What an invitation's page shows: nothing once it is gone. `unused` is an account with its address that nobody has used.
create or replace function public.read_invitation(invitation uuid)
returns table (email text, inviter text, has_account boolean, unused uuid)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select i.email, private.given_name(i.invited_by), private.has_account(i.email),
    (
      select u.id from auth.users u
      where u.email = i.email and u.email_confirmed_at is null and u.last_sign_in_at is null
    )
  from public.founder_invitations i where i.id = invitation
$$;

-- The founder whose account was made by it gets its label.
create or replace function public.accept_invitation(invitation uuid, founder uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  accepted public.founder_invitations;
begin
  delete from public.founder_invitations i where i.id = invitation returning * into accepted;
  if accepted.label is not null and exists (select from public.profiles p where p.id = founder) then
    insert into public.labelled_founders (label, user_id) values (accepted.label, founder)
    on conflict on constraint labelled_founders_pkey do nothing;
  end if;
end
$$;

-- Whoever made an account in another way has the label too. Links that ended three months ago are sent again by nobody.
create or replace function private.settle_invitations() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.accept_invitation(i.id, u.id)
  from public.founder_invitations i join auth.users u on u.email = i.email
  where private.has_account(i.email);
  delete from public.founder_invitations i where i.expires_at < now() - interval '90 days' and i.due_at is null;
end
$$;

revoke execute on function
  private.count_invitation_mails(integer), private.settle_invitations(), private.has_account(text), private.is_mail_address(text), private.given_name(uuid), public.invite_founders(text[], text, uuid),
  public.send_invitation_again(uuid), public.withdraw_invitation(uuid), public.claim_invitations(integer),
  public.invitation_sent(uuid, timestamptz), public.read_invitation(uuid), public.accept_invitation(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.invite_founders(text[], text, uuid), public.send_invitation_again(uuid), public.withdraw_invitation(uuid)
to authenticated;
grant execute on function
  public.claim_invitations(integer), public.invitation_sent(uuid, timestamptz), public.read_invitation(uuid),
  public.accept_invitation(uuid, uuid)
to service_role;

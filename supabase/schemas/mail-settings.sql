-- Which mails a founder or an admin wants, and to which address.

revoke all on public.mail_settings from public, anon, authenticated;
grant select on public.mail_settings to authenticated;

-- Founders choose with one upsert, which sets every column, its key too; the trigger rejects another key.
grant insert (user_id, replies, weekly, reminder_hour, time_zone, promises, team_week_hour),
  update (user_id, replies, weekly, reminder_hour, time_zone, promises, team_week_hour)
  on public.mail_settings to authenticated;
grant all on public.mail_settings to service_role;

create or replace trigger reject_owner_change before update on public.mail_settings
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

drop policy if exists "founders read their own mail settings" on public.mail_settings;
create policy "founders read their own mail settings" on public.mail_settings
  for select to authenticated using (user_id = (select auth.uid()));
drop policy if exists "founders choose their first mail settings" on public.mail_settings;
create policy "founders choose their first mail settings" on public.mail_settings
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "founders change their own mail settings" on public.mail_settings;
create policy "founders change their own mail settings" on public.mail_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.mail_settings;
create policy "no second factor is due" on public.mail_settings
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages mail settings" on public.mail_settings;
create policy "the service manages mail settings" on public.mail_settings
  for all to service_role using (true) with check (true);

-- A founder's address for mails: none when the account is deleted or banned, its address is not confirmed, or it is an
-- admin's.
create or replace function private.mail_address(founder uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select u.email::text from auth.users u
  where u.id = founder and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and not private.is_admin_user(u.id)
$$;

-- Whether the address has been shown to be the founder's. This project's own server confirms none at sign-up, and records
-- later proofs; Supabase's auth server has confirmed them by mail.
create or replace function private.is_address_proven(founder uuid) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
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

-- Switches one kind of mail off, as the links in mails do; an account that is gone gets none anyway.
create or replace function public.stop_mails(founder uuid, kind text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  case kind
    when 'replies' then
      insert into public.mail_settings (user_id, replies) select u.id, false from auth.users u where u.id = founder
      on conflict (user_id) do update set replies = false;
    when 'weekly' then
      update public.mail_settings s set weekly = false where s.user_id = founder;
    when 'reminder' then
      update public.mail_settings s set reminder_hour = null where s.user_id = founder;
    when 'promises' then
      insert into public.mail_settings (user_id, promises) select u.id, false from auth.users u where u.id = founder
      on conflict (user_id) do update set promises = false;
    when 'team_week' then
      update public.mail_settings s set team_week_hour = null where s.user_id = founder;
    else
      raise exception using errcode = '22023', message = 'there is no such kind of mail';
  end case;
end
$$;

-- A user's address for mails to themselves: that of their own account, once it is proven to be theirs. Unlike
-- `private.mail_address`, admins get theirs too: they ask for the mail.
create or replace function public.proven_address(account uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select u.email::text from auth.users u
  where u.id = account and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and private.is_address_proven(u.id)
$$;

-- Whether the caller's address is proven to be theirs. The web app asks for a mailed code before it adds a first second factor
-- to an account whose address is not: until the proof anyone may have created the account.
create or replace function public.is_my_address_proven() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.is_address_proven(auth.uid())
$$;

revoke execute on function
  private.mail_address(uuid), private.is_address_proven(uuid), public.stop_mails(uuid, text), public.proven_address(uuid),
  public.is_my_address_proven()
from public, anon, authenticated, service_role;
grant execute on function public.stop_mails(uuid, text), public.proven_address(uuid) to service_role;
grant execute on function public.is_my_address_proven() to authenticated;

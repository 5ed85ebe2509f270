-- Deleting the account and making a calendar address take a proof from the last ten minutes that the person at the session
-- is its owner: signing in, a second factor, or a confirmation in place. A token alone may be stolen. Looked up with each
-- call, since the claims of a token are up to an hour old.
create function private.require_recent_proof() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  if not exists (
    select from auth.mfa_amr_claims
    where session_id = (auth.jwt() ->> 'session_id')::uuid
      and authentication_method <> 'token_refresh' and updated_at > now() - interval '10 minutes'
  ) then
    raise exception using
      errcode = '42501', message = 'this takes a proof from the last 10 minutes that it is you',
      hint = 'reauthentication_needed';
  end if;
end
$$;
revoke execute on function private.require_recent_proof() from public, anon, authenticated;

create or replace function public.delete_my_account() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_recent_proof();
  if private.is_admin_user(me) then
    -- Admins who leave at the same moment do so one after the other: the last of them stays.
    perform from public.user_roles where role = 'admin' order by user_id for update;
    if not exists (select from public.user_roles where role = 'admin' and user_id <> me) then
      raise exception using
        errcode = 'P0001', message = 'the last admin cannot leave', hint = 'Make somebody else an admin first.';
    end if;
  end if;
  delete from private.turns where bucket = 'chat:user:' || me;
  delete from auth.users where id = me;
end
$$;

-- Gives the caller a new secret, this once; the one before opens nothing any more. 32 bytes, base64url, of 244 random bits.
create or replace function public.new_calendar_feed(time_zone text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  secret text := translate(encode(random, 'base64'), '+/=', '-_');
begin
  perform private.require_recent_proof();
  insert into private.calendar_feeds (user_id, secret_hash, time_zone)
  values (auth.uid(), sha256(convert_to(secret, 'utf8')), new_calendar_feed.time_zone)
  on conflict (user_id) do update set
    secret_hash = excluded.secret_hash, time_zone = excluded.time_zone, created_at = now(), last_read_at = null;
  return secret;
end
$$;

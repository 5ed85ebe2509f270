-- As before, and: the session still has the level that the token states. Policies judge by the token, which a server takes at
-- its word for up to five seconds after another one has lowered the session.
create or replace function private.require_recent_proof() returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  perform private.require_second_factor();
  if exists (select from auth.sessions where id = session and aal::text < auth.jwt() ->> 'aal') then
    raise exception using errcode = '42501', message = 'this takes a session that has passed the second factor';
  end if;
  if not exists (
    select from auth.mfa_amr_claims
    where session_id = session
      and authentication_method <> 'token_refresh' and updated_at > now() - interval '10 minutes'
  ) then
    raise exception using
      errcode = '42501', message = 'this takes a proof from the last 10 minutes that it is you',
      hint = 'reauthentication_needed';
  end if;
end
$$;

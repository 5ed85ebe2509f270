-- Recovering an account, with a mailed link or a recovery code, sets auth.users.recovery_token to '', as GoTrue does, whether
-- or not it was: triggers here and in the product's migrations then end what could still open the account. Asking for a
-- link leaves the column alone.
create trigger end_pending_links_with_recovery after update of recovery_token on auth.users
  for each row when (new.recovery_token = '') execute function server.end_pending_links();

-- As before, and ends what a recovery ends.
create or replace function server.use_recovery_code(
  session_id uuid, person uuid, hash text, at timestamptz, client_ip inet
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lowered uuid[];
  passing jsonb;
begin
  perform from auth.users where id = person for update;
  perform from auth.sessions where id = session_id and user_id = person for update;
  if not found then
    return '{"outcome": "session-from-token-missing"}';
  end if;
  update server.recovery_codes set used_at = at where user_id = person and code_hash = hash and used_at is null;
  if not found then
    return '{"outcome": "proof-wrong"}';
  end if;
  update auth.users set recovery_token = '' where id = person;
  insert into server.audit (at, actor, action, details) values (at, person, 'recovery-code-used', jsonb_build_object(
    'ip', host(client_ip),
    'left', (select count(*) from server.recovery_codes where user_id = person and used_at is null)
  ));
  passing := server.lift_session(session_id, null, 'mfa/recovery_code', at);
  select coalesce(array_agg(s.id), '{}') into lowered from auth.sessions s
  where s.user_id = person and s.id <> use_recovery_code.session_id;
  perform server.lower_sessions(lowered, at);
  return passing || jsonb_build_object('ended', passing -> 'ended' || to_jsonb(lowered));
end
$$;

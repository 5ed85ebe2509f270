-- As before, and: `verified_hash` is the password hash that was compared. While it was, the account's owner may have removed
-- or replaced the password. Returns null, and counts nothing as a success, unless it is still the account's.
drop function server.sign_in(uuid, text, timestamptz, inet, text, text, text[]);

create function server.sign_in(
  account_id uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text, counted text[],
  verified_hash text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  counter text;
begin
  -- Locked, so that a change of the password comes either before or after the session, which it then ends.
  perform from auth.users
  where id = account_id and (verified_hash is null or encrypted_password = verified_hash) for update;
  if not found then
    return null;
  end if;
  foreach counter in array counted loop
    -- The attempt was allowed, so without it the limit is not reached.
    update server.rate_limits set hits = greatest(hits - 1, 0), free_at = null where key = counter;
  end loop;
  return server.create_session(account_id, method, at, client_ip, client_agent, spent_limit);
end
$$;

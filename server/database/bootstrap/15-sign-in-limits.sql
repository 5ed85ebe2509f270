-- Limits of failed sign-ins for networks and accounts. An attempt counts itself before the password is looked at, so
-- that many at once cannot slip past, and is taken back when the password is right: only failures stay counted.

-- The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177).
create function server.network_of(address inet) returns inet
language sql immutable
set search_path = ''
as $$
  select network(set_masklen(address, case family(address) when 4 then 32 else 64 end))
$$;

-- Networks that an account was signed in from: they stay open while somebody elsewhere uses up the account's limit.
create index audit_sign_in_networks on server.audit (actor, server.network_of((details ->> 'ip')::inet))
  where action = 'sign-in';

create function server.has_signed_in_from(email_address text, client_ip inet) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from auth.users u join server.audit a on a.actor = u.id
    where u.email = email_address and u.is_sso_user = false and a.action = 'sign-in'
      and server.network_of((a.details ->> 'ip')::inet) = server.network_of(client_ip)
  )
$$;

-- Opens a session after the right password. `counted` names the counters that the attempt is taken back from, in the
-- order in which attempts lock them; `spent_limit` the counter that a success clears.
create function server.sign_in(
  person uuid, method text, at timestamptz, client_ip inet, client_agent text, spent_limit text, counted text[]
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  counter text;
begin
  foreach counter in array counted loop
    -- The attempt was let through, so without it the limit is not reached.
    update server.rate_limits set hits = greatest(hits - 1, 0), free_at = null where key = counter;
  end loop;
  return server.open_session(person, method, at, client_ip, client_agent, spent_limit);
end
$$;

-- The codes that an address was mailed, when somebody types one (GoTrue's own index).
create index one_time_tokens_by_address on auth.one_time_tokens using hash (relates_to);

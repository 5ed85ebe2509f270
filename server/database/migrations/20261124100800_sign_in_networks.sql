-- The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177).
create function server.network_of(address inet) returns inet
language sql immutable
set search_path = ''
as $$
  select network(set_masklen(address, case family(address) when 4 then 32 else 64 end))
$$;

-- Networks that the account has signed in from stay open when someone else uses up the account's limit.
create index audit_sign_in_networks on server.audit (actor, server.network_of((details ->> 'ip')::inet))
  where action = 'sign-in';

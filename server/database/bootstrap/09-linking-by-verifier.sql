-- The verifier of the code flow (RFC 7636) says which browser began: no cookie does. What a provider vouches for is linked
-- when the verifier is shown, not when some browser comes back.
alter table server.provider_flows drop column browser_hash;

delete from server.linking_flows;
alter table server.linking_flows add column claims jsonb not null;

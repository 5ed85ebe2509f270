-- A page of the radar begins after who has waited how long, too, and says who answers.
drop function if exists public.founders_at_risk(boolean, integer, integer, uuid);

-- A page of the users says how many of them are admins.
drop function if exists public.find_founders(text, integer, timestamptz, uuid);

comment on column private.risk.severity is 'The points of the reasons, which add up (private.risks).';

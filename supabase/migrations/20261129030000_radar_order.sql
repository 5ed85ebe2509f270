-- A page of the radar begins after who has waited how long, too, and says who answers.
drop function if exists public.founders_at_risk(boolean, integer, integer, uuid);

comment on column private.risk.severity is 'The points of the reasons, which add up (private.risks).';

-- What a model may be asked a day, by one founder and by all: counted here, so that every server counts the same. Who is
-- over the limit does not use up what is left for the others.
create function public.take_model_turn(founder uuid, allowed integer, allowed_in_all integer) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  a_day constant integer := 86400;
begin
  if public.take_turn('model:user:' || founder, allowed, a_day) > 0 then return 'founder'; end if;
  if public.take_turn('model:all', allowed_in_all, a_day) > 0 then return 'all'; end if;
  return 'taken';
end
$$;
revoke execute on function public.take_model_turn(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.take_model_turn(uuid, integer, integer) to service_role;

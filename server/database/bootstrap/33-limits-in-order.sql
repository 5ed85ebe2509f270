-- Counts one attempt under each limit in turn, up to the first that refuses: an attempt that is refused uses up no later one.
-- @returns seconds to wait, 0 when the attempt may go on
create function server.admit(
  at timestamptz, keys text[], allowed integer[], within text[], first_waits text[], longest_waits text[]
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  wait integer := 0;
begin
  for i in 1 .. cardinality(keys) loop
    wait := server.hit(
      keys[i], at, allowed[i], within[i]::interval, first_waits[i]::interval, longest_waits[i]::interval
    );
    exit when wait > 0;
  end loop;
  return wait;
end
$$;

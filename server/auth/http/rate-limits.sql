-- Counts one attempt. Returns the seconds to wait before the next one is accepted, 0 when this one is allowed. After
-- `allowed` attempts the key waits: to the end of its window, or, when waits are given, for `first_wait`, doubled
-- with each further attempt up to `longest_wait`. A counter that ends later than one of now can was counted while the
-- clock was ahead, and has ended; the minutes are for nodes whose clocks differ.
create or replace function server.check_limit(
  limit_key text, at timestamptz, allowed integer, within interval, first_wait interval, longest_wait interval
) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  counter server.rate_limits;
begin
  insert into server.rate_limits (key, hits, ends_at) values (limit_key, 0, at + within) on conflict do nothing;
  select * into counter from server.rate_limits where key = limit_key for update;
  if counter.ends_at > at + within + coalesce(longest_wait, '0') + interval '5 minutes' then
    counter.ends_at := at;
    counter.free_at := null;
  end if;
  if counter.free_at > at then
    return ceil(extract(epoch from counter.free_at - at));
  end if;
  if counter.ends_at <= at then
    counter.hits := 0;
    counter.ends_at := at + within;
  end if;
  counter.hits := counter.hits + 1;
  counter.free_at := case
    when counter.hits < allowed then null
    when first_wait is null then counter.ends_at
    else at + least(longest_wait, first_wait * power(2, least(counter.hits - allowed, 20)))
  end;
  if first_wait is not null and counter.free_at is not null then
    counter.ends_at := counter.free_at + within;
  end if;
  update server.rate_limits
  set hits = counter.hits, ends_at = counter.ends_at, free_at = counter.free_at
  where key = limit_key;
  return 0;
end
$$;

-- Counts one attempt under each limit in turn, up to the first that rejects it: a rejected attempt uses up no later
-- limit. Returns the seconds to wait, 0 when the attempt is allowed.
create or replace function server.check_limits(
  at timestamptz, keys text[], allowed integer[], within text[], first_waits text[], longest_waits text[]
) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  wait integer := 0;
begin
  for i in 1 .. cardinality(keys) loop
    wait := server.check_limit(
      keys[i], at, allowed[i], within[i]::interval, first_waits[i]::interval, longest_waits[i]::interval
    );
    exit when wait > 0;
  end loop;
  return wait;
end
$$;

-- Limits on what costs money, counted in the database so that every server sees the same counts.

-- Counts one use of a bucket, in a window that begins with its first use. Returns the seconds to wait, 0 when the
-- use is allowed. One call in a hundred deletes expired counters, so that none stays forever. A window that ends later
-- than one that begins now was counted while the clock was ahead, and has ended; the minute is for a standby whose clock
-- differs.
create or replace function public.consume_rate_limit(bucket text, allowed integer, seconds integer) returns integer
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  -- Runs after the count, and skips rows that are locked: no caller waits for it.
  with expired as (
    delete from private.rate_limits t where t.bucket in (
      select e.bucket from private.rate_limits e
      where (select random()) < 0.01 and e.ends_at < now() - interval '1 hour' and e.bucket <> consume_rate_limit.bucket
      for update skip locked
    )
  )
  insert into private.rate_limits as t (bucket, used, ends_at)
  values (consume_rate_limit.bucket, 1, now() + make_interval(secs => consume_rate_limit.seconds))
  on conflict (bucket) do update set
    used = case
      when t.ends_at > now() and t.ends_at <= excluded.ends_at + interval '1 minute' then t.used + 1
      else 1
    end,
    ends_at = case
      when t.ends_at > now() and t.ends_at <= excluded.ends_at + interval '1 minute' then t.ends_at
      else excluded.ends_at
    end
  returning case
    when t.used <= consume_rate_limit.allowed then 0
    else greatest(1, ceil(extract(epoch from t.ends_at - now())))::integer
  end
$$;

-- Counts one model request against the founder's daily limit and the limit for all. A founder over the limit uses up
-- nothing of the common one.
create or replace function public.consume_model_budget(founder uuid, allowed integer, allowed_in_all integer) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  a_day constant integer := 86400;
begin
  if public.consume_rate_limit('model:user:' || founder, allowed, a_day) > 0 then return 'founder'; end if;
  if public.consume_rate_limit('model:all', allowed_in_all, a_day) > 0 then return 'all'; end if;
  return 'taken';
end
$$;

revoke execute on function
  public.consume_rate_limit(text, integer, integer), public.consume_model_budget(uuid, integer, integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.consume_rate_limit(text, integer, integer), public.consume_model_budget(uuid, integer, integer)
to service_role;

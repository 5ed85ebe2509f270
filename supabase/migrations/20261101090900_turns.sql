-- How often something that costs money may be used: counted here, so that every server counts the same.

create table private.turns (
  bucket text primary key,
  used integer not null,
  ends_at timestamptz not null
);

-- Counts one use of a bucket in a window that begins with its first use; answers the seconds to wait, 0 when there is
-- a turn left.
create function public.take_turn(bucket text, allowed integer, seconds integer) returns integer
language sql security definer
set search_path = ''
as $$
  insert into private.turns as t (bucket, used, ends_at)
  values (take_turn.bucket, 1, now() + make_interval(secs => take_turn.seconds))
  on conflict (bucket) do update set
    used = case when t.ends_at <= now() then 1 else t.used + 1 end,
    ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
  returning case when t.used <= take_turn.allowed then 0 else greatest(1, ceil(extract(epoch from t.ends_at - now())))::integer end
$$;
revoke execute on function public.take_turn(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_turn(text, integer, integer) to service_role;

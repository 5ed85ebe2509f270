-- Counters that have ended say nothing any more. One use in a hundred clears them away, so that no network and no call that
-- was counted once stays for ever.
create index turns_by_end on private.turns (ends_at);

create or replace function public.take_turn(bucket text, allowed integer, seconds integer) returns integer
language sql security definer
set search_path = ''
as $$
  -- Runs after the counting, and passes over what others have at hand: nobody waits for it.
  with cleared as (
    delete from private.turns t where t.bucket in (
      select e.bucket from private.turns e
      where (select random()) < 0.01 and e.ends_at < now() - interval '1 hour' and e.bucket <> take_turn.bucket
      for update skip locked
    )
  )
  insert into private.turns as t (bucket, used, ends_at)
  values (take_turn.bucket, 1, now() + make_interval(secs => take_turn.seconds))
  on conflict (bucket) do update set
    used = case when t.ends_at <= now() then 1 else t.used + 1 end,
    ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
  returning case when t.used <= take_turn.allowed then 0 else greatest(1, ceil(extract(epoch from t.ends_at - now())))::integer end
$$;

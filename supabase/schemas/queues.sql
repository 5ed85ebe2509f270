-- What queues of mails and notifications share. Those whose pauses depend on more, such as reply-mails.sql, claim by themselves.

-- Hands out the row of a queue that has been due for the longest, to one caller, and makes it due again after a pause that doubles
-- with each attempt, up to `doublings` times. The pause is longer than sending takes. Null when nothing is due. One by one:
-- a cursor would lock rows ahead, which another server would miss.
create or replace function private.claim_due(queue regclass, pause interval, doublings integer) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  claimed jsonb;
begin
  execute format(
    'update %1$s q set attempts = q.attempts + 1, due_at = now() + $1 * 2 ^ least(q.attempts, $2)
    where q.ctid = (
      select d.ctid from %1$s d where d.due_at <= now() order by d.due_at limit 1 for update skip locked
    )
    returning to_jsonb(q)', queue
  ) into claimed using pause, doublings;
  return claimed;
end
$$;

revoke execute on function private.claim_due(regclass, interval, integer) from public, anon, authenticated, service_role;

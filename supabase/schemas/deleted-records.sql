-- Keeps what founders delete themselves, for Undo: at most 200 rows of a statement, for ten minutes and until the next clean-up.
create or replace function private.keep_deleted() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.deleted_goals d where d.user_id = auth.uid() and d.deleted_at < now() - interval '10 minutes';
  insert into private.deleted_goals (id, user_id, kind, goal)
  select o.id, o.user_id, tg_argv[0], to_jsonb(o) from old_rows o
  where o.user_id = auth.uid()
    -- Nothing is kept when the account itself is being deleted.
    and o.user_id in (select u.id from auth.users u)
  limit 200
  -- An id that was free again may be another's by now: that one's Undo stays.
  on conflict (id) do update set kind = excluded.kind, goal = excluded.goal, deleted_at = excluded.deleted_at
    where deleted_goals.user_id = excluded.user_id;
  return null;
end
$$;

create or replace trigger keep_deleted after delete on public.goals
  referencing old table as old_rows for each statement execute function private.keep_deleted('goal');
create or replace trigger keep_deleted after delete on public.decisions
  referencing old table as old_rows for each statement execute function private.keep_deleted('decision');

-- Takes a deleted row of the caller out of what is kept, within ten minutes.
create or replace function private.take_deleted(record uuid, kind text) returns private.deleted_goals
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted private.deleted_goals;
begin
  perform private.require_second_factor();
  delete from private.deleted_goals d
  where d.id = take_deleted.record and d.kind = take_deleted.kind and d.user_id = auth.uid()
    and d.deleted_at > now() - interval '10 minutes'
  returning * into deleted;
  if deleted.id is null then
    raise exception using errcode = '42501', message = format('there is no such %s of yours to restore', take_deleted.kind);
  end if;
  return deleted;
end
$$;

-- Undo of a deletion: the same row, with its id, dates, rating and answer. Its comments name the id, and are there still.
create or replace function public.restore_decision(decision uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.decisions
  select kept.*
  from jsonb_populate_record(null::public.decisions, (private.take_deleted(restore_decision.decision, 'decision')).goal) kept;
end
$$;

revoke execute on function private.keep_deleted(), private.take_deleted(uuid, text), public.restore_decision(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.restore_decision(uuid) to authenticated;

-- A turn with the AI co-founder is a question and its answer. It is stored exactly once, however often it is asked for,
-- and an answer that is still being written is found again from any server (SPEC section 4).

alter table public.ai_conversations add column turn uuid;
-- Rows that are written at once are read in the order in which they were written.
alter table public.ai_conversations alter column created_at set default clock_timestamp();
create unique index ai_conversations_by_turn on public.ai_conversations (user_id, turn, role);

-- Counts of the last minutes are worth no wait for the disk.
alter table private.turns set unlogged;

-- Answers that are being written. What a crash of the database loses here, its asker asks for again.
create unlogged table private.answers (
  user_id uuid not null references auth.users on delete cascade,
  turn uuid not null,
  -- Who writes it; null when it was stopped before anybody began.
  writer uuid,
  text text not null default '',
  is_stopped boolean not null default false,
  -- When its writer was last heard of: one that is silent for longer than 5 seconds is gone.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, turn)
);

-- Asks to write an answer. `state` is 'begun': the caller shall, as `writer`; 'running': somebody does; 'stored': it is
-- complete; 'stopped': the founder wants none any more; 'too-many': as many as may be are being written for the founder;
-- 'wait': the founder has asked too often, for so many seconds. What is asked for again is not counted. Who begins is
-- handed what admins have written for the co-founder, which the founder's own token does not read (SPEC section 6).
create function public.begin_answer(founder uuid, turn uuid, at_once integer, allowed integer, seconds integer)
returns table (state text, writer uuid, wait integer, memory text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := gen_random_uuid();
  silent timestamptz := clock_timestamp() - interval '5 seconds';
begin
  -- What servers that died have left behind.
  delete from private.answers a
  where a.user_id = begin_answer.founder and a.changed_at < now() - interval '1 hour';
  -- One founder's questions begin one after the other, or more could be written at once than may.
  perform pg_advisory_xact_lock(hashtextextended(begin_answer.founder::text, 0));

  insert into private.answers as a (user_id, turn, writer) values (begin_answer.founder, begin_answer.turn, me)
  on conflict (user_id, turn) do update set writer = me, text = '', changed_at = clock_timestamp()
  where a.changed_at < silent and not a.is_stopped;
  if not found then
    delete from private.answers a
    where a.user_id = begin_answer.founder and a.turn = begin_answer.turn
      and a.is_stopped and (a.writer is null or a.changed_at < silent);
    return query select case when found then 'stopped' else 'running' end, null::uuid, 0, null;
    return;
  end if;

  -- Only now, when nobody else can end it any more, it is certain whether it has been stored.
  if exists (
    select from public.ai_conversations c where c.user_id = begin_answer.founder and c.turn = begin_answer.turn
  ) then
    state := 'stored';
  elsif at_once <= (
    select count(*) from private.answers a
    where a.user_id = begin_answer.founder and a.writer <> me and a.changed_at >= silent
  ) then
    state := 'too-many';
  else
    wait := public.take_turn('chat:user:' || begin_answer.founder, allowed, seconds);
    state := case when wait > 0 then 'wait' else 'begun' end;
  end if;
  if state = 'begun' then
    writer := me;
    memory := (select m.memory_content from public.founder_ai_memory m where m.user_id = begin_answer.founder);
  else
    delete from private.answers a where a.user_id = begin_answer.founder and a.turn = begin_answer.turn;
  end if;
  return next;
end
$$;

-- Keeps what has been written so far, which also says that its writer lives. False: the founder wants no more of it.
-- Null: it is another one's to write by now.
create function public.grow_answer(founder uuid, turn uuid, writer uuid, text text) returns boolean
language sql security definer
set search_path = ''
as $$
  update private.answers a set text = grow_answer.text, changed_at = clock_timestamp()
  where a.user_id = grow_answer.founder and a.turn = grow_answer.turn and a.writer = grow_answer.writer
  returning not a.is_stopped
$$;

-- Ends an answer where it is; one that has not begun will not.
create function public.stop_answer(founder uuid, turn uuid) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.answers as a (user_id, turn, is_stopped)
  select stop_answer.founder, stop_answer.turn, true
  where not exists (
    select from public.ai_conversations c where c.user_id = stop_answer.founder and c.turn = stop_answer.turn
  )
  on conflict (user_id, turn) do update set is_stopped = true
$$;

-- What there is of an answer; no row when nobody writes it.
create function public.read_answer(founder uuid, turn uuid)
returns table (text text, is_complete boolean, changed_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select c.content, true, c.created_at from public.ai_conversations c
  where c.user_id = read_answer.founder and c.turn = read_answer.turn and c.role = 'assistant'
  union all
  select a.text, false, a.changed_at from private.answers a
  where a.user_id = read_answer.founder and a.turn = read_answer.turn and a.writer is not null
    and a.changed_at >= clock_timestamp() - interval '5 seconds'
  limit 1
$$;

-- Ends a turn: with an answer both are stored, without one nothing is. False: it is another one's to end by now.
create function public.end_answer(founder uuid, turn uuid, writer uuid, question text, answer text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from private.answers a
  where a.user_id = end_answer.founder and a.turn = end_answer.turn and a.writer = end_answer.writer;
  if not found then return false; end if;
  if end_answer.answer <> '' then
    insert into public.ai_conversations (user_id, turn, role, content, created_at) values
      (end_answer.founder, end_answer.turn, 'user', end_answer.question, now()),
      (end_answer.founder, end_answer.turn, 'assistant', end_answer.answer, now() + interval '1 microsecond');
  end if;
  return true;
end
$$;

revoke execute on function public.begin_answer(uuid, uuid, integer, integer, integer),
  public.grow_answer(uuid, uuid, uuid, text), public.stop_answer(uuid, uuid), public.read_answer(uuid, uuid),
  public.end_answer(uuid, uuid, uuid, text, text)
from public, anon, authenticated;
grant execute on function public.begin_answer(uuid, uuid, integer, integer, integer),
  public.grow_answer(uuid, uuid, uuid, text), public.stop_answer(uuid, uuid), public.read_answer(uuid, uuid),
  public.end_answer(uuid, uuid, uuid, text, text)
to service_role;

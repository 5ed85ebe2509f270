-- Questions and their answers count as what their founder writes, though the service stores them.

-- As before, and: 'full' when the founder's account is; 'wait' also when they have written as much as a day allows.
create or replace function public.begin_answer(
  founder uuid, turn uuid, at_once integer, allowed integer, seconds integer,
  model_allowed integer default null, model_allowed_in_all integer default null
) returns table (state text, writer uuid, wait integer, memory text, budget text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  new_writer uuid := gen_random_uuid();
  stale timestamptz := clock_timestamp() - interval '5 seconds';
begin
  -- Left behind by servers that crashed.
  delete from private.answers a
  where a.user_id = begin_answer.founder and a.changed_at < now() - interval '1 hour';
  -- Serializes a founder's questions: concurrent ones could exceed the limit of answers in progress.
  perform pg_advisory_xact_lock(hashtextextended(begin_answer.founder::text, 0));

  insert into private.answers as a (user_id, turn, writer) values (begin_answer.founder, begin_answer.turn, new_writer)
  on conflict (user_id, turn) do update set writer = new_writer, text = '', changed_at = clock_timestamp()
  where a.changed_at < stale and not a.is_stopped;
  if not found then
    delete from private.answers a
    where a.user_id = begin_answer.founder and a.turn = begin_answer.turn
      and a.is_stopped and (a.writer is null or a.changed_at < stale);
    return query select case when found then 'stopped' else 'running' end, null::uuid, 0, null, null;
    return;
  end if;

  -- Only now is it certain whether the turn is stored: no other writer can finish it any more.
  if exists (
    select from public.ai_conversations c where c.user_id = begin_answer.founder and c.turn = begin_answer.turn
  ) then
    state := 'stored';
  elsif at_once <= (
    select count(*) from private.answers a
    where a.user_id = begin_answer.founder and a.writer <> new_writer and a.changed_at >= stale
  ) then
    state := 'too-many';
  elsif exists (
    select from private.account_storage s
    where s.user_id = begin_answer.founder and s.stored >= private.most_stored()
  ) then
    state := 'full';
  else
    wait := greatest(
      public.consume_rate_limit('chat:user:' || begin_answer.founder, allowed, seconds),
      (
        select ceil(extract(epoch from s.day_ends_at - now()))::integer from private.account_storage s
        where s.user_id = begin_answer.founder and s.written >= private.most_written() and private.is_day_on(s.day_ends_at)
      )
    );
    state := case when wait > 0 then 'wait' else 'begun' end;
  end if;
  if state = 'begun' then
    writer := new_writer;
    memory := (select m.memory_content from public.founder_ai_memory m where m.user_id = begin_answer.founder);
    -- Last: the common count is locked until the end of this transaction.
    if model_allowed is not null then
      budget := public.consume_model_budget(begin_answer.founder, model_allowed, model_allowed_in_all);
    end if;
  else
    delete from private.answers a where a.user_id = begin_answer.founder and a.turn = begin_answer.turn;
  end if;
  return next;
end
$$;

-- As before, and counts it. A stored answer is never refused: the next question is.
create or replace function public.finish_answer(founder uuid, turn uuid, writer uuid, question text, answer text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from private.answers a
  where a.user_id = finish_answer.founder and a.turn = finish_answer.turn and a.writer = finish_answer.writer;
  if not found then return false; end if;
  if finish_answer.answer <> '' then
    insert into public.ai_conversations (user_id, turn, role, content, created_at) values
      (finish_answer.founder, finish_answer.turn, 'user', finish_answer.question, now()),
      (finish_answer.founder, finish_answer.turn, 'assistant', finish_answer.answer, now() + interval '1 microsecond');
    update private.account_storage s
    set written = s.written + octet_length(finish_answer.question) + octet_length(finish_answer.answer)
    where s.user_id = finish_answer.founder;
  end if;
  return true;
end
$$;

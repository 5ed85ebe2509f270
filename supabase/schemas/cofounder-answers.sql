-- Conversations with the AI co-founder, answers in progress, and the admins' memory for it (SPEC sections 3, 4 and 6).

revoke all on public.ai_conversations, public.founder_ai_memory from public, anon, authenticated;
grant select on public.ai_conversations, public.founder_ai_memory to authenticated;
grant insert (user_id, role, content) on public.ai_conversations to authenticated;

-- An upsert sets every column it was sent, its key included; the trigger below rejects another key.
grant insert (user_id, memory_content), update (user_id, memory_content) on public.founder_ai_memory to authenticated;
grant all on public.ai_conversations, public.founder_ai_memory to service_role;

drop policy if exists "founders read their own conversation with the AI" on public.ai_conversations;
create policy "founders read their own conversation with the AI" on public.ai_conversations
  for select to authenticated using (user_id = (select auth.uid()));
drop policy if exists "founders add to their own conversation with the AI" on public.ai_conversations;
create policy "founders add to their own conversation with the AI" on public.ai_conversations
  for insert to authenticated with check (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.ai_conversations;
create policy "no second factor is due" on public.ai_conversations
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages conversations with the AI" on public.ai_conversations;
create policy "the service manages conversations with the AI" on public.ai_conversations
  for all to service_role using (true) with check (true);
drop policy if exists "admins read AI memories" on public.founder_ai_memory;
create policy "admins read AI memories" on public.founder_ai_memory
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "admins write AI memories" on public.founder_ai_memory;
create policy "admins write AI memories" on public.founder_ai_memory
  for insert to authenticated with check ((select private.is_admin()));
drop policy if exists "admins change AI memories" on public.founder_ai_memory;
create policy "admins change AI memories" on public.founder_ai_memory
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "the service manages AI memories" on public.founder_ai_memory;
create policy "the service manages AI memories" on public.founder_ai_memory
  for all to service_role using (true) with check (true);

create or replace trigger reject_owner_change before update on public.founder_ai_memory
  for each row when (old.user_id is distinct from new.user_id) execute function private.reject_owner_change();

-- Saves the text so far, which also renews the writer's claim. False: the founder cancelled the answer. Null:
-- another writer has taken over.
create or replace function public.update_answer(founder uuid, turn uuid, writer uuid, text text) returns boolean
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update private.answers a set text = update_answer.text, changed_at = clock_timestamp()
  where a.user_id = update_answer.founder and a.turn = update_answer.turn and a.writer = update_answer.writer
  returning not a.is_stopped
$$;

-- Stops an answer where it is, or before it begins.
create or replace function public.stop_answer(founder uuid, turn uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into private.answers as a (user_id, turn, is_stopped)
  select stop_answer.founder, stop_answer.turn, true
  where not exists (
    select from public.ai_conversations c where c.user_id = stop_answer.founder and c.turn = stop_answer.turn
  )
  on conflict (user_id, turn) do update set is_stopped = true
$$;

-- The answer so far; no row when there is none and none is in progress.
create or replace function public.read_answer(founder uuid, turn uuid)
returns table (text text, is_complete boolean, changed_at timestamptz)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select c.content, true, c.created_at from public.ai_conversations c
  where c.user_id = read_answer.founder and c.turn = read_answer.turn and c.role = 'assistant'
  union all
  select a.text, false, a.changed_at from private.answers a
  where a.user_id = read_answer.founder and a.turn = read_answer.turn and a.writer is not null
    and a.changed_at >= clock_timestamp() - interval '5 seconds'
  limit 1
$$;

-- Ends a turn: stores question and answer, or neither if the answer is empty. False: another writer took over. Both count
-- as what their founder writes, though the service stores them; a stored answer is never refused: the next question is.
create or replace function public.finish_answer(
  founder uuid, turn uuid, writer uuid, question text, answer text, conversation uuid default null
) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  delete from private.answers a
  where a.user_id = finish_answer.founder and a.turn = finish_answer.turn and a.writer = finish_answer.writer;
  if not found then return false; end if;
  if finish_answer.answer <> '' then
    insert into public.ai_conversations (user_id, turn, conversation, role, content, created_at) values
      (finish_answer.founder, finish_answer.turn, finish_answer.conversation, 'user', finish_answer.question, now()),
      (
        finish_answer.founder, finish_answer.turn, finish_answer.conversation, 'assistant', finish_answer.answer,
        now() + interval '1 microsecond'
      );
    update private.account_storage s
    set written = s.written + octet_length(finish_answer.question) + octet_length(finish_answer.answer)
    where s.user_id = finish_answer.founder;
  end if;
  return true;
end
$$;

-- Begins an idempotent turn: requests the right to write its answer. Returns a `state`:
-- 'begun': the caller writes it, as `writer`; 'running':
-- another request writes it; 'stored': it is complete; 'stopped': the founder cancelled it; 'too-many': the
-- founder's limit of answers in progress is reached; 'wait': the rate limit is reached, or what an account may write in a
-- day, for `wait` seconds; 'full': the founder's account is; 'many': a new `conversation` would be one too many. A repeated request for a turn does not count again. With
-- `model_allowed`, an answer that begins is counted against both daily limits of the model (consume_model_budget), and
-- `budget` says whether it was taken. `memory` is the admins' memory, which the founder's own token cannot read (SPEC
-- section 6).
create or replace function public.begin_answer(
  founder uuid, turn uuid, at_once integer, allowed integer, seconds integer,
  model_allowed integer default null, model_allowed_in_all integer default null, conversation uuid default null
) returns table (state text, writer uuid, wait integer, memory text, budget text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
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
  elsif begin_answer.conversation is not null
    and not exists (
      select from public.ai_conversations c
      where c.user_id = begin_answer.founder and c.conversation = begin_answer.conversation
    )
    and private.most_conversations() <= (select count(*) from private.conversations_of(begin_answer.founder)) then
    state := 'many';
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

revoke execute on function
  public.update_answer(uuid, uuid, uuid, text), public.stop_answer(uuid, uuid), public.read_answer(uuid, uuid),
  public.finish_answer(uuid, uuid, uuid, text, text, uuid),
  public.begin_answer(uuid, uuid, integer, integer, integer, integer, integer, uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.update_answer(uuid, uuid, uuid, text), public.stop_answer(uuid, uuid), public.read_answer(uuid, uuid),
  public.finish_answer(uuid, uuid, uuid, text, text, uuid),
  public.begin_answer(uuid, uuid, integer, integer, integer, integer, integer, uuid)
to service_role;

-- Decisions: logged, edited and deleted by founders, rated by admins (SPEC section 4), and reviewed when they are due.

revoke all on public.decisions from public, anon, authenticated;
grant select, delete on public.decisions to authenticated;
grant insert (id, user_id, title, reason, category, impact, result, expected, review_on) on public.decisions to authenticated;
grant update (impact, result) on public.decisions to authenticated;
grant all on public.decisions to service_role;

drop policy if exists "founders read their own decisions, admins read all" on public.decisions;
create policy "founders read their own decisions, admins read all" on public.decisions
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders log unrated decisions" on public.decisions;
create policy "founders log unrated decisions" on public.decisions
  for insert to authenticated
  with check (user_id = (select auth.uid()) and impact = 'neutral' and result = '');
drop policy if exists "admins rate decisions" on public.decisions;
create policy "admins rate decisions" on public.decisions
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy if exists "founders delete their own decisions" on public.decisions;
create policy "founders delete their own decisions" on public.decisions
  for delete to authenticated using (user_id = (select auth.uid()));
drop policy if exists "no second factor is due" on public.decisions;
create policy "no second factor is due" on public.decisions
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages decisions" on public.decisions;
create policy "the service manages decisions" on public.decisions
  for all to service_role using (true) with check (true);

-- Column privileges cannot tell founders from admins: both are `authenticated`. So no one may update these columns, and
-- three functions write them for the decision's own founder.

-- The answer may be corrected; `reviewed_at` is the time of the first one.
create or replace function public.review_decision(decision uuid, outcome text, was_right text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  update public.decisions d
  set outcome = review_decision.outcome, was_right = review_decision.was_right,
    reviewed_at = coalesce(d.reviewed_at, now())
  where d.id = review_decision.decision and d.user_id = auth.uid();
  if not found then
    raise exception using errcode = '42501', message = 'you have no such decision';
  end if;
end
$$;

create or replace function public.postpone_review(decision uuid, review_on date) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  update public.decisions d
  set review_on = postpone_review.review_on
  where d.id = postpone_review.decision and d.user_id = auth.uid();
  if not found then
    raise exception using errcode = '42501', message = 'you have no such decision';
  end if;
end
$$;

-- Until the founder has answered what came of it, or the team has rated it: then it stays as it was decided, since what came
-- is compared with what was expected. `shown` is its `edited_at` as the founder sees it: what was edited elsewhere meanwhile
-- is not overwritten unseen.
create or replace function public.edit_decision(
  decision uuid, title text, reason text, category text, expected text,
  review_on date default null, shown timestamptz default null
) returns public.decisions
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  edited public.decisions;
begin
  perform private.require_second_factor();
  select * into edited from public.decisions d
  where d.id = edit_decision.decision and d.user_id = auth.uid() for update;
  if edited.id is null then
    raise exception using errcode = '42501', message = 'you have no such decision';
  elsif edited.was_right is not null or edited.impact <> 'neutral' or edited.result <> '' then
    raise exception using errcode = 'P0001', message = 'this decision was answered or rated', detail = 'settled';
  elsif edited.edited_at is distinct from edit_decision.shown then
    raise exception using errcode = 'P0001', message = 'this decision was edited elsewhere', detail = 'overtaken';
  end if;
  update public.decisions d
  set title = edit_decision.title, reason = edit_decision.reason, category = edit_decision.category,
    expected = edit_decision.expected, review_on = edit_decision.review_on, edited_at = now()
  where d.id = edited.id
  returning * into edited;
  return edited;
end
$$;

-- How often a founder was right, by category; under the reader's own policies.
create or replace view public.decision_answers with (security_invoker = true) as
  select user_id, category, was_right, count(*)::integer as decisions
  from public.decisions where reviewed_at is not null group by user_id, category, was_right;

revoke all on public.decision_answers from public, anon, authenticated;
grant select on public.decision_answers to authenticated, service_role;

create or replace function private.check_review_day() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not isfinite(new.review_on) then
    raise exception using errcode = '23514', message = 'a decision is looked at again on a day';
  end if;
  return new;
end
$$;

create or replace trigger check_review_day before insert or update of review_on on public.decisions
  for each row execute function private.check_review_day();

revoke execute on function
  public.review_decision(uuid, text, text), public.postpone_review(uuid, date), private.check_review_day(),
  public.edit_decision(uuid, text, text, text, text, date, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  public.review_decision(uuid, text, text), public.postpone_review(uuid, date),
  public.edit_decision(uuid, text, text, text, text, date, timestamptz)
to authenticated;

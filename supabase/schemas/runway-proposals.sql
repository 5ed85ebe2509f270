-- Figures of the runway that founders propose: they are recorded once an admin has kept them.

revoke all on public.runway_proposals from public, anon, authenticated;
grant select, delete on public.runway_proposals to authenticated;
grant all on public.runway_proposals to service_role;

drop policy if exists "founders read their own proposal, admins read all" on public.runway_proposals;
create policy "founders read their own proposal, admins read all" on public.runway_proposals
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
drop policy if exists "founders withdraw what is not answered" on public.runway_proposals;
create policy "founders withdraw what is not answered" on public.runway_proposals
  for delete to authenticated using (user_id = (select auth.uid()) and answer is null);
drop policy if exists "no second factor is due" on public.runway_proposals;
create policy "no second factor is due" on public.runway_proposals
  as restrictive for all to authenticated using (not (select private.second_factor_is_due()));
drop policy if exists "the service manages proposals" on public.runway_proposals;
create policy "the service manages proposals" on public.runway_proposals
  for all to service_role using (true) with check (true);

create or replace trigger log_admin_change after update on public.runway_proposals
  for each row execute function private.log_admin_change();

-- The caller proposes figures; they replace those that were proposed before. `as_of`: within the last year, and not in the
-- future. A day more is for a device whose day is not the known one.
create or replace function public.propose_runway(
  bank_balance numeric, monthly_revenue numeric, monthly_burn numeric, as_of date
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
  today date := private.founder_today(auth.uid());
  wait integer;
begin
  perform private.require_second_factor();
  if propose_runway.as_of is null or propose_runway.as_of > today + 1 or propose_runway.as_of < today - 366 then
    raise exception using errcode = 'P0001', message = 'The day of the figures is within the last year.';
  end if;
  -- Ten an hour: nobody's figures change more often.
  wait := public.consume_rate_limit('runway:user:' || me, 10, 3600);
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'over_request_rate_limit', 'message', 'You have proposed figures ten times in an hour',
        'details', null, 'hint', format('Try again in %s s.', wait)
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
  insert into public.runway_proposals as p (user_id, bank_balance, monthly_revenue, monthly_burn, as_of)
  values (
    me, propose_runway.bank_balance, propose_runway.monthly_revenue, propose_runway.monthly_burn, propose_runway.as_of
  )
  on conflict (user_id) do update set
    bank_balance = excluded.bank_balance, monthly_revenue = excluded.monthly_revenue,
    monthly_burn = excluded.monthly_burn, as_of = excluded.as_of, created_at = now(), answer = null, answered_at = null;
end
$$;

-- Locks a founder's open proposal, which must be the one that the admin has seen.
create or replace function private.lock_runway_proposal(founder uuid, proposed_at timestamptz) returns public.runway_proposals
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  proposal public.runway_proposals;
begin
  select * into proposal from public.runway_proposals p
  where p.user_id = founder and p.created_at = proposed_at and p.answer is null for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'These figures were changed, withdrawn or answered meanwhile.';
  end if;
  return proposal;
end
$$;

-- For admins: records a founder's proposed figures, as they are or corrected, for the day that they are of. Figures that are
-- older than the recorded ones go into the history alone.
create or replace function public.keep_runway_proposal(
  founder uuid, proposed_at timestamptz, bank_balance numeric, monthly_revenue numeric, monthly_burn numeric
) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  proposal public.runway_proposals;
begin
  perform private.require_admin();
  proposal := private.lock_runway_proposal(founder, proposed_at);
  if not exists (select from public.runway_points p where p.user_id = founder and p.day > proposal.as_of) then
    insert into public.runway_data as r (user_id, bank_balance, monthly_revenue, monthly_burn)
    values (
      founder, keep_runway_proposal.bank_balance, keep_runway_proposal.monthly_revenue, keep_runway_proposal.monthly_burn
    )
    on conflict (user_id) do update set
      bank_balance = excluded.bank_balance, monthly_revenue = excluded.monthly_revenue, monthly_burn = excluded.monthly_burn;
    -- The trigger's point is of today.
    delete from public.runway_points p where p.user_id = founder and p.day > proposal.as_of;
  end if;
  insert into public.runway_points (user_id, day, bank_balance, monthly_revenue, monthly_burn)
  values (
    founder, proposal.as_of, keep_runway_proposal.bank_balance, keep_runway_proposal.monthly_revenue,
    keep_runway_proposal.monthly_burn
  )
  on conflict (user_id, day) do update set
    bank_balance = excluded.bank_balance, monthly_revenue = excluded.monthly_revenue, monthly_burn = excluded.monthly_burn;
  update public.runway_proposals p set
    answered_at = now(),
    answer = case
      when (p.bank_balance, p.monthly_revenue, p.monthly_burn) = (
        keep_runway_proposal.bank_balance, keep_runway_proposal.monthly_revenue, keep_runway_proposal.monthly_burn
      ) then 'kept' else 'corrected'
    end
  where p.user_id = founder;
end
$$;

-- For admins: what is recorded stays, and the founder sees that the proposal was not taken.
create or replace function public.dismiss_runway_proposal(founder uuid, proposed_at timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  perform private.lock_runway_proposal(founder, proposed_at);
  update public.runway_proposals p set answer = 'dismissed', answered_at = now() where p.user_id = founder;
end
$$;

-- The caller's runway for the board, under the caller's policies: the recorded figures with their day, those of the end of
-- each of the last twelve months, what is proposed, and whether it is time to ask for new ones: when the newest are a month
-- old, and the last request was not dismissed within a month.
create or replace function public.own_runway() returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    with me as materialized (
      select auth.uid() as id, private.founder_today(auth.uid()) as today
    ),
    newest as materialized (
      select p.day as as_of, p.bank_balance, p.monthly_revenue, p.monthly_burn
      from public.runway_points p join me on p.user_id = me.id order by p.day desc limit 1
    )
    select jsonb_build_object(
      'figures', (select to_jsonb(n) from newest n),
      'months', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m.month), '[]') from (
          select distinct on (date_trunc('month', p.day::timestamp)) date_trunc('month', p.day::timestamp)::date as month,
            p.bank_balance, p.monthly_revenue, p.monthly_burn
          from public.runway_points p
          where p.user_id = me.id and p.day >= date_trunc('month', me.today::timestamp) - interval '11 months'
          order by date_trunc('month', p.day::timestamp), p.day desc
        ) m
      ),
      'proposal', p.content,
      'is_due', coalesce(
        greatest(
          (select n.as_of from newest n), (p.content ->> 'as_of')::date,
          (select f.figures_dismissed_on from public.profiles f where f.id = me.id)
        ) <= me.today - interval '1 month' and exists (select from newest),
        false
      )
    )
    from me
    left join lateral (
      select to_jsonb(o) - 'user_id' as content from public.runway_proposals o where o.user_id = me.id
    ) p on true
  );
end
$$;

-- The caller is not asked for new figures for a month.
create or replace function public.dismiss_figures() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_second_factor();
  update public.profiles p set figures_dismissed_on = private.founder_today(p.id) where p.id = auth.uid();
end
$$;

revoke execute on function
  public.propose_runway(numeric, numeric, numeric, date), private.lock_runway_proposal(uuid, timestamptz),
  public.keep_runway_proposal(uuid, timestamptz, numeric, numeric, numeric),
  public.dismiss_runway_proposal(uuid, timestamptz), public.own_runway(), public.dismiss_figures()
from public, anon, authenticated, service_role;
grant execute on function
  public.propose_runway(numeric, numeric, numeric, date),
  public.keep_runway_proposal(uuid, timestamptz, numeric, numeric, numeric),
  public.dismiss_runway_proposal(uuid, timestamptz), public.own_runway(), public.dismiss_figures()
to authenticated;

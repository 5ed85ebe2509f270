-- Tokens that each answer and each summary of the configured model took.

create or replace function public.record_model_usage(
  founder uuid, purpose text, model text,
  input_tokens integer default null, output_tokens integer default null, cost_usd numeric default null
) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into private.model_usage (user_id, purpose, model, input_tokens, output_tokens, cost_usd) values (
    -- The account may be gone since the question, or going: the lock waits for its deletion.
    (select u.id from auth.users u where u.id = record_model_usage.founder for key share),
    record_model_usage.purpose, left(record_model_usage.model, 200), record_model_usage.input_tokens,
    record_model_usage.output_tokens, record_model_usage.cost_usd
  )
$$;

-- For admins: what the model was used for in this month, UTC. `unreported`: answers and summaries without a report.
create or replace function public.model_usage_this_month() returns table (
  answers integer, summaries integer, unreported integer, input_tokens bigint, output_tokens bigint, cost_usd numeric
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    select count(*) filter (where u.purpose = 'answer')::integer, count(*) filter (where u.purpose = 'summary')::integer,
      count(*) filter (where u.input_tokens is null)::integer, coalesce(sum(u.input_tokens), 0),
      coalesce(sum(u.output_tokens), 0), sum(u.cost_usd)
    from private.model_usage u
    where u.created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc';
end
$$;

revoke execute on function
  public.record_model_usage(uuid, text, text, integer, integer, numeric), public.model_usage_this_month()
from public, anon, authenticated, service_role;
grant execute on function public.record_model_usage(uuid, text, text, integer, integer, numeric) to service_role;
grant execute on function public.model_usage_this_month() to authenticated;

-- Tokens that each answer and each summary of the configured model took, as its server reports them. Rows are added only.

create table private.model_usage (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: what was paid for stays counted.
  user_id uuid references auth.users on delete set null,
  purpose text not null check (purpose in ('answer', 'summary')),
  model text not null,
  -- Null where the server reports none, and for an answer that was stopped before the report.
  input_tokens integer check (input_tokens >= 0),
  output_tokens integer check (output_tokens >= 0),
  -- At the prices of that day; null without prices.
  cost_usd numeric(14, 6) check (cost_usd >= 0),
  created_at timestamptz not null default now()
);

-- A month is summed from the index alone.
create index model_usage_by_time on private.model_usage (created_at)
  include (purpose, input_tokens, output_tokens, cost_usd);

-- For the deletion of an account.
create index model_usage_by_founder on private.model_usage (user_id);

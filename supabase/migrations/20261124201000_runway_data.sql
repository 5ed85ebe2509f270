-- Runway: balance, revenue and burn per month in US dollars, recorded by admins (SPEC section 3).

create table public.runway_data (
  user_id uuid primary key references auth.users on delete cascade,
  -- May be overdrawn; revenue and burn are amounts.
  bank_balance numeric(14, 2) not null default 0 check (bank_balance <> 'NaN'),
  monthly_revenue numeric(14, 2) not null default 0 check (monthly_revenue <> 'NaN') check (monthly_revenue >= 0),
  monthly_burn numeric(14, 2) not null default 0 check (monthly_burn <> 'NaN') check (monthly_burn >= 0)
);

alter table public.runway_data enable row level security;

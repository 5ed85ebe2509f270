/** The measured requests as minimal SQL, which pgbench and the bare engine run. */

/** Founders are numbered from here, so that pgbench can make up their ids. */
export const FIRST_FOUNDER = 100_000_000_000

export const founderId = (number: number): string => `00000000-0000-4000-8000-${FIRST_FOUNDER + number}`

/** `founder` is an SQL expression of type uuid. */
export const readSql = (founder: string): string =>
  `select coalesce(json_agg(g), '[]')::text from (
     select id, user_id, text, period, completed, created_at from public.goals
     where user_id = ${founder} order by created_at desc
   ) as g`

export const insertSql = (founder: string): string =>
  `with added as (
     insert into public.goals (user_id, text, period) values (${founder}, 'Ten demos with finance teams', 'weekly')
     returning id, user_id, text, period, completed, created_at
   ) select json_agg(added)::text from added`

/** Claims of a founder's access token, with spaces that keep pgbench from seeing its variables in them. */
export const claimsOf = (id: string): string =>
  `{"email": "${id}@example.com", "phone": "", "app_metadata": {"provider": "email", "providers": ["email"]}, ` +
  `"user_metadata": {"first_name": "Ana", "last_name": "Tester"}, "role": "authenticated", "aal": "aal1", ` +
  `"amr": [{"method": "password", "timestamp": 1764000000}], "session_id": "${id}", "is_anonymous": false, ` +
  `"iss": "http://localhost/auth/v1", "sub": "${id}", "aud": "authenticated", "exp": 1764003600, "iat": 1764000000}`

-- Where somebody is signed in, and with what, is for who has come in whole: as their rows are.

create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select private.require_second_factor();

  with me as (select auth.uid() as id, (auth.jwt() ->> 'session_id')::uuid as session_id),
  mine as (
    (select s.* from auth.sessions s join me on s.id = me.session_id and s.user_id = me.id)
    union all
    (
      select s.* from auth.sessions s join me on s.user_id = me.id
      where s.id is distinct from me.session_id and (s.not_after is null or s.not_after > now())
      order by s.created_at desc limit 20
    )
  )
  select mine.id, mine.created_at, coalesce(mine.refreshed_at at time zone 'utc', mine.created_at),
    coalesce(mine.user_agent, ''), mine.id is not distinct from me.session_id
  from mine, me
$$;

-- Users' functions for their own account: see their sessions, download their data, delete it. (They change their name
-- in profiles.) All requires the second factor, so that a stolen password alone takes neither data nor account.

-- The caller's sessions: the current one, and the newest twenty others. Those of connected apps are a list of their own.
create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.require_second_factor();

  with me as (select auth.uid() as id, (auth.jwt() ->> 'session_id')::uuid as session_id),
  mine as (
    (select s.* from auth.sessions s join me on s.id = me.session_id and s.user_id = me.id)
    union all
    (
      select s.* from auth.sessions s join me on s.user_id = me.id
      where s.id is distinct from me.session_id and (s.not_after is null or s.not_after > now())
        and s.oauth_client_id is null
      order by s.created_at desc limit 20
    )
  )
  select mine.id, mine.created_at, coalesce(mine.refreshed_at at time zone 'utc', mine.created_at),
    coalesce(mine.user_agent, ''), mine.id is not distinct from me.session_id
  from mine, me
$$;

-- Everything the product stores about the caller, as their policies show it; the admins' AI memory is not theirs
-- (SPEC section 6). Lists are newest first and cut after 500 rows or 2 MB; `more` names the lists that continue,
-- each of which is requested alone, after its last row. enable_sort is off so that pages come from the lists'
-- indexes even where PostgreSQL has no statistics yet.
create or replace function public.my_data(
  kind text default null, after_created_at timestamptz default null, after_id uuid default null
) returns jsonb
language plpgsql stable
set search_path = pg_catalog, pg_temp
set jit = off
set enable_sort = off
as $$
declare
  me uuid := auth.uid();
  lists constant text[] := private.own_lists();
  answer jsonb := '{}';
  more text[] := '{}';
  list text;
  page jsonb;
  is_cut boolean;
begin
  perform private.require_second_factor();
  if kind is null then
    answer := private.own_values();
  elsif kind <> all (lists) then
    raise exception using errcode = '22023', message = format('there is no list %s', kind);
  end if;
  foreach list in array case when kind is null then lists else array[kind] end loop
    execute format(
      $list$
        select
          coalesce(
            jsonb_agg(content order by created_at desc, id) filter (where bytes_before < 2000000 and place <= 500), '[]'
          ),
          coalesce(bool_or(bytes_before >= 2000000 or place > 500), false)
        from (
          select created_at, id, content, row_number() over newest_first as place,
            sum(octet_length(content::text)) over newest_first - octet_length(content::text) as bytes_before
          from (
            select t.created_at, t.id, to_jsonb(t) - 'user_id' as content from public.%I t
            where t.user_id = $1 and t.created_at <= $2 and (t.created_at < $2 or t.id > $3)
            order by t.created_at desc, t.id limit 501
          ) t
          window newest_first as (order by created_at desc, id)
        ) t
      $list$, list
    ) into page, is_cut using me, coalesce(after_created_at, 'infinity'), after_id;
    answer := answer || jsonb_build_object(list, page);
    if is_cut then
      more := more || list;
    end if;
  end loop;
  return answer || jsonb_build_object('more', more);
end
$$;

-- Deletes the caller's account with all that references it, sessions included.
create or replace function public.delete_my_account() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_recent_proof();
  if private.is_admin_user(me) then
    perform private.require_another_admin(me);
  end if;
  delete from private.rate_limits where bucket in ('chat:user:' || me, 'runway:user:' || me, 'app:' || me, 'imports:' || me);
  delete from auth.users where id = me;
end
$$;

-- The tables of which a user downloads their own rows, each with id, created_at and user_id, and an index in that order.
create or replace function private.own_lists() returns text[]
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select array[
    'goals', 'traction_loops', 'traction_points', 'weekly_checkins', 'notes', 'own_notes', 'decisions', 'squad_messages',
    'ai_conversations', 'squad_bookings', 'runway_points', 'weekly_target_points', 'app_entries'
  ]
$$;

-- A browser that is signed out without a network keeps no token, only the id of its session, with which it ends the session
-- once the server is reachable. The id is a random UUID that only its user gets; it grants nothing else, so the caller
-- needs no sign-in: there is none any more.
create or replace function public.end_session(session uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from auth.sessions s where s.id = end_session.session
$$;

-- Single values of the data export, besides lists, as the caller's policies show them.
create or replace function private.own_values() returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.id = auth.uid()),
    'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = auth.uid()),
    'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = auth.uid()),
    'runway_proposal', (select to_jsonb(r) - 'user_id' from public.runway_proposals r where r.user_id = auth.uid()),
    'read_receipt', (select to_jsonb(r) - 'user_id' from public.read_receipts r where r.user_id = auth.uid()),
    'weekly_targets', (select to_jsonb(w) - 'user_id' from public.weekly_targets w where w.user_id = auth.uid()),
    'mail_settings', (select to_jsonb(s) - 'user_id' from public.mail_settings s where s.user_id = auth.uid()),
    'push_settings', (select to_jsonb(s) - 'user_id' from public.push_settings s where s.user_id = auth.uid()),
    'push_devices', private.own_push_devices(),
    'imports', private.own_imports()
  )
$$;

revoke execute on function
  public.my_sessions(), public.my_data(text, timestamptz, uuid), public.delete_my_account(), private.own_lists(),
  public.end_session(uuid), private.own_values()
from public, anon, authenticated, service_role;
grant execute on function
  public.my_sessions(), public.my_data(text, timestamptz, uuid), public.delete_my_account(), private.own_lists(),
  private.own_values()
to authenticated;
grant execute on function public.end_session(uuid) to anon, authenticated;

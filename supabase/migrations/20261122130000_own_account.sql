-- What people do with their own account: change the name they go by, see where they are signed in, take a copy of what
-- the product holds of them, and leave.

grant update (first_name, last_name) on public.profiles to authenticated;
-- Whoever writes a row computes what its index holds.
grant execute on function private.search_words(text), private.name_parts(text, text) to authenticated;

-- Nobody becomes nameless: signing up asks for both names too (SPEC section 5).
create policy "people change their own name" on public.profiles
  for update to authenticated using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and first_name <> '' and last_name <> '');

-- A stolen password alone takes neither data nor the account: who has a second factor must have used it in this session.
create function private.require_second_factor() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.second_factor_is_due() then
    raise exception using errcode = '42501', message = 'this takes a session that has passed the second factor';
  end if;
end
$$;

-- Where the caller has signed in and not signed out: this session, and the newest twenty.
create function public.my_sessions()
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

-- Everything the product holds of the caller, as the caller's policies show it; what admins note for the AI co-founder
-- is theirs (SPEC section 6). Lists are newest first and cut after 500 rows or 2 MB; `more` names those that go on, each
-- of which is asked for alone, after its last row. Without sorting, so that pages come out of the lists' indexes even
-- where PostgreSQL has not counted yet how much somebody has.
create function public.my_data(
  kind text default null, after_created_at timestamptz default null, after_id uuid default null
) returns jsonb
language plpgsql stable
set search_path = ''
set enable_sort = off
as $$
declare
  me uuid := auth.uid();
  lists constant text[] := array[
    'goals', 'traction_loops', 'weekly_checkins', 'notes', 'decisions', 'squad_messages', 'ai_conversations'
  ];
  answer jsonb := '{}';
  more text[] := '{}';
  list text;
  page jsonb;
  is_cut boolean;
begin
  perform private.require_second_factor();
  if kind is null then
    answer := jsonb_build_object(
      'profile', (select to_jsonb(p) from public.profiles p where p.id = me),
      'user_roles', (select coalesce(jsonb_agg(r.role), '[]') from public.user_roles r where r.user_id = me),
      'runway_data', (select to_jsonb(r) - 'user_id' from public.runway_data r where r.user_id = me)
    );
  elsif kind <> all (lists) then
    raise exception using errcode = '22023', message = format('there is no list %s', kind);
  end if;
  foreach list in array case when kind is null then lists else array[kind] end loop
    execute format(
      $list$
        select
          coalesce(jsonb_agg(content order by created_at desc, id) filter (where bytes_before < 2000000 and place <= 500), '[]'),
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

-- Ends the account of the caller: everything that hangs on it goes with it, its sessions among it.
create function public.delete_my_account() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  if private.is_admin_user(me) then
    -- Admins who leave at the same moment do so one after the other: the last of them stays.
    perform from public.user_roles where role = 'admin' order by user_id for update;
    if not exists (select from public.user_roles where role = 'admin' and user_id <> me) then
      raise exception using
        errcode = 'P0001', message = 'the last admin cannot leave', hint = 'Make somebody else an admin first.';
    end if;
  end if;
  delete from private.turns where bucket = 'chat:user:' || me;
  delete from auth.users where id = me;
end
$$;

revoke execute on function
  private.require_second_factor(), public.my_sessions(), public.my_data(text, timestamptz, uuid),
  public.delete_my_account()
from public, anon, authenticated;
grant execute on function
  private.require_second_factor(), public.my_sessions(), public.my_data(text, timestamptz, uuid),
  public.delete_my_account()
to authenticated;

-- The audit log of admins, written in the transaction of the change (SPEC section 6).

revoke all on public.admin_audit from public, anon, authenticated, service_role;
revoke all on sequence public.admin_audit_id_seq from public, anon, authenticated, service_role;
grant select on public.admin_audit to authenticated, service_role;

drop policy if exists "admins read what admins did" on public.admin_audit;
create policy "admins read what admins did" on public.admin_audit
  for select to authenticated using ((select private.is_admin()));
drop policy if exists "the service reads what admins did" on public.admin_audit;
create policy "the service reads what admins did" on public.admin_audit
  for select to service_role using (true);

-- The columns of `one` whose values differ from those of `other`; all when there is no other.
create or replace function private.changed_columns(one jsonb, other jsonb) returns jsonb
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(key, value) from jsonb_each(one) where other is null or value is distinct from other -> key
$$;

-- The values to log: without ids and dates, long texts cut to their beginning.
create or replace function private.truncate_values(changes jsonb) returns jsonb
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(
    key, case when char_length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
  )
  from jsonb_each(changes - array['id', 'user_id', 'created_at'])
$$;

-- Logs no changes to a user's own rows, none by the service and none of an import, which is one entry; changes of roles always.
create or replace function private.log_admin_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  writer uuid := auth.uid();
  founder uuid := coalesce(new.user_id, old.user_id);
  old_values jsonb;
  new_values jsonb;
begin
  if tg_table_name <> 'user_roles' and (
    writer is null or writer = founder or current_setting('upswing.is_logged', true) = 'yes'
  ) then
    return null;
  end if;
  -- The account itself is being deleted.
  if not exists (select from auth.users where id = founder) then
    return null;
  end if;
  old_values := to_jsonb(old);
  new_values := to_jsonb(new);
  if tg_op = 'UPDATE' and old_values = new_values then
    return null;
  end if;
  insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before, after)
  values (
    writer, founder, tg_table_name, coalesce(
      new_values ->> 'id', old_values ->> 'id', new_values ->> 'booking', old_values ->> 'booking', founder::text
    )::uuid,
    lower(tg_op),
    private.truncate_values(private.changed_columns(old_values, new_values)),
    private.truncate_values(private.changed_columns(new_values, old_values))
  );
  return null;
end
$$;

create or replace trigger log_admin_change after insert or update or delete on public.traction_loops
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.decisions
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.founder_ai_memory
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.runway_data
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.user_roles
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.internal_notes
  for each row execute function private.log_admin_change();
create or replace trigger log_admin_change after insert or update or delete on public.radar_snoozes
  for each row execute function private.log_admin_change();

-- As private.log_admin_change, for statements that add or delete many rows: entries are computed in one statement. A function that
-- writes one entry for all of them says so by `upswing.is_logged`.
create or replace function private.log_admin_changes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  writer uuid := auth.uid();
begin
  if writer is null or current_setting('upswing.is_logged', true) = 'yes' then
    return null;
  elsif tg_op = 'INSERT' then
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, after)
    select writer, n.user_id, tg_table_name, n.id, 'insert', private.truncate_values(to_jsonb(n))
    from new_rows n where n.user_id <> writer;
  else
    insert into public.admin_audit (admin_id, user_id, table_name, row_id, action, before)
    select writer, o.user_id, tg_table_name, o.id, 'delete', private.truncate_values(to_jsonb(o))
    from old_rows o
    -- Nothing is logged when the account itself is being deleted.
    where o.user_id <> writer and exists (select from auth.users u where u.id = o.user_id);
  end if;
  return null;
end
$$;

create or replace trigger log_admin_change after update on public.notes
  for each row execute function private.log_admin_change();
create or replace trigger log_insert after insert on public.notes
  referencing new table as new_rows for each statement execute function private.log_admin_changes();
create or replace trigger log_delete after delete on public.notes
  referencing old table as old_rows for each statement execute function private.log_admin_changes();
create or replace trigger log_admin_change after update on public.squad_messages
  for each row execute function private.log_admin_change();
create or replace trigger log_insert after insert on public.squad_messages
  referencing new table as new_rows for each statement execute function private.log_admin_changes();
create or replace trigger log_delete after delete on public.squad_messages
  referencing old table as old_rows for each statement execute function private.log_admin_changes();

-- The name of a user, or else the e-mail address; null when the account is gone.
create or replace function private.name_of(account uuid) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id where u.id = account
$$;

-- Logs changes of what the team shares, and no founder has: saved replies and the radar's thresholds, which are one row.
create or replace function private.log_team_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  stamps constant text[] := array['id', 'created_at', 'changed_at', 'changed_by'];
  id text := coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id');
  old_values jsonb := to_jsonb(old) - stamps;
  new_values jsonb := to_jsonb(new) - stamps;
begin
  if auth.uid() is null or old_values = new_values then
    return null;
  end if;
  insert into public.admin_audit (admin_id, table_name, row_id, action, before, after)
  values (
    auth.uid(), tg_table_name,
    case when id = 'true' then '00000000-0000-0000-0000-000000000000' else id::uuid end, lower(tg_op),
    private.truncate_values(private.changed_columns(old_values, new_values)),
    private.truncate_values(private.changed_columns(new_values, old_values))
  );
  return null;
end
$$;

create or replace trigger log_admin_change after insert or update or delete on public.saved_replies
  for each row execute function private.log_team_change();
create or replace trigger log_admin_change after update on public.radar_thresholds
  for each row execute function private.log_team_change();

-- A page of the audit log, newest first, after the entry (`after_at`, `after_id`). Filters that are null apply to nothing.
-- Planned for its values: each filter has its own index.
create or replace function public.find_audit(
  admin uuid default null, founder uuid default null, kind text default null,
  since timestamptz default null, until timestamptz default null,
  page_size integer default 50, after_at timestamptz default null, after_id bigint default null
) returns table (
  id bigint, created_at timestamptz, admin_id uuid, admin_name text, user_id uuid, founder_name text, table_name text,
  row_id uuid, action text, before jsonb, after jsonb
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_admin();
  return query
    with page as materialized (
      select * from public.admin_audit a
      where (find_audit.admin is null or a.admin_id = find_audit.admin)
        and (founder is null or a.user_id = founder)
        and (kind is null or a.table_name = kind)
        and (since is null or a.created_at >= since)
        and (until is null or a.created_at < until)
        and (after_at is null or a.created_at <= after_at and (a.created_at < after_at or a.id < after_id))
      order by a.created_at desc, a.id desc
      limit least(greatest(page_size, 1), 200)
    ),
    -- A page names few people many times.
    names as materialized (
      select one.account, private.name_of(one.account) as name
      from (select p.admin_id as account from page p union select p.user_id from page p) one
      where one.account is not null
    )
    select p.id, p.created_at, p.admin_id, a.name, p.user_id, f.name, p.table_name, p.row_id, p.action, p.before, p.after
    from page p
    left join names a on a.account = p.admin_id
    left join names f on f.account = p.user_id
    order by p.created_at desc, p.id desc;
end
$$;

-- Everyone of whom the log has an entry, also former admins; one lookup for each.
create or replace function public.audited_admins() returns table (id uuid, name text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_admin();
  return query
    with recursive known as (
      (select a.admin_id from public.admin_audit a where a.admin_id is not null order by a.admin_id limit 1)
      union all
      select (select a.admin_id from public.admin_audit a where a.admin_id > k.admin_id order by a.admin_id limit 1)
      from known k where k.admin_id is not null
    ),
    named as (
      select k.admin_id, private.name_of(k.admin_id) as name from known k where k.admin_id is not null limit 500
    )
    select n.admin_id, n.name from named n order by n.name, n.admin_id;
end
$$;

create or replace trigger log_delete after delete on public.weekly_checkins
  referencing old table as old_rows for each statement execute function private.log_admin_changes();
create or replace trigger log_admin_change after insert or update on public.squad_bookings
  for each row execute function private.log_admin_change();

revoke execute on function
  private.changed_columns(jsonb, jsonb), private.truncate_values(jsonb), private.log_admin_change(),
  private.log_admin_changes(), private.name_of(uuid), private.log_team_change(),
  public.find_audit(uuid, uuid, text, timestamptz, timestamptz, integer, timestamptz, bigint), public.audited_admins()
from public, anon, authenticated, service_role;
grant execute on function
  public.find_audit(uuid, uuid, text, timestamptz, timestamptz, integer, timestamptz, bigint), public.audited_admins()
to authenticated;

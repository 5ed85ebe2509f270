-- The audit log as admins read it: by who, whom, what and when, newest first. Entries are kept for 400 days.

create index admin_audit_by_admin on public.admin_audit (admin_id, created_at desc, id desc);
create index admin_audit_by_table on public.admin_audit (table_name, created_at desc, id desc);

-- The name of a user, or else the e-mail address; null when the account is gone.
create function private.name_of(account uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id where u.id = account
$$;

-- What the team shares, and no founder has: saved replies and the thresholds of the radar, which are one row.
create function private.log_team_change() returns trigger
language plpgsql security definer
set search_path = ''
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
create trigger log_admin_change after insert or update or delete on public.saved_replies
  for each row execute function private.log_team_change();
create trigger log_admin_change after update on public.radar_thresholds
  for each row execute function private.log_team_change();

-- A page of the audit log, newest first, after the entry (`after_at`, `after_id`). Filters that are null apply to nothing.
-- Planned for its values: each filter has its own index.
create function public.find_audit(
  admin uuid default null, founder uuid default null, kind text default null,
  since timestamptz default null, until timestamptz default null,
  page_size integer default 50, after_at timestamptz default null, after_id bigint default null
) returns table (
  id bigint, created_at timestamptz, admin_id uuid, admin_name text, user_id uuid, founder_name text, table_name text,
  row_id uuid, action text, before jsonb, after jsonb
)
language plpgsql stable security definer
set search_path = ''
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
create function public.audited_admins() returns table (id uuid, name text)
language plpgsql stable security definer
set search_path = ''
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

-- Deletes some of what is no longer kept: audit entries after 400 days, finished batches of notes and who was writing after a
-- day. Returns how
-- many; fewer than `max_rows` when there are no more.
create function public.delete_expired(max_rows integer) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from public.squad_typing t where t.typed_at < now() - interval '1 day';
  delete from private.note_batches b where b.founders_left = '{}' and b.created_at < now() - interval '1 day';
  delete from public.admin_audit a
  where a.id in (
    select o.id from public.admin_audit o where o.created_at < now() - interval '400 days'
    order by o.created_at limit least(greatest(max_rows, 1), 10000)
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

revoke execute on function
  private.name_of(uuid), private.log_team_change(), public.audited_admins(), public.delete_expired(integer),
  public.find_audit(uuid, uuid, text, timestamptz, timestamptz, integer, timestamptz, bigint)
from public, anon, authenticated;
grant execute on function
  public.audited_admins(), public.find_audit(uuid, uuid, text, timestamptz, timestamptz, integer, timestamptz, bigint)
to authenticated;
grant execute on function public.delete_expired(integer) to service_role;

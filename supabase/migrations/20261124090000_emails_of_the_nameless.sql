-- As before, and with the e-mail address of people who have no name: the first admin, and who came from a provider that
-- told none.
drop function public.find_founders(text, integer, timestamptz, uuid);
create function public.find_founders(
  search text default '', page_size integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, email text, created_at timestamptz, is_admin boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  wanted tsquery := private.name_query(search);
  rows integer := least(greatest(page_size, 1), 200);
  before timestamptz := coalesce(after_created_at, 'infinity');
begin
  perform private.require_admin();
  if wanted is null then
    return query
      select p.id, p.first_name, p.last_name,
        (select u.email::text from auth.users u where u.id = p.id and p.first_name = '' and p.last_name = ''),
        p.created_at, private.is_admin_user(p.id), (select count(*) from public.profiles)
      from public.profiles p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  else
    return query
      with found as materialized (
        select p.* from public.profiles p where private.name_parts(p.first_name, p.last_name) @@ wanted
      )
      -- Who is found by name has one.
      select p.id, p.first_name, p.last_name, null::text, p.created_at, private.is_admin_user(p.id),
        (select count(*) from found)
      from found p
      where p.created_at <= before and (p.created_at < before or p.id > after_id)
      order by p.created_at desc, p.id
      limit rows;
  end if;
end
$$;
revoke execute on function public.find_founders(text, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.find_founders(text, integer, timestamptz, uuid) to authenticated;

-- Where a user gets what they mail to themselves: the address of their own account, once it is proven to be theirs. Unlike
-- `private.mail_address`, admins get theirs too: they ask for the mail.
create function public.proven_address(account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select u.email::text from auth.users u
  where u.id = account and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and private.is_address_proven(u.id)
$$;

revoke execute on function public.proven_address(uuid) from public, anon, authenticated;
grant execute on function public.proven_address(uuid) to service_role;

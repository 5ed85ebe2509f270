-- Whether the caller's address is proven to be theirs. The web app asks for a mailed code before it adds a first second factor
-- to an account whose address is not: until the proof anyone may have created the account.
create function public.is_my_address_proven() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_address_proven(auth.uid())
$$;

revoke execute on function public.is_my_address_proven() from public, anon, authenticated;
grant execute on function public.is_my_address_proven() to authenticated;

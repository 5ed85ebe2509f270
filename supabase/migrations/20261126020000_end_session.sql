-- A browser that is signed out without a network keeps no token, only the id of its session, with which it ends the session
-- once the server is reachable. The id is a random UUID that only its user gets; it grants nothing else, so the caller
-- needs no sign-in: there is none any more.
create function public.end_session(session uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from auth.sessions s where s.id = end_session.session
$$;
revoke execute on function public.end_session(uuid) from public;
grant execute on function public.end_session(uuid) to anon, authenticated;

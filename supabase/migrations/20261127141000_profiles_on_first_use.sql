-- An account gets its profile when it is first used: its address is confirmed, or its user signs in. All lists of the team begin
-- with profiles, so accounts that nobody has used are in none.

create or replace function private.create_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.email_confirmed_at is null and new.last_sign_in_at is null then
    return new;
  end if;
  insert into public.profiles (id, first_name, last_name)
  values (
    new.id,
    btrim(coalesce(new.raw_user_meta_data ->> 'first_name', '')),
    btrim(coalesce(new.raw_user_meta_data ->> 'last_name', ''))
  )
  on conflict (id) do nothing;
  return new;
end
$$;

create trigger create_profile_on_first_use after update of email_confirmed_at, last_sign_in_at on auth.users for each row
  when (old.email_confirmed_at is null and old.last_sign_in_at is null)
  execute function private.create_profile();

delete from public.profiles p using auth.users u
where u.id = p.id and u.email_confirmed_at is null and u.last_sign_in_at is null;

-- These functions take more arguments now.
drop function if exists server.sign_in(uuid, text, timestamptz, inet, text, text, text[]);
drop function if exists server.sign_in_with_provider(text, jsonb, jsonb, boolean, timestamptz);

-- `invited_at` marks the accounts that an administrator has prepared, which no sign-up replaces: those from before.
update auth.users u
set invited_at = u.created_at
where u.invited_at is null and u.email_confirmed_at is null and u.last_sign_in_at is null
  and u.id::text in (select subject from server.audit where action in ('account-created', 'link-generated', 'invited'));

-- Runs the functions that have a schedule on a Supabase project, where no server does it: pg_cron lets pg_net post to each
-- with the secret key. Run it as `postgres`, in the SQL editor or with psql, after the migrations and again when a
-- function with a schedule is added. It needs the extensions pg_cron and pg_net, and two secrets in the Vault:
--
--   select vault.create_secret('https://<project>.supabase.co', 'project_url');
--   select vault.create_secret('sb_secret_…', 'secret_key');

create or replace function private.run_function(name text) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  url text := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'project_url');
  key text := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'secret_key');
begin
  if url is null or key is null then
    raise exception 'the Vault needs the secrets project_url and secret_key';
  end if;
  return net.http_post(
    url => rtrim(url, '/') || '/functions/v1/' || run_function.name,
    headers => jsonb_build_object('apikey', key, 'Authorization', 'Bearer ' || key, 'Content-Type', 'application/json'),
    -- Until the next run, which continues what is left.
    timeout_milliseconds => 55000
  );
end
$$;
-- It has the rights of its caller, who needs those of the Vault.
revoke execute on function private.run_function(text) from public, anon, authenticated, service_role;

-- A job of the same name is replaced. Times are in UTC.
select cron.schedule(name, schedule, format('select private.run_function(%L)', name))
from (
  values
    ('add-notes', '* * * * *'),
    ('invitation-mails', '* * * * *'),
    ('booking-mails', '* * * * *'),
    ('check-in-reminders', '* * * * *'),
    ('promise-mails', '* * * * *'),
    ('push', '* * * * *'),
    ('reply-mails', '* * * * *'),
    ('send-messages', '* * * * *'),
    ('send-webhooks', '* * * * *'),
    ('summarize-check-ins', '* * * * *'),
    ('team-week-mails', '* * * * *'),
    ('webhook-mails', '* * * * *'),
    ('week-mails', '* * * * *'),
    ('clean-up', '20 3 * * *')
) as job (name, schedule);

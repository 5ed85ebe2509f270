-- Realtime: tables in the publication notify every server node, inside the writing transaction, which row changed.
-- Only keys are sent (a notification over 8,000 bytes would abort the write); each node reads the row under the
-- claims of its subscribers.

create schema realtime;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

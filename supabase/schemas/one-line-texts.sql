-- Names and titles stay on one line and in one direction: a line break would forge a line of a list, a mail or a model's
-- input, and a direction control would show a name as another one. Both are removed from what is written, not refused: they
-- come along unseen with pasted text.

-- Line breaks and other controls become a space; the controls of direction (UAX #9) are dropped.
create or replace function private.one_line(given text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
return btrim(regexp_replace(
  regexp_replace(given, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'
));

-- The arguments are columns. A text without such characters stays as it was written.
create or replace function private.keep_on_one_line() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  written jsonb := to_jsonb(new);
  field text;
begin
  foreach field in array tg_argv loop
    if written ->> field ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' then
      new := jsonb_populate_record(new, jsonb_build_object(field, private.one_line(written ->> field)));
    end if;
  end loop;
  return new;
end
$$;

create or replace trigger keep_on_one_line before insert or update of first_name, last_name on public.profiles
  for each row execute function private.keep_on_one_line('first_name', 'last_name');
create or replace trigger keep_on_one_line before insert or update of text, unit on public.goals
  for each row execute function private.keep_on_one_line('text', 'unit');
create or replace trigger keep_on_one_line before insert or update of name on public.traction_loops
  for each row execute function private.keep_on_one_line('name');
create or replace trigger keep_on_one_line before insert or update of title, category on public.notes
  for each row execute function private.keep_on_one_line('title', 'category');
create or replace trigger keep_on_one_line before insert or update of title, category on public.decisions
  for each row execute function private.keep_on_one_line('title', 'category');
create or replace trigger keep_on_one_line before insert or update of sender_name on public.squad_messages
  for each row execute function private.keep_on_one_line('sender_name');
create or replace trigger keep_on_one_line before insert or update of title on public.saved_replies
  for each row execute function private.keep_on_one_line('title');
create or replace trigger keep_on_one_line before insert or update of name on public.founder_labels
  for each row execute function private.keep_on_one_line('name');
create or replace trigger keep_on_one_line before insert or update of name on public.saved_views
  for each row execute function private.keep_on_one_line('name');
create or replace trigger keep_on_one_line before insert or update of name on private.webhooks
  for each row execute function private.keep_on_one_line('name');

revoke execute on function
  private.one_line(text), private.keep_on_one_line()
from public, anon, authenticated, service_role;

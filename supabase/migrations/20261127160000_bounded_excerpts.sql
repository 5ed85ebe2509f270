-- An excerpt costs as much as finding one place in its text: comparing each part of 32,000 characters took two thirds of
-- a second, and a search shows fifty.

-- About 160 characters from `start` on, in whole words, without references.
create function private.excerpt_at(content text, start integer) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  size constant integer := 160;
  -- Enough for some references.
  part text := substr(content, start, 4 * size);
  plain text := btrim(regexp_replace(regexp_replace(part, '\[\[[a-z-]+:[0-9a-f-]{36}\]\]', '', 'g'), '\s+', ' ', 'g'));
  is_cut boolean := char_length(plain) > size or start + 4 * size <= char_length(content);
begin
  plain := left(plain, size);
  if start > 1 then
    plain := '… ' || regexp_replace(plain, '^\S*\s+', '');
  end if;
  return case when is_cut then regexp_replace(plain, '\s+\S*$', '') || ' …' else plain end;
end
$$;

-- About 160 characters of a text with one of the words in them, or its beginning if it has none.
create or replace function private.excerpt(content text, words text[]) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  beginning text := private.excerpt_at(content, 1);
  folded text;
  word text;
  place integer;
  found_part text;
begin
  if char_length(content) <= char_length(beginning) or private.has_word(beginning, words) then
    return beginning;
  end if;
  -- As private.search_words folds it, but letter for letter, so that a place in it is one in the text.
  folded := translate(lower(regexp_replace(normalize(content, NFD), '[\u0300-\u036f]', '', 'g')), 'øłđðħı’', 'olddhi''');
  if char_length(folded) <> char_length(content) then
    folded := lower(content);
  end if;
  foreach word in array words loop
    place := regexp_instr(folded, '(?:\m|_)' || replace(replace(replace(replace(
      word, 'ss', '(?:ss|ß)'), 'ae', '(?:ae|æ)'), 'oe', '(?:oe|œ)'), 'th', '(?:th|þ)'));
    if place > 0 then
      found_part := private.excerpt_at(content, greatest(place - 40, 1));
      if private.has_word(found_part, words) then
        return found_part;
      end if;
    end if;
  end loop;
  return beginning;
end
$$;

revoke execute on function private.excerpt_at(text, integer) from public, anon, authenticated;
grant execute on function private.excerpt_at(text, integer) to authenticated;

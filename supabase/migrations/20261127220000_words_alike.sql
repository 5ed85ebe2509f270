-- Search: words that readers call the same are the same. It folds width, ligatures, subscripts, marks and invisible
-- characters, finds words inside of text that is written without blanks, and words with an apostrophe, a hyphen or digit
-- groups as one word too. web/src/lib/words.ts has the same rules for marking, and domain/word-examples.ts examples that
-- both are tested with. Character ranges are spelled out: what a class such as \w has depends on the database's locale.

-- Letters without case and marks, in their plain form, apostrophes as ' and hyphens as -.
create function private.folded(content text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Marks of Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac, and invisible characters. The marks of other scripts are
  -- vowels, without which a word is another.
  ignored constant text :=
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640'
    || '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08d3-\u08e1\u08e3-\u08ff\u180b-\u180f'
    || '\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff'
    || '\U000e0000-\U000e0fff]+';
  plain text;
begin
  if octet_length(content) = char_length(content) then
    -- In a Turkish locale I would become ı.
    return lower(content collate "C");
  end if;
  plain := content;
  if plain ~ '[´\ufdfa\ufdfb]' then
    -- The first would become a blank with an accent, the others whole sentences: they stand for their first letters.
    plain := translate(plain, E'´\ufdfa\ufdfb', E'''\u0635\u062c');
  end if;
  plain := regexp_replace(normalize(plain, NFKD), ignored, '', 'g');
  if plain ~ '[\u0900-\u1dff\u3099\u309a\ua000-\uabff\U00010000-\U0001ffff]' then
    -- Korean syllables, Japanese voiced letters and vowels of Indian scripts; nothing else composes without the marks.
    plain := normalize(plain, NFC);
  end if;
  plain := lower(plain);
  if lower('Д') <> 'д' then
    -- The locale C knows no case but that of ASCII.
    plain := translate(
      plain, 'ÆŒÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
      'æœþαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'
    );
  end if;
  -- A test is quick, and most texts have none of these.
  if plain ~ '[øØłŁđĐðÐħĦıς]' then
    plain := translate(plain, 'øØłŁđĐðÐħĦıς', 'oollddddhhiσ');
  end if;
  if plain ~ '[’‘‛ʼʻʹ‐\u05f3\u05f4\u05be]' then
    plain := translate(plain, E'’‘‛ʼʻʹ\u05f3\u05f4‐\u05be', E'''''''''''''''''--');
  end if;
  -- Alef maqsura and the Persian yeh, teh marbuta, alef wasla, the Persian kaf.
  if plain ~ '[\u0649\u06cc\u0629\u0671\u06a9]' then
    plain := translate(plain, E'\u0649\u06cc\u0629\u0671\u06a9', E'\u064a\u064a\u0647\u0627\u0643');
  end if;
  if plain ~ '[\u0660-\u0669\u06f0-\u06f9]' then
    plain := translate(
      plain,
      E'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
      '01234567890123456789'
    );
  end if;
  return replace(replace(replace(replace(replace(plain, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end
$$;

-- The words of a text with a blank between two of them, without punctuation, symbols and references (`[[goal:…]]`). A
-- hyphen joins the parts of a word: o-brien, t-shirt, 1-000. A comma does so before each three digits, and nowhere else:
-- 1,5 is not 15. Letters of scripts that are written without blanks are a word up to any other letter, with _ before it:
-- Thai, Lao, Myanmar, Khmer, Chinese, Japanese, and Korean, whose particles are part of the word.
create function private.word_text(content text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  unspaced constant text :=
    '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u1000-\u1049\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u17dd\u2e80-\u2fff'
    || '\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf'
    || '\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff'
    || '\U0001aff0-\U0001b16f\U00020000-\U0003ffff]+';
  separators constant text :=
    '\u0001-,./:-@\[-^{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f'
    || '\u0589-\u058f\u05c0\u05c3\u05c6\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe'
    || '\u0700-\u070d\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1360-\u1368\u1680\u17d4-\u17d6'
    || '\u17d8-\u17db\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030'
    || '\u3036\u3037\u303d-\u3040\u30a0\u30fb\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufff9-\uffff\U0001f000-\U0001fbff';
  plain text := content;
begin
  if strpos(plain, '[[') > 0 then
    plain := regexp_replace(plain, '\[\[[a-z-]+:[0-9a-f-]{36}\]\]', ' ', 'g');
  end if;
  plain := replace(replace(replace(private.folded(plain), '''', '-'), '`', '-'), '_', ' ');
  if strpos(plain, ',') > 0 then
    plain := regexp_replace(plain, '([0-9]),(?=[0-9]{3}(?:[^0-9]|$))', '\1-', 'g');
  end if;
  if octet_length(plain) = char_length(plain) then
    plain := regexp_replace(plain, '-*[^a-z0-9-][^a-z0-9]*|--+', ' ', 'g');
  else
    if plain ~ unspaced then
      plain := regexp_replace(plain, unspaced, ' _\& ', 'g');
    end if;
    plain := regexp_replace(plain, '-*[' || separators || '][-' || separators || ']*|--+', ' ', 'g');
  end if;
  return btrim(plain, ' -');
end
$$;

-- What the index has of a text: its words and each of their parts, the first 1,000 different ones; and of letters that
-- are written without blanks every two that follow each other, and the last one of a word, the first 3,000 different ones.
-- One letter is found by the beginning of a pair.
create or replace function private.text_words(content text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  plain constant text := private.word_text(content);
  words text[] := string_to_array(plain, ' ');
  letters text[];
begin
  if strpos(plain, '_') > 0 then
    letters := string_to_array((select string_agg(word, '') from unnest(words) as word where left(word, 1) = '_'), null);
    words := array(select word from unnest(words) as word where left(word, 1) <> '_');
  end if;
  if strpos(plain, '-') > 0 then
    words := string_to_array(translate(array_to_string(words, ' '), '-', ' '), ' ')
      || array(select replace(word, '-', '') from unnest(words) as word where strpos(word, '-') > 0);
  end if;
  words := private.indexed_words(words);
  if letters is null then
    return words;
  end if;
  return words || array(
    select pair from (
      select one || coalesce(nullif(two, '_'), '') as pair, place
      from unnest(letters, letters[2:]) with ordinality as l (one, two, place) where one <> '_' limit 40000
    ) as p
    group by pair order by min(place) limit 3000
  );
end
$$;

-- As before, with the words of title and text bounded together. Words are cut, so that no entry is too long.
create or replace function private.record_words(founder uuid, title text, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = ''
as $$
declare
  owner text := right(founder::text, 12);
  in_title text[] := private.text_words(title);
  in_all text[] := case
    when content = '' then in_title
    when title = '' then private.text_words(content)
    else private.text_words(title || E'\n' || content)
  end;
begin
  return array_to_tsvector(array(
    select owner || '=' || left(word, 100) from unnest(in_title) as word
    union all
    select owner || '~' || left(word, 100) from unnest(in_all) as word
  ));
end
$$;

create or replace function private.message_words(at timestamptz, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = ''
as $$
declare
  week text := private.message_week(at);
begin
  return array_to_tsvector(array(
    select week || '~' || left(word, 100) from unnest(private.text_words(content)) as word
  ));
end
$$;

-- The words of a search as private.word_text has them: the first eight different ones of its first 200 characters.
create or replace function private.sought_words(search text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return array(
    select rtrim(left(word, 100), '-')
    from unnest(string_to_array(private.word_text(left(search, 200)), ' ')) with ordinality as found (word, place)
    group by 1 order by min(place) limit 8
  );
end
$$;

-- A word of private.sought_words as a part of a tsquery, among entries that begin with `prefix`: as a whole or
-- (`is_beginning`) by its beginning, also where it is written with or without its hyphen. Of letters that are written
-- without blanks every pair. The words have neither quotes nor backslashes.
create function private.word_query(prefix text, word text, is_beginning boolean) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  ending constant text := case when is_beginning then ''':*' else '''' end;
begin
  if left(word, 1) = '_' then
    if char_length(word) = 2 then
      return '''' || prefix || right(word, 1) || ''':*';
    end if;
    return (
      select string_agg('''' || prefix || substr(word, place, 2) || '''', ' & ')
      from generate_series(2, char_length(word) - 1) as place
    );
  elsif strpos(word, '-') > 0 then
    return '(' || (
      select string_agg('''' || prefix || part || ending, ' & ') from unnest(string_to_array(word, '-')) as part
    ) || ' | ''' || prefix || replace(word, '-', '') || ending || ')';
  end if;
  return '''' || prefix || word || ending;
end
$$;

create or replace function private.record_query(founder uuid, words text[], mark text, is_beginning boolean) returns tsquery
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select string_agg(private.word_query(right(founder::text, 12) || mark, word, is_beginning), ' & ')::tsquery
    from unnest(words) as word
  );
end
$$;

create or replace function private.message_query(week numeric, words text[]) returns tsquery
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select string_agg(private.word_query(week || '~', word, true), ' & ')::tsquery from unnest(words) as word
  );
end
$$;

-- A regular expression that finds the words of a search in a blank and what private.word_text returns; null without words.
create function private.words_pattern(words text[]) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select string_agg(case
      when left(word, 1) = '_' then substr(word, 2)
      -- Its parts, and all of it, wherever the other one has hyphens.
      else '[ -](?:' || replace(word, '-', '|') || ')| '
        || regexp_replace(replace(word, '-', ''), '(.)(?=.)', '\1-?', 'g')
    end, '|')
    from unnest(words) as word
  );
end
$$;

drop function private.excerpt_at(text, integer);

-- About 160 characters around the place of a text, in whole words.
create function private.excerpt_at(content text, place integer) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  size constant integer := 160;
  most_before constant integer := 40;
  start constant integer := greatest(place - most_before, 1);
  before text := regexp_replace(substr(content, start, place - start), '\s+', ' ', 'g');
  plain text := regexp_replace(substr(content, place, 4 * size), '\s+', ' ', 'g');
  is_cut boolean;
begin
  if start > 1 then
    before := '… ' || regexp_replace(before, '^\S*\s', '');
  end if;
  plain := btrim(before || plain);
  is_cut := char_length(plain) > size or place + 4 * size <= char_length(content);
  plain := left(plain, size);
  -- Not more than a word: text without blanks would lose the place.
  return case when is_cut then regexp_replace(plain, '\s+\S{0,40}$', '') || ' …' else plain end;
end
$$;

-- About 160 characters of a text with one of the words in them, or its beginning if it has none.
create or replace function private.excerpt(content text, words text[]) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  size constant integer := 2000;
  -- A word at the end of a part is found in the next one.
  step constant integer := 1800;
  -- The length of the longest text. One that becomes longer when it is folded is searched to there.
  most constant integer := 40000;
  plain text := case
    when strpos(content, '[[') > 0 then regexp_replace(content, '\[\[[a-z-]+:[0-9a-f-]{36}\]\]', '', 'g')
    else content
  end;
  beginning text := private.excerpt_at(plain, 1);
  pattern text;
  found_part text;
  part text;
  folded text;
  done integer := 0;
  place integer;
  low integer := 1;
  high integer;
  middle integer;
begin
  if char_length(plain) <= char_length(beginning) then
    return beginning;
  end if;
  pattern := private.words_pattern(words);
  if pattern is null or ' ' || private.word_text(beginning) ~ pattern then
    return beginning;
  end if;
  -- Most words are spelled as they are sought, but for case and accents: folded letter by letter the place is the same.
  part := lower(plain);
  if octet_length(plain) <> char_length(plain) then
    part := regexp_replace(normalize(part, NFD), '[\u0300-\u036f]', '', 'g');
    if char_length(part) <> char_length(plain) then
      part := lower(plain);
    end if;
  end if;
  place := regexp_instr(part, replace(replace(pattern, '[ -]', '\m'), '| ', '|\m'));
  if place > 0 then
    found_part := private.excerpt_at(plain, place);
    if ' ' || private.word_text(found_part) ~ pattern then
      return found_part;
    end if;
  end if;
  -- Else the text is folded in parts, up to the one that has the place.
  for start in 1..char_length(plain) by step loop
    part := substr(plain, start, size);
    -- Only the first part begins with the beginning of a word.
    folded := case when start = 1 then ' ' else '' end || private.word_text(part);
    place := regexp_instr(folded, pattern);
    if place > 0 then
      if start > 1 then
        place := place + 1;
      end if;
      -- How much of the part has as many characters when folded.
      high := char_length(part);
      while low < high loop
        middle := (low + high) / 2;
        if char_length(private.word_text(left(part, middle))) < place then
          low := middle + 1;
        else
          high := middle;
        end if;
      end loop;
      return private.excerpt_at(plain, start + low - 1);
    end if;
    done := done + char_length(folded);
    exit when done > most;
  end loop;
  return beginning;
end
$$;

drop function private.has_word(text, text[]);

-- Names: words between blanks, with their punctuation, folded like the words of texts.
create or replace function private.search_words(name text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return array(
    select left(word, 100) from regexp_split_to_table(private.folded(name), '\s+') as word where word <> ''
  );
end
$$;

-- A word of a name as it is written, and without the apostrophes and hyphens between its letters.
create function private.name_spellings(word text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    when word ~ '[^''-][''-][^''-]' then array[word, translate(word, '''-', '')]
    else array[word]
  end;
end
$$;

-- As before, in both spellings.
create or replace function private.name_parts(first_name text, last_name text) returns tsvector
language plpgsql immutable
set search_path = ''
as $$
begin
  return array_to_tsvector(array(
    select substr(spelling, start)
    from unnest(private.search_words(first_name || ' ' || last_name)) as word
    cross join lateral unnest(private.name_spellings(word)) as spelling
    cross join lateral generate_series(1, char_length(spelling)) as start
  ));
end
$$;

create or replace function private.name_query(search text) returns tsquery
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select string_agg('(' || (
      select string_agg('''' || replace(replace(spelling, '\', '\\'), '''', '''''') || ''':*', ' | ')
      from unnest(private.name_spellings(word)) as spelling
    ) || ')', ' & ')::tsquery
    from unnest(private.search_words(left(search, 200))) as word
  );
end
$$;

-- The indexes anew, with the words of these rules. After REINDEX everyone would wait for the end of the transaction;
-- this way only writes do. The locks come first and together, while the transaction is short.
lock table public.goals, public.notes, public.decisions, public.weekly_checkins, public.squad_messages,
  public.ai_conversations, public.profiles in share mode;
create index new_goals_by_words on public.goals using gin (private.record_words(user_id, text, ''))
  with (fastupdate = off);
create index new_notes_by_words on public.notes
  using gin (private.record_words(user_id, title, category || ' ' || content))
  with (fastupdate = off);
create index new_decisions_by_words on public.decisions
  using gin (private.record_words(
    user_id, title, category || ' ' || reason || ' ' || result || ' ' || expected || ' ' || outcome
  ))
  with (fastupdate = off);
create index new_weekly_checkins_by_words on public.weekly_checkins
  using gin (private.record_words(
    user_id, '', wins || ' ' || blockers || ' ' || next_priority || ' ' || coalesce(ai_summary, '')
  ))
  with (fastupdate = off);
create index new_squad_messages_by_words on public.squad_messages
  using gin (private.record_words(user_id, '', content))
  with (fastupdate = off);
create index new_ai_conversations_by_words on public.ai_conversations
  using gin (private.record_words(user_id, '', content))
  with (fastupdate = off);
create index new_squad_messages_by_week_and_words on public.squad_messages
  using gin (private.message_words(created_at, content))
  with (fastupdate = off);
create index new_profiles_by_name on public.profiles using gin (private.name_parts(first_name, last_name));

-- ANALYZE would compute the words of thousands of texts.
alter index public.new_goals_by_words alter column 1 set statistics 0;
alter index public.new_notes_by_words alter column 1 set statistics 0;
alter index public.new_decisions_by_words alter column 1 set statistics 0;
alter index public.new_weekly_checkins_by_words alter column 1 set statistics 0;
alter index public.new_squad_messages_by_words alter column 1 set statistics 0;
alter index public.new_ai_conversations_by_words alter column 1 set statistics 0;
alter index public.new_squad_messages_by_week_and_words alter column 1 set statistics 0;

drop index
  public.goals_by_words, public.notes_by_words, public.decisions_by_words, public.weekly_checkins_by_words,
  public.squad_messages_by_words, public.ai_conversations_by_words,
  public.squad_messages_by_week_and_words, public.profiles_by_name;
alter index public.new_goals_by_words rename to goals_by_words;
alter index public.new_notes_by_words rename to notes_by_words;
alter index public.new_decisions_by_words rename to decisions_by_words;
alter index public.new_weekly_checkins_by_words rename to weekly_checkins_by_words;
alter index public.new_squad_messages_by_words rename to squad_messages_by_words;
alter index public.new_ai_conversations_by_words rename to ai_conversations_by_words;
alter index public.new_squad_messages_by_week_and_words rename to squad_messages_by_week_and_words;
alter index public.new_profiles_by_name rename to profiles_by_name;

revoke execute on function
  private.folded(text), private.word_text(text), private.word_query(text, text, boolean),
  private.words_pattern(text[]), private.excerpt_at(text, integer), private.name_spellings(text)
from public, anon, authenticated;
-- Writing a row computes its index entry.
grant execute on function
  private.folded(text), private.word_text(text), private.name_spellings(text)
to authenticated, service_role;
grant execute on function private.words_pattern(text[]), private.excerpt_at(text, integer) to authenticated;

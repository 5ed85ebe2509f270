-- Search: words that readers call the same are the same. It folds width, ligatures, subscripts, marks and invisible
-- characters, finds words inside of text that is written without blanks, and words with an apostrophe, a hyphen or digit
-- groups as one word too. web/src/lib/texts/words.ts has the same rules for marking, and domain/word-examples.ts examples that
-- both are tested with. Character ranges are spelled out: what a class such as \w has depends on the database's locale.

-- Letters without case and marks, in their plain form, apostrophes as ' and hyphens as -.
create or replace function private.folded(content text) returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
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

-- A row adds 1,000 different words to the indexes of the search, the first ones. Text of 32,000 characters has fewer, unless it
-- is made up: 8,000 words of it took nine times its own space.
create or replace function private.indexed_words(words text[]) returns text[]
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant integer := 1000;
begin
  if cardinality(words) <= most then
    return words;
  end if;
  return array(
    select word from unnest(words) with ordinality as found (word, place) group by word order by min(place) limit most
  );
end
$$;

-- The words of a text with a blank between two of them, without punctuation, symbols and references (`[[goal:…]]`). A
-- hyphen joins the parts of a word: o-brien, t-shirt, 1-000. A comma does so before each three digits, and nowhere else:
-- 1,5 is not 15. Letters of scripts that are written without blanks are a word up to any other letter, with _ before it:
-- Thai, Lao, Myanmar, Khmer, Chinese, Japanese, and Korean, whose particles are part of the word.
create or replace function private.word_text(content text) returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
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
set search_path = pg_catalog, pg_temp
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

-- The index entries of a record: each word behind the end of its founder's id, so that a search reads the entries of
-- one founder, however many founders there are. `=` marks the words of the title, `~` all words. Words are cut, so that
-- no entry is too long.
create or replace function private.record_words(founder uuid, title text, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = pg_catalog, pg_temp
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

-- Weeks since 1970. A week bounds how many messages a common word, or one letter, reads.
create or replace function private.message_week(at timestamptz) returns numeric
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return floor(extract(epoch from at) / 604800);
end
$$;

-- The index entries of a message: each word behind its week, so that a search begins with the newest week and ends when
-- it has enough.
create or replace function private.message_words(at timestamptz, content text) returns tsvector
language plpgsql immutable cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
  week text := private.message_week(at);
begin
  return array_to_tsvector(array(
    select week || '~' || left(word, 100) from unnest(private.text_words(content)) as word
  ));
end
$$;

-- Names: words between blanks, with their punctuation, folded like the words of texts.
create or replace function private.search_words(name text) returns text[]
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select left(word, 100) from regexp_split_to_table(private.folded(name), '\s+') as word where word <> ''
  );
end
$$;

-- A word of a name as it is written, and without the apostrophes and hyphens between its letters.
create or replace function private.name_spellings(word text) returns text[]
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when word ~ '[^''-][''-][^''-]' then array[word, translate(word, '''-', '')]
    else array[word]
  end;
end
$$;

-- The index entries of a name: each ending of each of its words, in both spellings, so that any part is found.
create or replace function private.name_parts(first_name text, last_name text) returns tsvector
language plpgsql immutable
set search_path = pg_catalog, pg_temp
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

revoke execute on function
  private.folded(text), private.indexed_words(text[]), private.word_text(text), private.text_words(text),
  private.record_words(uuid, text, text), private.message_week(timestamptz), private.message_words(timestamptz, text),
  private.search_words(text), private.name_spellings(text), private.name_parts(text, text)
from public, anon, authenticated, service_role;
-- Whoever writes a row computes its index entries.
grant execute on function
  private.folded(text), private.indexed_words(text[]), private.word_text(text), private.text_words(text),
  private.record_words(uuid, text, text), private.message_week(timestamptz), private.message_words(timestamptz, text),
  private.search_words(text), private.name_spellings(text), private.name_parts(text, text)
to authenticated, service_role;

-- Those of another definition of these functions have other entries.
drop index if exists public.goals_by_words, public.notes_by_words, public.decisions_by_words, public.weekly_checkins_by_words,
  public.squad_messages_by_words, public.ai_conversations_by_words, public.squad_messages_by_week_and_words,
  public.profiles_by_name;

create index goals_by_words on public.goals using gin (private.record_words(user_id, text, ''))
  with (fastupdate = off);
create index notes_by_words on public.notes
  using gin (private.record_words(user_id, title, category || ' ' || content)) with (fastupdate = off);
create index decisions_by_words on public.decisions
  using gin (private.record_words(
    user_id, title, category || ' ' || reason || ' ' || result || ' ' || expected || ' ' || outcome
  )) with (fastupdate = off);
create index weekly_checkins_by_words on public.weekly_checkins
  using gin (private.record_words(
    user_id, '', wins || ' ' || blockers || ' ' || next_priority || ' ' || coalesce(ai_summary, '')
  )) with (fastupdate = off);
create index squad_messages_by_words on public.squad_messages
  using gin (private.record_words(user_id, '', content)) with (fastupdate = off);
create index ai_conversations_by_words on public.ai_conversations
  using gin (private.record_words(user_id, '', content)) with (fastupdate = off);
create index squad_messages_by_week_and_words on public.squad_messages
  using gin (private.message_words(created_at, content)) with (fastupdate = off);

create index profiles_by_name on public.profiles using gin (private.name_parts(first_name, last_name));

-- Statistics of the entries would be computed from whole texts, and no plan uses them.
alter index public.goals_by_words alter column 1 set statistics 0;
alter index public.notes_by_words alter column 1 set statistics 0;
alter index public.decisions_by_words alter column 1 set statistics 0;
alter index public.weekly_checkins_by_words alter column 1 set statistics 0;
alter index public.squad_messages_by_words alter column 1 set statistics 0;
alter index public.ai_conversations_by_words alter column 1 set statistics 0;
alter index public.squad_messages_by_week_and_words alter column 1 set statistics 0;

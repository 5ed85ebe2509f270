import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordExamples, wordForms, type WordExample } from '../../domain/word-examples.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

const examples = [...wordExamples, ...wordForms]
/** Each text once. */
const texts = [...new Set(examples.map(({ text }) => text))]

// The web app marks with the same rules: web/src/lib/texts/words.test.ts.
describe.each(engines)('what readers call the same on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  const ids = new Map<string, string>()
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    for (const table of ['ai_conversations', 'squad_messages']) {
      const rows = await owner.query<{ id: string; content: string }>(
        `insert into public.${table} (user_id, content${table === 'squad_messages' ? '' : ', role'})
         select $1, text${table === 'squad_messages' ? '' : `, 'user'`} from unnest($2::text[]) as text
         returning id, content`,
        [cast.ana.id, texts],
      )
      for (const { id, content } of rows) ids.set(id, content)
    }
    for (const text of texts)
      await owner.query(
        `insert into auth.users (email_confirmed_at, raw_user_meta_data)
         values (now(), jsonb_build_object('first_name', $1::text, 'last_name', 'Person'))`,
        [text],
      )
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const isFound = ({ marked }: WordExample) => marked.length > 0

  test.each(examples)('a search for $search in $text', async (example) => {
    const { text, search, words } = example
    expect(await owner.query('select private.sought_words($1) as words', [search])).toEqual([{ words }])
    const found = async (name: string, who: typeof cast.ana, given: Row) =>
      (await who.calls<{ id: string }>(name, given)).map(({ id }) => ids.get(id))
    const own = await found('find_records', cast.ana, { search, max_rows: 50 })
    expect(own.filter((one) => one === text)).toHaveLength(isFound(example) ? 2 : 0)
    const ofAll = await found('find_messages', cast.admin, { search, max_rows: 50 })
    expect(ofAll.includes(text)).toBe(isFound(example))
  })

  test('names are found too', async () => {
    // Names keep their punctuation, and have no digit groups.
    for (const { text, search } of wordExamples.filter((one) => isFound(one) && !/[\d-]/.test(one.search))) {
      const found = await cast.admin.calls<{ first_name: string }>('find_founders', { search, page_size: 200 })
      expect([search, ...found.map(({ first_name }) => first_name)]).toContain(text)
    }
  })

  test.each([
    ['words', 'Qqq qqq. '],
    ['letters without blanks', '〆'],
    ['references', '[[goal:5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]] '],
    ['invisible characters', 'Q\u200b\u00ad \ufb01q '],
  ])('the excerpt of a long text among %s has the place that was found', async (_, filler) => {
    const around = filler.repeat(Math.ceil(1500 / filler.length))
    for (const { text, search, marked } of examples) {
      const [found] = await owner.query<{ excerpt: string }>(
        'select private.excerpt($1, private.sought_words($2)) as excerpt',
        [`${around}${text} ${around}`, search],
      )
      const excerpt = found?.excerpt ?? ''
      const isShown = marked.length === 0 || marked.some((one) => excerpt.includes(one))
      expect([search, excerpt, isShown]).toEqual([search, excerpt, true])
      expect(excerpt.length).toBeLessThan(180)
    }
  })
})
